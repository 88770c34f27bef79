"""The operating-system process: signals, environment and exit."""
