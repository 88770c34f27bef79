"""NetBox: a folder of CSV exports as a fabric, links traced through the ports of panels."""
