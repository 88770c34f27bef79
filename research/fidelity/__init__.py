"""Reproduction of published figures: measure them, store the results, and compare them with the papers."""
