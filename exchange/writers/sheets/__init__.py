"""CSV sheets for installers: labels, pull sheets and tray sheets; `papers` prints the same rows as PDF."""
