"""A larger network with the old machine in place."""
