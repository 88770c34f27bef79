"""What a network carries: loads of channels, routes."""
