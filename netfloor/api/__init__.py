"""The public library: the functions and types behind ``import netfloor``."""
