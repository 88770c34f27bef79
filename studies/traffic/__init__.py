"""What a network carries: a spec or a plan, a pattern and a routing."""
