"""Terminal output: data to stdout, notes and progress to stderr, tables and colours."""
