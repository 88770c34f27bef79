"""The report of a plan under other assumptions: table, chart, page."""
