"""What a change of plans touches."""
