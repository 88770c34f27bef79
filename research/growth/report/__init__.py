"""The report of cost against size for families of networks: page, charts, CSV, JSON."""
