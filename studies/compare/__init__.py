"""The comparison of many networks from a study file: placing, measuring, pricing each."""
