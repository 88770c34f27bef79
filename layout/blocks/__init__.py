"""Where groups of switches, or all of them, have to stand together: which slots they may use."""
