"""The page that compares published figures with ours: exhibits, their states, and the Markdown."""
