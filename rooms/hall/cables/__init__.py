"""Routes of cables over the trays of a hall, tray fill, and detours around full trays."""
