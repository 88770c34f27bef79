"""Conversion of plans to and from other systems' files, and printed sheets."""
