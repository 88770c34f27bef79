"""Who stands where: problem, placers, stopping, bounds and the independent check."""
