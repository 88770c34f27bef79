"""The independent check of objectives: computed from the files' own numbers, one cable at a time."""
