"""The comparison of networks: its rows, and one file per output format."""
