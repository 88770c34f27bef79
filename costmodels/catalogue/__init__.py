"""Orders from a catalogue: the needs of a plan, the chosen parts, the bill of materials."""
