"""What papers on interconnects ask beyond planning a room: one folder a subject."""
