"""Reports on partitions: bounds, policies of machines, partitions of plans."""
