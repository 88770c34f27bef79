"""What is bought for a plan: the request, places of cables and devices, the bill."""
