"""The bill of materials as text, sections, sheets and JSON."""
