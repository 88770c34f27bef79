"""The best circulants: exhaustive search over jump sets."""
