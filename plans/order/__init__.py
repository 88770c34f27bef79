"""The order of a plan: the request, the places of cables and devices, the bill."""
