"""Import of halls from DXF drawings: shapes by layer, walls with gaps, cabinets with names."""
