"""Commands that make, change, compare and check plans."""
