"""Additions to the parts of an order: spares, price breaks, bundles, trunks, cost of ownership."""
