"""The interactive floor of a page: its data, and the scripts that draw it in a browser."""
