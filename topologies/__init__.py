"""What is connected: families of networks, one file each, and graph files."""
