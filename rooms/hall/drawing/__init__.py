"""Halls from DXF drawings: shapes by layer, walls with gaps, cabinets with names, the hall file."""
