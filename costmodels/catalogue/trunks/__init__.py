"""Fibre trunks with cassettes: the links they can serve, and where they save money."""
