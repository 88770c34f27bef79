"""Cables over the trays of a hall: routes, fill, ways around full stretches."""
