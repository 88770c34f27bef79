"""A hall out of a CAD drawing."""
