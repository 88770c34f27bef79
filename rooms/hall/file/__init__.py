"""The TOML file of a hall: tables, rows, shapes and consistency checks."""
