"""Readers of simulators' networks: htsim's tree parameters, and link lists for ns-3."""
