"""What ``circulant search`` says: the optima, and how complete the search was."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from netfloor.research.circulants.engine.tasks import SearchResult
from netfloor.research.circulants.orbits import count_orbits
from netfloor.research.circulants.space import SearchSpace


@dataclass(frozen=True)
class Optimum:
    """One of the best circulants, the least of all jump sets that differ by a unit.

    ``jumps`` with n / 2 where the radix is odd; ``links`` of the best cut in halves and the certified
    least, None where it was not bisected.
    """

    jumps: tuple[int, ...]
    links: int | None = None
    lower_links: int | None = None

    @property
    def interval(self) -> str:
        """The bisection for people."""
        return f"{self.links}" if self.links == self.lower_links else f"{self.lower_links} to {self.links}"


@dataclass(frozen=True)
class CirculantReport:
    """What came of a search.

    ``optima`` up to isomorphism, ``merged`` sets left out as isomorphic to one of them, ``undecided`` pairs
    of them of which that is not known.
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
        """Mean distance in hops over pairs of different routers."""
        return self.found.total / (self.space.routers - 1)

    @cached_property
    def inequivalent(self) -> int:
        """Jump sets of which no unit turns one into another."""
        return count_orbits(self.space)

    @property
    def complete(self) -> bool:
        """True where every optimum is listed and every task was done."""
        return self.found.complete and not self.found.missing

    @property
    def bisected(self) -> int:
        """Optima of which a cut is known."""
        return sum(one.links is not None for one in self.optima)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``circulant search --json`` prints."""
        found, best = self.found, self.optima[0] if self.optima else None
        return {
            "schema": 1,
            "routers": self.space.routers,
            "radix": self.space.radix,
            "diameter": found.diameter if best else None,
            "mean_distance": self.mean_distance if best else None,
            "bisection_links": best.links if best else None,
            "bisection_lower_links": best.lower_links if best else None,
            "optima": [list(one.jumps) for one in self.optima],
            "complete": self.complete,
            "bisections": [[one.links, one.lower_links] for one in self.optima],
            "bisected": self.bisected,
            "isomorphic_merged": self.merged,
            "isomorphism_undecided_pairs": self.undecided,
            "examined": found.examined,
            "examined_by_diameter": [list(phase) for phase in found.by_phase],
            "total": self.space.total,
            "inequivalent": self.inequivalent,
            "saved_by_symmetry": self.space.total - self.inequivalent,
            "tasks": found.tasks,
            "tasks_done": found.tasks - found.missing,
            "seconds": self.seconds,
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the report in a few lines; a search that found nothing yet has no figures."""
        found, n, total = self.found, self.space.routers, self.space.total
        phases = ", ".join(f"{sets:,} for diameter {diameter}" for diameter, sets in found.by_phase)
        share = "up to isomorphism" + (" as far as decided" if self.undecided else "")
        more = "" if found.complete else ", and more that are not listed"
        lines = [f"circulants     {n} switches of radix {self.space.radix}"]
        if self.optima:
            lines.append(f"diameter       {found.diameter}")
            lines.append(f"mean distance  {self.mean_distance:.4f}")
        else:
            lines.append("diameter       none found by these tasks")
        lines += [
            f"jump sets      {total:,}; symmetry saves {total - self.inequivalent:,},"
            f" {self.inequivalent:,} differ by no unit",
            f"examined       {found.examined:,} graphs in all, {phases}; {self.seconds:.1f} s",
            f"tasks          {found.tasks - found.missing} of {found.tasks}",
            f"optima         {len(self.optima):,} {share}{more}, {self.merged} isomorphic ones merged",
        ]
        if 0 < self.bisected < len(self.optima):
            lines.append(f"bisected       {self.bisected:,} of them")
        for optimum in self.optima:
            jumps = ",".join(map(str, optimum.jumps))
            cut = "" if optimum.links is None else f"  bisection {optimum.interval} links"
            lines.append(f"  circulant:{n}:{jumps}{cut}")
        return "\n".join(lines)
