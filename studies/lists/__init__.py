"""Rooms and plans made from lists of devices and cables."""
