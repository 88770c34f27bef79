"""The terminal: data to stdout, remarks and progress to stderr, tables and colours."""
