"""Kinds of rows of a table: totals, notes, unused ports, and blanks that repeat the row above."""
