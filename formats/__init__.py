"""The languages that the passes read and write: types, readers, writers. They compute nothing."""
