"""What stands beside what was planned."""
