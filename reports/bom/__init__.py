"""The report of a bill of materials: text, page, workbook and JSON."""
