"""Commands for the files of other systems: import, export, check."""
