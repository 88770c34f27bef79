"""Commands about networks before any room."""
