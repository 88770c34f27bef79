"""Reading text, tables and workbooks from outside, refused where they would take too much work."""
