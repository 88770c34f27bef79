"""Devices, ports and cables: the model shared by lists, dumps and exports."""
