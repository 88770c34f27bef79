"""Networks drawn as graphs: DOT with ports, yEd's GraphML and GEXF as fabrics."""
