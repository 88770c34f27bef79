"""What a graph alone is worth: tables and charts."""
