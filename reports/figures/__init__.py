"""The figures of a placed network, each declared once, and the tables of any rows that have them."""
