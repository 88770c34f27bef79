"""The report of a catalogue: parts, prices, and where each price is from."""
