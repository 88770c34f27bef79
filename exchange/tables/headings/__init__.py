"""Headings of tables: their lines, the meaning of each column, and headings of no known meaning."""
