"""Import of an existing fabric as a plan: its network, its room and the location of each device."""
