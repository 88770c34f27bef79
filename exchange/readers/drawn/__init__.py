"""Readers of networks drawn as graphs: DOT with ports, yEd's GraphML, and GEXF."""
