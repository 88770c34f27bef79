"""The report of the differences between two plans."""
