"""What was read, passed over and left out of tables, as notes."""
