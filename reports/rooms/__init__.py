"""Drawings and figures of rooms and plans: floor plans, cable matrix, DXF."""
