"""Readers of user-written tables: fixed switches, servers, device matches, requirements, traffic."""
