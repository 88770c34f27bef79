"""The studies behind ``netfloor traffic``: simulations, motifs, forwarding tables."""
