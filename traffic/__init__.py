"""What a network carries, before placement: traffic patterns, routing, channel loads and throughput."""
