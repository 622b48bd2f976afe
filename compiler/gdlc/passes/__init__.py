"""The passes: each a function from one format's type to the next."""
