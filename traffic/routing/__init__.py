"""Routing: which channels a packet may take next."""
