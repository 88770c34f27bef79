"""The dragonfly paper's statements on Figure 19, and the causes of a study's deviations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from netfloor.research.growth.report.types import PaperFigures, PortUse, Statement
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Deviation above which a cause is sought.
TRACED = 0.05
#: Relative change of each coefficient in the search for a cause.
MOVED = 0.3


@dataclass(frozen=True)
class Claim:
    """A saving of the dragonfly over a family at a size, as a share of that family's cost."""

    endpoints: int
    against: str
    saving: float
    over: bool = False

    @property
    def text(self) -> str:
        """The claim as text."""
        if not self.saving:
            return f"the same cost as {self.against}"
        return f"{'more than ' * self.over}{100 * self.saving:.0f} % less than {self.against}"


#: Dragonfly paper (Kim et al., 2008), section 5, the text on Figure 19.
CLAIMS: Mapping[str, tuple[Claim, ...]] = {
    "dragonfly-2008": (
        Claim(1024, "flattened-butterfly", 0.0),
        Claim(4096, "flattened-butterfly", 0.10),
        Claim(16384, "flattened-butterfly", 0.20),
        Claim(65536, "flattened-butterfly", 0.20),
        Claim(16384, "clos", 0.50, over=True),
        Claim(65536, "clos", 0.50, over=True),
        Claim(1024, "torus", 0.62),
        Claim(8192, "torus", 0.47),
        Claim(65536, "torus", 0.60, over=True),
    )
}
#: Lengths from which each paper says that optical cables cost less.
CROSSOVERS: Mapping[str, tuple[tuple[str, float], ...]] = {
    "dragonfly-2008": (("section 5 calculates with", 8.0), ("section 2 says", 10.0))
}
#: Networks of Figure 18, and ports of their switches.
_FIGURE_18, _RADIX = ("dragonfly:a=16,p=16,h=16,g=256", "flattened-butterfly:16,4"), 64
#: Cost per endpoint of a family at a size, with a coefficient multiplied by a factor ("" and 1: none); None
#: without a member.
MoneyAt = Callable[[str, int, str, float], float | None]


def statements(
    published: str, case: str, money: MoneyAt, coefficients: tuple[str, ...]
) -> Iterator[Statement]:
    """Yield every claim next to this study's result, with a coefficient as cause of a large deviation."""
    for claim in CLAIMS[published]:
        ours = _saving(claim, money, "", 1.0)
        statement = Statement(
            text=claim.text,
            endpoints=claim.endpoints,
            against=claim.against,
            claimed=claim.saving,
            over=claim.over,
            ours=ours,
            case=case,
        )
        missed = statement.deviation
        cause = "" if missed is None or missed <= TRACED else _cause(claim, missed, money, coefficients)
        yield Statement(
            text=claim.text,
            endpoints=claim.endpoints,
            against=claim.against,
            claimed=claim.saving,
            over=claim.over,
            ours=ours,
            case=case,
            cause=cause,
        )


def _saving(claim: Claim, money: MoneyAt, coefficient: str, factor: float) -> float | None:
    own = money("dragonfly", claim.endpoints, coefficient, factor)
    other = money(claim.against, claim.endpoints, coefficient, factor)
    return None if own is None or other is None else 1 - own / other


def _cause(claim: Claim, missed: float, money: MoneyAt, coefficients: tuple[str, ...]) -> str:
    """Return the coefficient that, changed by `MOVED`, brings the saving nearest to the claim."""
    moved = []
    for name in coefficients:
        for factor in (1 - MOVED, 1 + MOVED):
            saving = _saving(claim, money, name, factor)
            if saving is not None:
                left = max(0.0, claim.saving - saving) if claim.over else abs(saving - claim.saving)
                moved.append((left, name, factor, saving))
    left, name, factor, saving = min(moved, default=(missed, "", 1.0, 0.0))
    if left > missed - 0.005:
        return "no coefficient moves it: the networks themselves differ from the paper's"
    more = "" if left <= TRACED else "; no coefficient alone explains it"
    return f"{name}: {100 * (factor - 1):+.0f} % of it gives {100 * saving:.1f} %{more}"


def paper_figures() -> PaperFigures:
    """Return Figures 1, 4 and 18 of the dragonfly paper.

    Figure 1: a complete network of sqrt(N) switches with sqrt(N) endpoints each (footnote 2) needs ``2
    sqrt(N) - 1`` ports; Figure 4: a balanced dragonfly of h global ports has ``4 h - 1`` ports and ``4 h^4
    + 2 h^2`` endpoints (section 3.1). Figure 18 shows the networks as built.
    """
    complete = tuple((2 * 2**power - 1, 4**power) for power in range(2, 11))
    balanced = tuple((4 * h - 1, 4 * h**4 + 2 * h**2) for h in range(1, 17))
    curves = (
        ("one global hop, fully connected (Figure 1)", complete),
        ("balanced dragonfly (Figure 4)", balanced),
    )
    return PaperFigures(tuple(map(_port_use, map(build, _FIGURE_18))), _RADIX, curves)


def _port_use(topology: Topology) -> PortUse:
    """Return the use of switch ports in a network with groups of 16."""
    group = np.arange(topology.routers) // 16
    crossing = group[topology.links[:, 0]] != group[topology.links[:, 1]]
    cables = int(topology.multiplicity[crossing].sum())
    leaving = 2 * cables // topology.routers
    hosts, degree = int(topology.endpoints.max()), int(topology.degree.max())
    return PortUse(topology.name, int(topology.endpoints.sum()), hosts, degree - leaving, leaving, cables)
