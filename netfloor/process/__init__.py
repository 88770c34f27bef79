"""The operating system's process: signals, and how a run ends."""
