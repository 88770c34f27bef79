"""What stands in the way of something else: aisles, doors, footprints."""
