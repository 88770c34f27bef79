"""Reports on networks with failed links: tables, a chart, a page."""
