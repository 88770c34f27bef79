"""The search for networks that serve a number of endpoints, with their cost in a room."""
