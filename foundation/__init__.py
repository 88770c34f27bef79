"""Shared basics of all packages: errors, files, units, interrupts, plug-ins."""
