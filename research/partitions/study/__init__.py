"""Partitions of a placed plan, and the policies of machines."""
