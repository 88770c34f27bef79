"""Reading the TOML file of a hall: its tables, rows, shapes and their soundness."""
