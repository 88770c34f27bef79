"""The report of channel loads and routes."""
