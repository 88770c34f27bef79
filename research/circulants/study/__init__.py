"""The studies behind ``netfloor circulant``: the search, and products of circulants."""
