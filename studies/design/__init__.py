"""Which networks serve so many endpoints, and what each comes to in a room, by a catalogue."""
