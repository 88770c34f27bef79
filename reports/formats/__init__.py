"""Building blocks of all reports: documents, tables, pages, charts, workbooks."""
