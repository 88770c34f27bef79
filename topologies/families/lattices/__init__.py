"""Grids in any number of dimensions: tori, meshes, HyperX and their kin."""
