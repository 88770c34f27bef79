"""Writer of NetBox's import files: CSVs of racks, devices, interfaces and cables."""
