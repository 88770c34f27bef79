"""Results files: runs kept in one SQLite file, and their reports written again."""
