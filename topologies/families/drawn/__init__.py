"""Networks drawn by chance: random regular, Jellyfish, Xpander, SkyWalk."""
