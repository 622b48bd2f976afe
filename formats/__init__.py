"""The languages that the passes read and write: types, readers, writers. Nothing is computed here."""
