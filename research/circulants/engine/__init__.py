"""Kernels, tables and tasks of the circulant search."""
