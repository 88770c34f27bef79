"""Free space, power, weight and ports of a plan, and the servers that still fit."""
