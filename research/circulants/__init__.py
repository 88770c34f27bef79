"""The best circulants by exhaustive search over jump sets."""
