"""The public library: functions and types of ``import netfloor``."""
