"""The expansion of a plan: a larger network around the old machine."""
