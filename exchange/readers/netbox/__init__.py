"""Reader of NetBox: a folder of CSV exports as a fabric, with links traced through panel ports."""
