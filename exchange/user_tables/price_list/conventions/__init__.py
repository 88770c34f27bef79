"""How a price list writes its numbers: decimal signs, dates and currencies of each of its sheets."""
