"""Fibre trunks of an order: the ways that links may take, and where trunks end."""
