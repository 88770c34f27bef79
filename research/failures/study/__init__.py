"""The studies of ``netfloor topology failures``: random link failures, and losses of single elements."""
