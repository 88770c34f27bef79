"""What the papers ask beyond planning a room, one folder per subject."""
