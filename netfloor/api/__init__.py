"""The library's public face: what ``import netfloor`` offers, over the rooms of the house."""
