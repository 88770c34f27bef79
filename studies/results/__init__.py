"""Results files: runs stored in an SQLite file, and reports from them."""
