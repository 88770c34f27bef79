"""Stopping criteria: a protocol, four criteria, and one that composes them."""

from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.stop.first_of import FirstOf
from netfloor.layout.stop.max_iterations import MaxIterations
from netfloor.layout.stop.max_seconds import MaxSeconds
from netfloor.layout.stop.stopping import Stopping
from netfloor.layout.stop.window import Window

__all__ = ["FirstOf", "Interrupt", "MaxIterations", "MaxSeconds", "Stopping", "Window"]
