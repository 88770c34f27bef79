"""The check of links through panels takes what works, and nothing else."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from netfloor.costmodels.check.panel_orders import PANEL_PORT, OrderedPath, path_problems


class Piece(NamedTuple):
    """A bought piece of a link."""

    gbps: float
    cages: tuple[int, int]
    copper_mm: int
    fibre_mm: int
    part: str


def optics(part: str, **more: Any) -> dict[str, Any]:
    """Return a transceiver of 100 Gb/s over 70 m of OM4."""
    own = {"table": "transceivers", "part": part, "connector": "QSFP28", "links": 1, "gbps": 100.0}
    fibre = {"optics": "SR4", "fibre": "OM4", "fibre_connector": "MPO", "fibres": 8}
    return own | fibre | {"reach_m": 70.0, "budget_db": 1.9} | more


def cord(length_mm: int, **more: Any) -> dict[str, Any]:
    """Return a cord of OM4."""
    series = {"fibre": "OM4", "connector": "MPO", "fibres": 12} | more
    return {"table": "cords", "length_mm": length_mm, "series": series}


def patch(length_mm: int, **more: Any) -> dict[str, Any]:
    """Return a patch cord of twisted pair."""
    plugs = {"connector_a": "RJ45", "connector_b": "RJ45", "links": 1, "gbps": 1.0, "reach_m": 100.0}
    return {"table": "cables", "length_mm": length_mm, "series": {"kind": "TP"} | plugs | more}


PARTS = {
    "SR": optics("SR"),
    "FAR": optics("FAR", reach_m=500.0),
    "LR": optics("LR", optics="LR4"),
    "25G": optics("25G", gbps=25.0),
    "WIDE": optics("WIDE", connector="OSFP"),
    "C1": cord(1000),
    "OS": cord(1000, fibre="OS2"),
    "THIN": cord(1000, fibres=2),
    "P1": patch(1000),
    "P10": patch(1000, gbps=10.0),
    "P01": patch(1000, gbps=0.1),
    "SFP": patch(1000, connector_b="SFP28"),
}
PORT = (PANEL_PORT, 1)
#: Cage 0 at the first device, 3 at the last, ports of panels between.
FORMS = [("QSFP28", 1), PORT, PORT, ("QSFP28", 1)]
USUAL: dict[str, Any] = {
    "cords": ("C1", "C1"),
    "modules": ("SR", "SR"),
    "way_mm": 900,
    "installed_mm": 20_000,
    "fibre": "OM4",
    "measured": None,
    "slack_mm": 0,
}


def problems(**faults: Any) -> list[str]:
    """Return what is wrong with a link of two cords and a fixed cable between two panels."""
    one = USUAL | faults
    near, far = one["cords"]
    pieces = [Piece(100.0, (0, 1), -1, one["way_mm"], near), Piece(100.0, (3, 2), -1, one["way_mm"], far)]
    path = OrderedPath(
        (0, 1), (None, one["installed_mm"], None), (None, one["measured"], None), one["fibre"]
    )
    ends = {cage: part for cage, part in zip((0, 3), one["modules"], strict=True) if part}
    return [*path_problems(path, pieces, FORMS, ends, PARTS, slack_mm=one["slack_mm"])]


def test_a_link_that_works_has_no_problem() -> None:
    """Two connectors and 22 m of fibre lose 1.566 dB, and 1.9 are allowed."""
    assert not problems()
    assert not problems(fibre="")
    assert not problems(measured=Fraction("1.8"))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ({"cords": ("C1", "OS")}, "has a cord OS that does not fit or is too short"),
        ({"cords": ("THIN", "C1")}, "has a cord THIN that does not fit or is too short"),
        ({"way_mm": 1001}, "has a cord C1 that does not fit or is too short"),
        ({"slack_mm": 101}, "has a cord C1 that does not fit or is too short"),
        ({"modules": ("SR", "")}, "has no transceivers at its ends"),
        ({"modules": ("SR", "LR")}, "do not fit each other"),
        ({"modules": ("25G", "25G")}, "do not fit each other"),
        ({"modules": ("SR", "WIDE")}, "do not fit each other"),
        ({"fibre": "OS2"}, "do not fit each other, their cages or the fibre listed"),
        ({"installed_mm": 68_001}, "is longer than its transceivers reach"),
        ({"measured": Fraction("1.95")}, "loses 1.96 dB, more than SR allows"),
        ({"installed_mm": 140_000, "modules": ("FAR", "FAR")}, "loses 1.93 dB, more than FAR allows"),
        ({"cords": ("C1", "NONE")}, "is not a cord for each piece"),
    ],
)
def test_each_fault_is_found(fault: dict[str, Any], message: str) -> None:
    """Of the parts, of the reach and of the loss."""
    assert any(message in one for one in problems(**fault))


@pytest.mark.parametrize(
    ("cords", "installed_mm", "fibre", "way_mm", "message"),
    [
        (("P1", "P1"), 98_000, "TP", 900, ""),
        (("P1", "P10"), 98_000, "TP", 900, ""),
        (("P1", "P1"), 98_001, "TP", 900, "is longer than its patch cords reach"),
        (("P1", "P1"), 20_000, "OM4", 900, "has patch cords, and fibre is listed"),
        (("P10", "P01"), 20_000, "TP", 900, "has a patch cord P01 that does not fit"),
        (("SFP", "P1"), 20_000, "", 900, "has a patch cord SFP that does not fit"),
        (("P1", "P1"), 20_000, "TP", 1001, "has a patch cord P1 that is too short"),
    ],
)
def test_twisted_pair(
    cords: tuple[str, str], installed_mm: int, fibre: str, way_mm: int, message: str
) -> None:
    """Patch cords of the rate or a higher one and both plugs, 100 m with the fixed cable."""
    forms = [("RJ45", 1), PORT, PORT, ("RJ45", 1)]
    pieces = [Piece(1.0, (0, 1), way_mm, -1, cords[0]), Piece(1.0, (2, 3), way_mm, -1, cords[1])]
    path = OrderedPath((0, 1), (None, installed_mm, None), (None, None, None), fibre)
    found = [*path_problems(path, pieces, forms, {}, PARTS, slack_mm=0)]
    assert (found[0] if found else "") == message
