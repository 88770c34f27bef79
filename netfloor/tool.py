"""Who writes our files."""

from netfloor import __version__

TOOL = {"name": "netfloor", "version": __version__}
