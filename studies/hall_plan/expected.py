"""How long a planning run will take: measured for a moment on the network and room themselves."""

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

#: Proposals that are timed, and before that made once so that nothing is compiled on the clock.
TIMED, WARM = 200_000, 1000
#: Objectives whose search proposes and weighs as that for length does.
_LIKE_LENGTH = ("length", "money", "parts", "power")
#: What a run takes besides its search: bound, servers, parts, drawings, and so much for each 1,000 links;
#: measured at rooms of 50 to 600 switches on two busy cores, with a factor for machines and load.
BESIDES_S, PER_1000_LINKS_S, SPREAD = 10.0, 4.0, 2.0


@dataclass(frozen=True)
class Searches:
    """The searches of a run.

    Attributes
    ----------
    places
        Choices of places for the switches that are possible.
    cabinets
        Those of them whose cabinets are searched, which may take a second one each.
    costs
        Requirements of the kept choice that are left out in turn, at most.
    together
        Switches are placed together with servers, in one search for length or objective.
    both
        Each choice of places is searched both ways: switches first, and together with servers.
    """

    places: int = 1
    cabinets: int = 0
    costs: int = 0
    together: bool = False
    both: bool = False

    @property
    def count(self) -> int:
        """How many placements are searched for, at most."""
        return self.placings + self.costs

    @property
    def placings(self) -> int:
        """How many placements get servers and parts, at most."""
        return (1 + self.both) * (self.places + self.cabinets)

    def text(self) -> str:
        """Return the searches for people."""
        joint = "switches with servers" if self.together else "switches"
        joint += ", and again with servers" * self.both
        places = f" in {self.places} choices of places" if self.places > 1 else ""
        places += f", {self.cabinets} of them perhaps again in other cabinets" * (self.cabinets > 0)
        costs = f", then without {count_text(self.costs, 'requirement')} in turn" if self.costs else ""
        most = "up to " if self.cabinets or self.costs else ""
        return f"{most}{count_text(self.count, 'search')}: {joint}{places}{costs}"


@dataclass(frozen=True)
class ExpectedTime:
    """A range of seconds, and the speed of the search that it rests on.

    ``counted`` is False where the search for the objective is not in it: only the rest is.
    ``searches`` says how many there will be.
    """

    least_s: float
    most_s: float
    proposals_per_s: float
    counted: bool
    searches: Searches

    def text(self) -> str:
        """Return the range for people."""
        speed = f"{self.proposals_per_s / 1e6:,.1f} million proposals a second on one core, measured now"
        speed = f"{speed}; {self.searches.text()}"
        if not self.counted:
            rest = "the search for this objective, which is slower, is not counted"
            return f"more than about {_span(self.least_s)}: {rest}; {speed}"
        return f"about {_span(self.least_s)} to {_span(self.most_s)}; {speed}"

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        most = round(self.most_s) if self.counted else None
        return {
            "least": round(self.least_s),
            "most": most,
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
    """Return about how long the run will take on this machine.

    A proposal of servers and switches together is taken to be as quick as one of switches alone.
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
    # each place of the switches is a plan of its own, what a requirement costs a search alone
    search_s, besides_s = searches.count * search_s, searches.placings * besides_s
    counted = like_length or table.seconds is not None
    all_s = search_s + besides_s
    return ExpectedTime(all_s / SPREAD, all_s * SPREAD, per_s, counted, searches)


def _proposals_per_s(problem: Problem) -> float:
    """Return the proposals a second of one chain, half of them hot and half of them cold."""
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
