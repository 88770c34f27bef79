"""What is in a catalogue, for people and programs."""
