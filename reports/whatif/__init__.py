"""A plan under other assumptions: table, chart, report."""
