"""The comparison of networks in a study file: placement, measurement and prices of each."""
