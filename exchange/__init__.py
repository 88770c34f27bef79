"""A plan in the files of other systems, and their files as plans: one format, one file."""
