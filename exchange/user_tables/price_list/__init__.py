"""Import of a company's own price list, a CSV file or workbook of any layout, as a parts catalogue."""
