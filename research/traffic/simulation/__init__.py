"""The simulator: every packet, cycle by cycle, through the switches of a network."""
