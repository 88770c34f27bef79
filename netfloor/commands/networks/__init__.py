"""Commands about networks before any room: design, growth, qap."""
