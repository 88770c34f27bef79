"""A company's own price list, a CSV file or workbook of any shape, as a catalogue of parts."""
