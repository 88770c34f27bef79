"""From an existing fabric to a plan: its network, its room and where everything stands."""
