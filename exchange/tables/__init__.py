"""Readers of untrusted texts, tables and workbooks, with limits on size and work."""
