"""What ``circulant search`` says: the optima, and how complete the search was."""

from dataclasses import dataclass
from typing import Any

from structure.circulants import Found, SearchSpace

SECONDS_AN_HOUR = 3600


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
    found: Found
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

    def to_dict(self) -> dict[str, Any]:
        """Return what ``circulant search --json`` prints."""
        found, best = self.found, self.optima[0] if self.optima else Optimum(())
        return {
            "schema": 1,
            "routers": self.space.routers,
            "radix": self.space.radix,
            "diameter": found.diameter,
            "mean_distance": self.mean_distance,
            "bisection_links": best.links,
            "bisection_lower_links": best.lower_links,
            "optima": [list(one.jumps) for one in self.optima],
            "bisections": [[one.links, one.lower_links] for one in self.optima],
            "isomorphic_merged": self.merged,
            "isomorphism_undecided_pairs": self.undecided,
            "examined": found.examined,
            "total": self.space.total,
            "saved_by_symmetry_and_bounds": self.space.total - found.examined,
            "tasks": found.tasks,
            "tasks_done": found.tasks - found.missing,
            "seconds": self.seconds,
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the report in a few lines."""
        found, n = self.found, self.space.routers
        share = "up to isomorphism" if not self.undecided else "up to isomorphism as far as decided"
        lines = [
            f"circulants     {n} routers of radix {self.space.radix}",
            f"diameter       {found.diameter}",
            f"mean distance  {self.mean_distance:.4f}",
            f"examined       {found.examined:,} of {self.space.total:,} jump sets, the others by symmetry"
            f" and bounds; {self.seconds:.1f} s",
            f"tasks          {found.tasks - found.missing} of {found.tasks}",
            f"optima         {len(self.optima)} {share}, {self.merged} isomorphic ones merged",
        ]
        for one in self.optima:
            jumps = ",".join(map(str, one.jumps))
            cut = "" if one.links is None else f"  bisection {one.interval} links"
            lines.append(f"  circulant:{n}:{jumps}{cut}")
        return "\n".join(lines)


def spent(seconds: float) -> str:
    """Return a time for people."""
    if seconds < 2 * SECONDS_AN_HOUR:
        return f"{seconds:,.0f} s" if seconds < 600 else f"{seconds / 60:,.0f} minutes"
    hours = seconds / SECONDS_AN_HOUR
    return f"{hours:,.1f} hours" if hours < 100 else f"{hours / 24:,.0f} days"
