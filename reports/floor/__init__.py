"""The interactive floor plan of a page: its data, and the scripts that draw it in a browser."""
