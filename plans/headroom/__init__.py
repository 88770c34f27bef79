"""What a plan leaves free in cabinets, rows and networks, and how many more servers that takes."""
