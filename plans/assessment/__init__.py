"""Facts about a placed network and its cost at given prices, from which all figures are derived."""
