"""Placement of servers in cabinets, within limits of units, watts and kilograms."""
