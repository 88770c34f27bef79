"""Runs kept in one SQLite file, and their reports given back."""
