"""The search for the best circulants, and products of them."""
