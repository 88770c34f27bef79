"""Choice of parts for all links: candidates, limits, an integer programme, the reasons."""
