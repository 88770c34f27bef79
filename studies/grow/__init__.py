"""The expansion of a plan: a larger network around the existing machine."""
