"""The report of a plan under changed assumptions: table, chart, page."""
