"""What the columns of a price list are, by headings and by cells."""
