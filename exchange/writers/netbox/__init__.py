"""NetBox: racks, devices, interfaces and cables as the CSV files that it imports."""
