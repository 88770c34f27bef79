"""The comparison of finished plans, priced by the same price list."""
