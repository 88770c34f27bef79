"""The floor of a placed network in a browser: its data, and the script that draws it."""
