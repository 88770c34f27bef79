"""The report of graph properties before placement: tables and charts."""
