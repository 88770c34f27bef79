"""What made a file: the tool and its version."""

VERSION = "0.1.0"
TOOL = {"name": "netfloor", "version": VERSION}
