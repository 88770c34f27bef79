"""The command line, and the study that joins the rooms of the house."""

__version__ = "0.1.0"
