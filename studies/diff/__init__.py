"""The differences between two plans, with their costs."""
