"""What networks cost as they grow, for people: page, charts, CSV, JSON."""
