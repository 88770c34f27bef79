"""Placement of a larger network around an existing one."""
