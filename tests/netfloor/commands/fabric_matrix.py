"""Which command takes which fabric, declared once and written into the page on fabrics.

``python -m tests.netfloor.commands.fabric_matrix`` writes the page.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.fixtures.fabrics import FABRICS

PAGE = Path(__file__).parents[3] / "docs/fabrics.md"
#: The page has the tables between these lines.
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
#: A network of each fabric that has several.
NETWORK = {"networks": "storage", "mixed": "storage", "lists": "fabric"}


@dataclass(frozen=True)
class Taken:
    """How a command takes a fabric, as the page says it."""

    text: str


@dataclass(frozen=True)
class Refused:
    """What a command needs that a fabric lacks, and what its message says of that."""

    because: str
    message: str


Cell = Taken | Refused
#: All of the fabric at once; each network in turn, or the one of --network; the one of --network alone.
FULL, EACH, NAMED = Taken("full"), Taken("by network"), Taken("by network, named")
NO_SERVERS = Refused("with endpoints", "endpoints")
RATES = Refused("with one rate", "several rates")
ONE_RATE = Refused("with one rate", "a cost set prices one rate")


@dataclass(frozen=True)
class Row:
    """A command line, and how it takes each fabric.

    Attributes
    ----------
    command
        Its words, with the option that makes another command of it.
    rest
        What follows the plan, with the names of files in braces.
    several
        How it takes fabrics of several networks, where ``cells`` do not say.
    cells
        How it takes one fabric, by its name; in full where nobody says and there is one network.
    extra
        What more is given on one fabric, by its name.
    """

    command: str
    rest: str = ""
    several: Cell = FULL
    cells: Mapping[str, Cell] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)
    form: str = "{command} {plan} {rest}"

    def cell(self, fabric: str) -> Cell:
        """Return how it takes a fabric."""
        return self.cells.get(fabric, self.several if fabric in NETWORK else FULL)

    def words(self, fabric: str, **files: object) -> list[str]:
        """Return the command line on a fabric."""
        line = self.form.format(command=self.command, plan="{plan}", rest=self.rest)
        return f"{line} {self.extra.get(fabric, '')}".format_map(files).split()


def _export(form: str, several: Cell = FULL, **cells: Cell) -> Row:
    rest = f"--to {form} --out {{out}} --force"
    return Row(f"export --to {form}", rest, several, cells, form="export {plan} {rest}")


_GRAPH6 = Refused("without parallel links", "parallel links")
_ANYNET = Refused("without parallel links", "parallel cables")
_NO_RATES = Refused("with rates", "has no rate")
_CAGES = "--cage 100=QSFP28 --cage 25=SFP28 --cage 10=SFP+ --cage 1=RJ45"
_BUY = {
    "lists": f"--catalogue {{parts}} --partial {_CAGES}",
    "imported": "--catalogue {cluster_parts} --network-only",
}
ROWS = (
    Row("verify"),
    Row("explain", "A01"),
    Row("bom", extra=_BUY),
    Row("cost", "", EACH, {"lists": ONE_RATE}),
    Row("power", "", EACH, {"lists": FULL}),
    Row("latency", "--switch-ns 100", EACH),
    _export("netbox"),
    _export("cvt"),
    _export("labels"),
    _export("pull-sheets"),
    _export("slurm", EACH, imported=NO_SERVERS),
    _export("ibsim", EACH),
    _export("simgrid", EACH, imported=_NO_RATES),
    _export("booksim", EACH, mixed=_ANYNET, imported=NO_SERVERS),
    _export("sst", EACH),
    _export("containerlab"),
    _export("ptm"),
    _export("graphml"),
    _export("dot"),
    _export("graph6", mixed=_GRAPH6),
    _export("edges"),
    Row("papers", "--only labels --out {out} --force"),
    Row("papers --since", "--since {new} --only labels --out {out} --force", form="papers {plan} {rest}"),
    Row("compare", "{new}"),
    Row("whatif", "--set overhead=+0.5"),
    Row("grow", "{growth} --out {out}.json --force"),
    Row("diff", "{new}"),
    Row("check built", "{built} --from csv"),
    Row("check routable", "--routing minimal", EACH),
    Row("topology show", "", EACH),
    Row("topology compare", "", EACH),
    Row("topology export", "--to edges --out {out}.edges --force", NAMED),
    Row("topology failures", "--max-trials 10 --proportions 0", EACH),
    Row("traffic load", "", EACH, {"lists": RATES, "imported": NO_SERVERS}),
    Row("traffic routes", "", EACH, {"imported": NO_SERVERS}),
    Row("traffic simulate", "--load 0.1 --cycles 100", NAMED, {"lists": RATES, "imported": NO_SERVERS}),
    Row(
        "traffic offered",
        "--load 0.5 --messages 1 --seeds 1",
        EACH,
        {"lists": RATES, "imported": NO_SERVERS},
    ),
    Row("traffic motif", "", NAMED, {"lists": RATES, "imported": NO_SERVERS}),
    Row("traffic static", "--matchings 2", EACH, {"lists": RATES, "imported": NO_SERVERS}),
    Row("partition place", "--size 1 --by cabinets", NAMED),
)
#: What the other commands read.
OTHERS = {
    "a planning file, lists or a network spec; they write a plan": ("plan", "layout"),
    "a file of another tool; writes a plan": ("import",),
    "cable lists": ("rack",),
    "a study file; its networks are specs or plans (`plan_network` names one of several)": (
        "traffic study",
        "traffic motifs",
        "traffic smpi",
    ),
    "a catalogue, and for `catalogue check --for` a spec or a plan of lists": (
        "catalogue show",
        "catalogue check",
        "catalogue import",
    ),
    "a results file": ("report",),
    "no plan": (
        *("design", "qap", "init", "growth", "fidelity", "topology feasible", "topology list"),
        *("room show", "room check", "room import", "room lists", "circulant search", "circulant product"),
        *("partition bound", "partition policy"),
    ),
}
_HEADS = {
    "single": "one formula",
    "networks": "several networks",
    "mixed": "several rates",
    "lists": "lists",
    "imported": "imported",
}


def page_tables() -> str:
    """Return the tables of the page: commands by fabrics, and what the others read."""
    return "\n".join([*_matrix(), "", *_others()])


def _matrix() -> Iterator[str]:
    yield f"| Commands | {' | '.join(_HEADS[name] for name in FABRICS)} |"
    yield "|---" * (len(FABRICS) + 1) + "|"
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in ROWS:
        alike.setdefault(tuple(_text(row.cell(name)) for name in FABRICS), []).append(row.command)
    for cells, commands in alike.items():
        yield f"| {', '.join(f'`{command}`' for command in commands)} | {' | '.join(cells)} |"


def _text(cell: Cell) -> str:
    return cell.text if isinstance(cell, Taken) else f"only {cell.because}"


def _others() -> Iterator[str]:
    yield "| Commands | What they read |"
    yield "|---|---|"
    for reads, commands in OTHERS.items():
        yield f"| {', '.join(f'`{command}`' for command in commands)} | {reads} |"


def page_text(page: str) -> str:
    """Return the page with its tables as they are declared here."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{page_tables()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_text(PAGE.read_text()))
