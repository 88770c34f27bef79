"""Figures of a plan by key, and keys of figures by screen, table and kind."""

from collections.abc import Iterable, Mapping
from typing import Any

from netfloor.plans.assessment.assessed import Assessed
from netfloor.reports.figures.derive import Value
from netfloor.reports.figures.figure import Kind
from netfloor.reports.figures.table import FIGURES
from netfloor.traffic.load.saturation import PATTERNS


def figures_of(found: Assessed) -> dict[str, Value]:
    """Return every figure of an assessed plan or network by key.

    A plan of several networks has only the figures with a meaning across networks: see `Figure.of_network`.
    """
    return {
        key: None if figure.of_network and found.networks else figure.of(found)
        for key, figure in FIGURES.items()
    }


def figures_over(found: Assessed) -> dict[str, Value]:
    """Return every figure of several networks together; None for figures of a single network."""
    return {key: None if figure.of_network else figure.of(found) for key, figure in FIGURES.items()}


def leading(screen: str) -> list[str]:
    """Return the keys of a screen's main figures."""
    return [key for key, figure in FIGURES.items() if screen in figure.leads]


def grouped() -> dict[str, tuple[str, ...]]:
    """Return the keys of the figures on the page of a study, by table."""
    groups = dict.fromkeys(figure.group for figure in FIGURES.values() if figure.group)
    return {
        group: tuple(key for key, figure in FIGURES.items() if figure.group == group) for group in groups
    }


def keys_of(kind: Kind) -> tuple[str, ...]:
    """Return the keys of the figures of a kind."""
    return tuple(key for key, figure in FIGURES.items() if figure.unit.kind is kind)


def is_carried(key: str) -> bool:
    """Return whether a figure needs a traffic request."""
    return any(key.endswith(f"{pattern}_throughput") or f"{pattern}_gbps" in key for pattern in PATTERNS)


def used(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the keys of the figures that at least one row has."""
    known = {key for row in rows for key, value in row.items() if value is not None}
    return [key for key in FIGURES if key in known]
