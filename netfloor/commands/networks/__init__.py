"""Commands about networks without a room: design, growth, qap."""
