"""Families on a grid in any number of dimensions: tori, meshes, hypercubes, HyperX, complete graphs."""
