"""What an order adds to a bill: spares, price breaks, stock lengths, bundles, trunks, cost of ownership."""
