"""Figures of the papers measured again: what is measured, kept, and compared with the page."""
