"""What a circulant search found and what it would take."""
