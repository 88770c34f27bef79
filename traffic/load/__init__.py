"""Exact loads of all channels under a pattern and a routing, without simulation."""
