"""Plans in the files of other systems and on paper, and those files as plans."""
