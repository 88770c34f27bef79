"""The report of a catalogue: parts, prices and their sources."""
