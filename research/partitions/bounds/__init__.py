"""Lower bounds on the links that leave a part of a network."""
