"""The report that compares networks: page, terminal table, CSV and JSON."""
