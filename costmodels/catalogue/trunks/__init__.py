"""Fibre trunks with cassettes: which links they can serve, and where they save money."""
