"""CSV sheets for installers: labels, pull sheets, tray sheets; `papers` prints the same rows."""
