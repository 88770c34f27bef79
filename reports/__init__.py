"""Reports for people, one folder each, on top of the shared `formats`."""
