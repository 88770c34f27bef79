"""The report that compares networks: its rows as page, terminal table, CSV and JSON."""
