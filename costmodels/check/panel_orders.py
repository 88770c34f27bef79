"""Check of an order's links through panels: cords, transceivers, reach and loss of all pieces.

Shares no code with `costmodels.catalogue` or `costmodels.link_loss`: the catalogue is a plain document.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from netfloor.costmodels.check.prices import decimal, is_as_listed, runs_over

Part = Mapping[str, Any]
#: Form of a panel port in an order.
PANEL_PORT = "panel port"
#: dB of two mated connectors, and dB/km of cabled fibre, ANSI/TIA-568.3-D as commonly quoted: UNVERIFIED.
_CONNECTOR_DB = Fraction("0.75")
_FIBRE_DB_PER_KM = {"OM3": 3, "OM4": 3, "OM5": 3, "OS2": 1}
_CLASS = ("gbps", "optics", "fibre", "fibre_connector", "fibres")


class OrderedPath(NamedTuple):
    """A link through panels: its bought pieces among the order's links, and all pieces in order.

    ``installed_mm`` is the length of an installed piece, None for a bought piece; ``measured_db`` is None
    if not measured; ``fibre`` is the listed fibre of any piece, empty if not listed.
    """

    links: tuple[int, ...]
    installed_mm: tuple[int | None, ...]
    measured_db: tuple[Fraction | None, ...]
    fibre: str


class PanelLink(Protocol):
    """A bought piece, see `orders.OrderedLink`."""

    @property
    def gbps(self) -> float:
        """Rate of its link."""

    @property
    def cages(self) -> tuple[int, int]:
        """Cages or panel ports at both ends."""

    @property
    def copper_mm(self) -> int:
        """Length of its copper route."""

    @property
    def fibre_mm(self) -> int:
        """Length of its fibre route."""

    @property
    def part(self) -> str:
        """The part that serves it."""


def path_problems(
    path: OrderedPath,
    pieces: Sequence[PanelLink],
    forms: Sequence[tuple[str, int]],
    modules: Mapping[int, str],
    parts: Mapping[str, Part],
    *,
    slack_mm: int,
) -> Iterator[str]:
    """Yield the faults of a link through panels with its ordered parts."""
    own = [parts.get(piece.part) for piece in pieces]
    ends = [cage for piece in pieces for cage in piece.cages if forms[cage][0] != PANEL_PORT]
    if len(pieces) != sum(mm is None for mm in path.installed_mm) or len(ends) != 2 or None in own:
        yield "is not a cord for each piece between two cages"
        return
    cords = [item for item in own if item is not None]
    bought = iter(cord["length_mm"] for cord in cords)
    lengths = [next(bought) if mm is None else mm for mm in path.installed_mm]
    if {cord["table"] for cord in cords} == {"cords"}:
        both = [parts.get(modules.get(cage, "")) for cage in ends]
        if None in both:
            yield "has no transceivers at its ends"
            return
        optics = [item for item in both if item is not None]
        yield from _optical(path, pieces, cords, optics, [forms[cage] for cage in ends], slack_mm)
        yield from _limits(path, lengths, optics)
    else:
        yield from _twisted(path, pieces, cords, [forms[cage] for cage in ends], slack_mm)
        if sum(lengths) > min(decimal(cord["series"]["reach_m"]) * 1000 for cord in cords):
            yield "is longer than its patch cords reach"


def _optical(
    path: OrderedPath,
    pieces: Sequence[PanelLink],
    cords: Sequence[Part],
    optics: Sequence[Part],
    forms: Sequence[tuple[str, int]],
    slack_mm: int,
) -> Iterator[str]:
    near, far = optics
    alike = all(near[key] == far[key] for key in _CLASS) and near["gbps"] == pieces[0].gbps
    fitting = all(
        (optic["connector"], optic["links"]) == form for optic, form in zip(optics, forms, strict=True)
    )
    if not alike or not fitting or not is_as_listed(near["fibre"], path.fibre):
        yield "has transceivers that do not fit each other, their cages or the fibre listed"
    for piece, cord in zip(pieces, cords, strict=True):
        series = cord["series"]
        same = (series["fibre"], series["connector"]) == (near["fibre"], near["fibre_connector"])
        long = 0 <= piece.fibre_mm <= cord["length_mm"] - slack_mm
        if not same or series["fibres"] < near["fibres"] or not long:
            yield f"has a cord {piece.part} that does not fit or is too short"


def _limits(path: OrderedPath, lengths: Sequence[int], optics: Sequence[Part]) -> Iterator[str]:
    """Yield a message if a link exceeds the reach or the budget of its transceivers."""
    if sum(lengths) > min(decimal(item["reach_m"]) * 1000 for item in optics):
        yield "is longer than its transceivers reach"
    per_mm = Fraction(_FIBRE_DB_PER_KM[optics[0]["fibre"]], 10**6)
    loss = Fraction(0)
    for at, (length_mm, measured) in enumerate(zip(lengths, path.measured_db, strict=True)):
        loss += length_mm * per_mm if measured is None else measured
        if at and measured is None and path.measured_db[at - 1] is None:
            loss += _CONNECTOR_DB
    for optic in optics:
        if optic.get("budget_db") is not None and loss > decimal(optic["budget_db"]):
            yield f"loses {float(loss):.2f} dB, more than {optic['part']} allows"


def _twisted(
    path: OrderedPath,
    pieces: Sequence[PanelLink],
    cords: Sequence[Part],
    forms: Sequence[tuple[str, int]],
    slack_mm: int,
) -> Iterator[str]:
    plugs = {form for form, _ in forms}
    if not is_as_listed("TP", path.fibre):
        yield "has patch cords, and fibre is listed"
    for piece, cord in zip(pieces, cords, strict=True):
        series = cord["series"]
        fits = cord["table"] == "cables" and series["kind"] == "TP" and series["links"] == 1
        fits = fits and {series["connector_a"], series["connector_b"]} == plugs
        if not fits or not runs_over(series, piece.gbps):
            yield f"has a patch cord {piece.part} that does not fit"
        elif not 0 <= piece.copper_mm <= cord["length_mm"] - slack_mm:
            yield f"has a patch cord {piece.part} that is too short"
