"""What an order adds to its parts: spares, price breaks, bundles, trunks, cost of ownership."""
