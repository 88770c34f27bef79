"""The order of a plan: the terms, the routes of cables, the places of devices, the bill."""
