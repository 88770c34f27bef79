"""Reading a hall from a CAD drawing (DXF)."""
