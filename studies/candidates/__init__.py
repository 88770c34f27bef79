"""The comparison of finished plans on one price list."""
