"""The search for networks that serve a number of endpoints, and what each costs in a room."""
