"""Families on a grid with any number of dimensions: tori, meshes, hypercubes, HyperX, complete graphs."""
