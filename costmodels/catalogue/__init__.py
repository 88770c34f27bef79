"""A catalogue of parts that the user edits, the best parts for every link, and the bill of materials."""
