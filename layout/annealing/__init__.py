"""Simulated annealing by tables: a state for every kind of length, one run loop for all."""

from layout.annealing.annealer import Annealer
from layout.annealing.choose import make_annealer
from layout.annealing.schedule import Schedule

__all__ = ["Annealer", "Schedule", "make_annealer"]
