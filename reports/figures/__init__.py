"""The figures of a placed network, each declared once, and the tables built from them."""
