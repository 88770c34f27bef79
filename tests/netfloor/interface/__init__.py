"""What users can give, on record."""
