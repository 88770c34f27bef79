"""What installers work by, as CSV files: labels, pull sheets, tray sheets; `papers` prints them."""
