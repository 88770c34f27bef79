"""What all reports share: documents, tables, pages, charts, workbooks."""
