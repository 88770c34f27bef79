"""What a network carries: traffic patterns, routing, channel loads and throughput."""
