"""The expected time of a planning run, measured briefly on its own network and room."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.foundation.wording import count_text
from netfloor.layout.annealing import Schedule, make_annealer
from netfloor.layout.chains.portfolio import default_chains, default_iterations
from netfloor.layout.problem import Problem, make_problem
from netfloor.layout.starts import random_start
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.studies.place import Site

#: Proposals that are timed, and proposals before that to compile the kernels.
TIMED, WARM = 200_000, 1000
#: Objectives whose search is as fast as that for length.
_LIKE_LENGTH = ("length", "money", "parts", "power")
#: Seconds of a run besides its search (bound, servers, parts, drawings), fixed and per 1,000 links;
#: measured at rooms of 50 to 600 switches on two busy cores, with a factor for machines and load.
BESIDES_S, PER_1000_LINKS_S, SPREAD = 10.0, 4.0, 2.0


@dataclass(frozen=True)
class Searches:
    """The searches of a run."""

    places: int = 1  # possible choices of places for the switches
    cabinets: int = 0  # choices whose cabinets are searched, each of which may take a second search
    costs: int = 0  # most requirements of the kept choice that are dropped in turn
    together: bool = False  # switches are placed jointly with servers, by length or objective
    both: bool = False  # each choice is searched both ways: switches first, and jointly with servers

    @property
    def count(self) -> int:
        """Most placements that are searched."""
        return self.placings + self.costs

    @property
    def placings(self) -> int:
        """Most placements that get servers and parts."""
        return (1 + self.both) * (self.places + self.cabinets)

    def text(self) -> str:
        """Return the searches as text."""
        joint = "switches with servers" if self.together else "switches"
        joint += ", and again with servers" * self.both
        places = f" for {self.places} choices of places" if self.places > 1 else ""
        places += f", {self.cabinets} of them possibly repeated in other cabinets" * (self.cabinets > 0)
        costs = f", then without {count_text(self.costs, 'requirement')} in turn" if self.costs else ""
        maximum = "up to " if self.cabinets or self.costs else ""
        return f"{maximum}{count_text(self.count, 'search')}: {joint}{places}{costs}"


@dataclass(frozen=True)
class ExpectedTime:
    """A range of seconds, with the measured speed of the search."""

    min_s: float
    max_s: float
    proposals_per_s: float
    counted: bool  # False if the search for the objective is not included
    searches: Searches

    @property
    def brief(self) -> str:
        """The range without the speed of the search."""
        if not self.counted:
            return f"more than about {_span(self.min_s)}"
        return f"about {_span(self.min_s)} to {_span(self.max_s)}"

    def text(self) -> str:
        """Return the range as text."""
        speed = f"{self.proposals_per_s / 1e6:,.1f} million proposals per second on one core, measured now"
        speed = f"{speed}; {self.searches.text()}"
        if not self.counted:
            rest = "without the search for this objective, which is slower"
            return f"{self.brief}: {rest}; {speed}"
        return f"{self.brief}; {speed}"

    def to_dict(self) -> dict[str, Any]:
        """Return the range for JSON."""
        maximum = round(self.max_s) if self.counted else None
        return {
            "least": round(self.min_s),
            "most": maximum,
            "proposals_per_second": round(self.proposals_per_s),
            "searches": self.searches.count,
        }


def expected_time(
    request: HallPlanFile,
    site: Site,
    closed: npt.NDArray[np.bool_] | None,
    workers: int,
    searches: Searches,
) -> ExpectedTime:
    """Return the approximate time of the run on this machine.

    Joint proposals of servers and switches are assumed to be as fast as those of switches.
    """
    problem = make_problem(site.topology, site.room, None, closed)
    per_s = _proposals_per_s(problem)
    table = request.layout
    like_length = table.objective in _LIKE_LENGTH
    iterations = table.iterations or default_iterations(table.placer)
    at_once = min(workers, default_chains(problem.routers))
    phases = 1 if table.objective == "length" or not like_length or searches.together else 2
    search_s = phases * iterations / per_s / at_once if table.seconds is None else table.seconds
    besides_s = BESIDES_S + PER_1000_LINKS_S * site.topology.link_count / 1000
    # each choice of places gives a full plan; the cost of a requirement takes only a search
    search_s, besides_s = searches.count * search_s, searches.placings * besides_s
    counted = like_length or table.seconds is not None
    all_s = search_s + besides_s
    return ExpectedTime(all_s / SPREAD, all_s * SPREAD, per_s, counted, searches)


def _proposals_per_s(problem: Problem) -> float:
    """Return the proposals per second of one chain, half of them hot and half of them cold."""
    rng = np.random.default_rng(0)
    annealer = make_annealer(problem, random_start(problem, rng), rng)
    scale, schedule = annealer.mean_change(), Schedule()
    hot, cold = (schedule.temperature(scale, progress) for progress in (0.0, 1.0))
    annealer.anneal(WARM, hot)
    began = time.perf_counter()
    for temperature in (hot, cold):
        annealer.anneal(TIMED // 2, temperature)
    return TIMED / max(time.perf_counter() - began, 1e-6)


def _span(seconds: float) -> str:
    """Return a time with one or two digits: 40 s, 3 min, 2 h."""
    for size, unit in ((3600.0, "h"), (60.0, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{max(round(seconds, -1) if seconds > 20 else round(seconds), 1):,.0f} s"
