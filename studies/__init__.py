"""Use cases that combine the other packages: place, order, compare, expand, design."""
