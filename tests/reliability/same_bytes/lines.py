"""The command lines that are recorded, in scenarios that do not depend on one another."""

import shlex
from dataclasses import dataclass

from tests.reliability.same_bytes import lines_networks, lines_plans, lines_refused

#: Every group and command; each one's ``--help`` is recorded.
COMMANDS: tuple[str, ...] = (
    "",
    *(
        "layout",
        "plan",
        "verify",
        "cost",
        "explain",
        "bom",
        "power",
        "latency",
        "compare",
        "export",
        "papers",
        "import",
    ),
    *("rack", "design", "diff", "whatif", "report", "grow", "growth", "fidelity", "qap", "init"),
    *("topology", "topology list", "topology show", "topology export"),
    *("topology compare", "topology failures", "topology feasible"),
    *("room", "room show", "room check", "room import", "room lists"),
    *("catalogue", "catalogue show", "catalogue check", "catalogue import"),
    *("circulant", "circulant search", "circulant product"),
    *("partition", "partition bound", "partition policy", "partition place"),
    *("traffic", "traffic load", "traffic routes", "traffic simulate", "traffic study", "traffic smpi"),
    *("traffic offered", "traffic motif", "traffic motifs", "traffic static"),
    *("check", "check routable", "check built"),
)

#: A scenario is a working folder of its own and the lines that run in it, one after the other: a
#: name, and what stands after ``netfloor``. Long scenarios come first: two of them run side by side.
SCENARIOS: dict[str, tuple[tuple[str, str], ...]] = {
    **lines_plans.SCENARIOS,
    **lines_networks.SCENARIOS,
    **lines_refused.SCENARIOS,
    "help": (
        ("nothing", ""),
        ("version", "--version"),
        *((f"help {command}".strip(), f"{command} --help".strip()) for command in COMMANDS),
    ),
}


@dataclass(frozen=True)
class Line:
    """A command line of a scenario.

    Attributes
    ----------
    scenario
        Lines of one scenario run in the order of this list, in one folder.
    name
        What the line is called; no other line of the scenario has the name.
    words
        The words after ``netfloor``.
    """

    scenario: str
    name: str
    words: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of the result, below that of the recording."""
        return f"{self.scenario}/{self.name.replace(' ', '-')}"


#: All lines, scenario by scenario.
LINES: tuple[Line, ...] = tuple(
    Line(scenario, name, tuple(shlex.split(text)))
    for scenario, lines in SCENARIOS.items()
    for name, text in lines
)
