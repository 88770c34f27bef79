"""Networks that simulators take: htsim's parameters of a tree, and lists of links for ns-3."""
