"""An existing fabric as a plan: its network, its room and the place of each device."""
