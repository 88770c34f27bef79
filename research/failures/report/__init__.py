"""Networks under failing links, for people: tables, a chart, a page."""
