"""The terminal: data on stdout, remarks and progress on stderr."""
