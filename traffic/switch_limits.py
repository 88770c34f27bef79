"""Compare the needs of a routing with the limits of switches."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from netfloor.foundation.errors import InfeasibleError
from netfloor.traffic.routing.routes import Routes

Verdict = Literal["too little", "unchecked", "enough"]


@dataclass(frozen=True)
class RoutingNeeds:
    """The needs of a routing for the switches of a network.

    Attributes
    ----------
    routing, network
        Their names.
    virtual_channels
        Virtual channels that packets take on a channel; None if unknown.
    table_entries
        Addresses that a switch looks up, one entry each: every endpoint, and every intermediate switch or
        group. Tables of address ranges need fewer.
    paths_per_entry
        Maximum number of ports from which an entry chooses.
    adaptive
        1 if switches decide by their queues, otherwise 0.
    """

    routing: str
    network: str
    virtual_channels: int | None
    table_entries: int
    paths_per_entry: int = 1
    adaptive: int = 0


@dataclass(frozen=True)
class SwitchLimits:
    """The limits of a switch by its catalogue, None if unstated; ``source`` is the reference."""

    part: str
    source: str = ""
    virtual_channels: int | None = None
    table_entries: int | None = None
    paths_per_entry: int | None = None
    adaptive: int | None = None


#: The compared limits: name, and the default of every switch.
_COMPARED = {
    "virtual_channels": ("virtual channels", 1),
    "table_entries": ("table entries", 0),
    "paths_per_entry": ("ports per table entry", 1),
    "adaptive": ("adaptive routing", 0),
}


@dataclass(frozen=True)
class SwitchCheck:
    """A switch of a catalogue compared with a routing."""

    needs: RoutingNeeds
    limits: SwitchLimits

    def _of(self, key: str) -> Verdict:
        needed, there = getattr(self.needs, key), getattr(self.limits, key)
        if needed is not None and needed <= (_COMPARED[key][1] if there is None else there):
            return "enough"
        return "unchecked" if needed is None or there is None else "too little"

    @property
    def verdict(self) -> Verdict:
        """The worst of all verdicts; an unknown limit is never enough."""
        results = {self._of(key) for key in _COMPARED}
        return next(item for item in ("too little", "unchecked", "enough") if item in results)

    @property
    def too_little(self) -> str:
        """The insufficient limits, with both numbers; empty if none is known to be insufficient."""
        return "; ".join(self._lack(key) for key in self._all("too little"))

    def _all(self, verdict: Verdict) -> list[str]:
        return [key for key in _COMPARED if self._of(key) == verdict and getattr(self.needs, key) != 0]

    def _lack(self, key: str) -> str:
        needed, there, name = getattr(self.needs, key), getattr(self.limits, key), _COMPARED[key][0]
        if key == "adaptive":
            return f"{name} is needed, the switch has none"
        return f"{needed:,} {name} are needed, the switch has {there:,}"

    def _counted(self, key: str) -> str:
        """Return the need, and the limit if the catalogue states it."""
        needed, there, name = getattr(self.needs, key), getattr(self.limits, key), _COMPARED[key][0]
        if key == "adaptive":
            return name
        if needed is None:
            return f"{name} (number needed is unknown)"
        if needed == 1 and there is None:
            name = name.replace("channels", "channel").replace("ports", "port")
        return f"{needed:,} {name}" if there is None else f"{needed:,} of {there:,} {name}"

    def text(self) -> str:
        """Return the check as text, the worst first."""
        unknown, enough = (
            ", ".join(map(self._counted, self._all(item))) for item in ("unchecked", "enough")
        )
        parts = (
            ("TOO LITTLE: ", self.too_little),
            ("UNCHECKED, not in the catalogue: ", unknown),
            ("enough: ", enough),
        )
        clauses = "; ".join(head + clause for head, clause in parts if clause)
        return f"{self.limits.part}: {clauses}" + (f" ({self.limits.source})" if self.limits.source else "")

    def to_dict(self) -> dict[str, Any]:
        """Return the check for JSON documents."""
        sides = (("needed", self.needs), ("there", self.limits))
        return {
            "part": self.limits.part,
            "verdict": self.verdict.replace(" ", "_"),
            **{side: {key: getattr(item, key) for key in _COMPARED} for side, item in sides},
            "source": self.limits.source,
        }


@dataclass(frozen=True)
class SwitchChecks:
    """The checks of all switches of a network; ``note`` says why there is none."""

    checks: tuple[SwitchCheck, ...] = ()
    note: str = ""

    @property
    def too_little(self) -> str:
        """The insufficient limits of switches, with both numbers; empty if none is known."""
        lacks = [f"{check.limits.part}: {check.too_little}" for check in self.checks if check.too_little]
        return "; ".join(lacks)

    @property
    def texts(self) -> tuple[str, ...]:
        """Each check as text, or the reason why there is none."""
        return tuple(check.text() for check in self.checks) or ((self.note,) if self.note else ())

    def to_list(self) -> list[dict[str, Any]]:
        """Return the checks for JSON documents."""
        return [check.to_dict() for check in self.checks]

    def require_enough(self) -> None:
        """Raise `InfeasibleError` with both numbers if a limit is insufficient."""
        if self.too_little:
            needs = self.checks[0].needs
            raise InfeasibleError(
                f"the catalogue's switch cannot do {needs.routing} routing on {needs.network}; "
                f"{self.too_little}"
            )


def needs_of(routes: Routes) -> RoutingNeeds:
    """Return the needs of a routing for every switch of a network.

    Virtual channels are those that packets take, by the proof; entries are counted for flat tables, like
    InfiniBand's linear forwarding tables (InfiniBand Architecture Specification, volume 1).
    """
    tables, first = [routes.table], 0
    if routes.intermediates is not None:
        tables.append(routes.intermediates.towards)
        first = routes.intermediates.count
    return RoutingNeeds(
        routes.rule.name,
        routes.topology.name,
        routes.proof.used,
        int(routes.topology.endpoints.sum()) + first,
        max(int(np.diff(table.first).max(initial=1)) for table in tables),
        int(routes.rule.decision is not None),
    )
