"""What a name in a plan means: a cable with its length and part, a device, a port, a cabinet."""
