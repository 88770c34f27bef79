"""What a placed network gives and costs by given prices: the facts that every figure is derived from."""
