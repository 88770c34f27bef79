"""Tables and texts from outside, refused by the work they would cost."""
