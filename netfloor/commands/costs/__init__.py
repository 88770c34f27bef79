"""Commands that price a plan: cost, power, latency, bom."""
