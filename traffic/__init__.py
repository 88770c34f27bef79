"""The traffic that a network carries, before placement: patterns, routing, channel loads, throughput."""
