"""The report of ``circulant search``: the optima, and how complete the search was."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from netfloor.research.circulants.engine.tasks import SearchResult
from netfloor.research.circulants.orbits import count_orbits
from netfloor.research.circulants.space import SearchSpace


@dataclass(frozen=True)
class Optimum:
    """One of the best circulants, first of all equivalent jump sets.

    ``jumps`` include n / 2 if the radix is odd; ``links`` of the best bisection found and its certified
    lower bound, None if it was not bisected.
    """

    jumps: tuple[int, ...]
    links: int | None = None
    lower_links: int | None = None

    @property
    def interval(self) -> str:
        """The bisection as text."""
        return f"{self.links}" if self.links == self.lower_links else f"{self.lower_links} to {self.links}"


@dataclass(frozen=True)
class CirculantReport:
    """The result of a search.

    ``optima`` up to isomorphism, ``merged`` sets isomorphic to one of them, and ``undecided`` pairs of
    optima that may be isomorphic.
    """

    space: SearchSpace
    found: SearchResult
    optima: tuple[Optimum, ...]
    merged: int
    undecided: int
    seconds: float
    notes: tuple[str, ...]
    interrupted: bool

    @property
    def mean_distance(self) -> float:
        """Mean distance in hops over pairs of different switches."""
        return self.found.total / (self.space.routers - 1)

    @cached_property
    def inequivalent(self) -> int:
        """Number of jump sets up to units."""
        return count_orbits(self.space)

    @property
    def complete(self) -> bool:
        """True if every optimum is listed and every task is done."""
        return self.found.complete and not self.found.missing

    @property
    def bisected(self) -> int:
        """Number of bisected optima."""
        return sum(item.links is not None for item in self.optima)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``circulant search``."""
        result, best = self.found, self.optima[0] if self.optima else None
        return {
            "schema": 1,
            "routers": self.space.routers,
            "radix": self.space.radix,
            "diameter": result.diameter if best else None,
            "mean_distance": self.mean_distance if best else None,
            "bisection_links": best.links if best else None,
            "bisection_lower_links": best.lower_links if best else None,
            "optima": [list(item.jumps) for item in self.optima],
            "complete": self.complete,
            "bisections": [[item.links, item.lower_links] for item in self.optima],
            "bisected": self.bisected,
            "isomorphic_merged": self.merged,
            "isomorphism_undecided_pairs": self.undecided,
            "examined": result.examined,
            "examined_by_diameter": [list(phase) for phase in result.by_phase],
            "total": self.space.total,
            "inequivalent": self.inequivalent,
            "saved_by_symmetry": self.space.total - self.inequivalent,
            "tasks": result.tasks,
            "tasks_done": result.tasks - result.missing,
            "seconds": self.seconds,
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the report as lines of text; without figures if nothing was found."""
        result, n, total = self.found, self.space.routers, self.space.total
        phases = ", ".join(f"{sets:,} for diameter {diameter}" for diameter, sets in result.by_phase)
        share = "up to isomorphism" + (" as far as decided" if self.undecided else "")
        more = "" if result.complete else ", and more that are not listed"
        lines = [f"circulants     {n} switches of radix {self.space.radix}"]
        if self.optima:
            lines.append(f"diameter       {result.diameter}")
            lines.append(f"mean distance  {self.mean_distance:.4f}")
        else:
            lines.append("diameter       none found by these tasks")
        lines.append(
            f"optima         {len(self.optima):,} {share}{more}, {self.merged} isomorphic ones merged"
        )
        if 0 < self.bisected < len(self.optima):
            lines.append(f"bisected       {self.bisected:,} of them")
        for optimum in self.optima:
            jumps = ",".join(map(str, optimum.jumps))
            cut = "" if optimum.links is None else f"  bisection {optimum.interval} links"
            lines.append(f"  circulant:{n}:{jumps}{cut}")
        lines += [
            f"jump sets      {total:,}, {self.inequivalent:,} of them inequivalent",
            f"examined       {result.examined:,} graphs, {phases}; {self.seconds:.1f} s",
            f"tasks          {result.tasks - result.missing} of {result.tasks}",
        ]
        return "\n".join(lines)
