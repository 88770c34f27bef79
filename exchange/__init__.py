"""A plan in the files of other systems and on paper, and their files as plans: one format, one file."""
