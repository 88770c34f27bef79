"""NetBox: devices, interfaces and cables as CSV files that it imports."""
