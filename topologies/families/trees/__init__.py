"""Folded Clos networks and fat trees."""
