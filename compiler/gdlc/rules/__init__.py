"""What one can say of a rule sheet without playing: form, dependencies, mistakes."""
