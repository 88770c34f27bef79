"""What the description of a part says: its optics, its ports, its kind."""
