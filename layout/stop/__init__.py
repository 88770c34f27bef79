"""Stopping criteria: a protocol, four criteria, and one that composes them."""

from layout.stop.first_of import FirstOf
from layout.stop.interrupt import Interrupt
from layout.stop.max_iterations import MaxIterations
from layout.stop.max_seconds import MaxSeconds
from layout.stop.stopping import Stopping
from layout.stop.window import Window

__all__ = ["FirstOf", "Interrupt", "MaxIterations", "MaxSeconds", "Stopping", "Window"]
