"""What ``netfloor topology failures`` runs: links that fail at random, elements lost one at a time."""
