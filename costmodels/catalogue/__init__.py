"""Orders from a catalogue: what a plan needs, the parts chosen for it, the bill of materials."""
