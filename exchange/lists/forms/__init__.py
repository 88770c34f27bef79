"""Conversion of list formats to plain tables of devices and cables."""
