"""What installers hold in their hands: labels, pull sheets, tray sheets."""
