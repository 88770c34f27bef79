"""Drawings and figures of rooms and of plans in them: floor plans, cable matrix, DXF."""
