"""Explain a name in a plan: a cable with its length and part, a device, a port, a cabinet."""
