"""Reports of partitions: bounds, policies of machines, partitions of plans."""
