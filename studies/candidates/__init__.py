"""Plans side by side on one price list."""
