"""Forms of lists that are made plain tables of devices and cables before they are read."""
