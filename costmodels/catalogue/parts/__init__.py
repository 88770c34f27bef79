"""The parts of a catalogue (cables, transceivers, trunks, devices), read from TOML and CSV."""
