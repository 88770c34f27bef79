"""The money of a price list: every column and sentence with an amount is used, skipped or asked about."""
