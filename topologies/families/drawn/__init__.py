"""Randomised families: random regular, Jellyfish, Xpander, SkyWalk."""
