"""Servers into cabinets, under units, watts and kilograms."""
