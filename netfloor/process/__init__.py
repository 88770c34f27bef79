"""The process: signals and how it ends."""
