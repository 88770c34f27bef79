"""A catalogue of parts: cables, transceivers and devices, read from TOML and CSV."""
