"""A plan whose links go through fibre trunks: bill, counts, metres, trays and refusals."""

import json
import math
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.plans.load import load_plan
from netfloor.plans.order.owned import purchases_of
from netfloor.plans.order.parts_list import listed_parts, parts_list
from netfloor.plans.order.terms import planned_order
from netfloor.plans.order.trays import CableAreas, bought_cables
from netfloor.plans.verify import verify_plan
from tests.studies.hall_plan.test_hall_plan import ROOM
from tests.studies.hall_plan.test_networks import call, planned

REQUEST = """
room = "room.toml"
catalogue = "parts_trunks.toml"
[network]
spec = "leafspine:2,1,k=13,t=4"
gbps = 100
[layout]
iterations = 500
require = ["apart=0,1", "apart=0,2", "apart=1,2"]
[parts]
fibre_trunks = true
laying_price = 95.0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a plan of two leaves, each with 13 links to a spine in another cabinet."""
    return planned(tmp_path_factory.mktemp("trunks"), "parts_trunks.toml", ROOM, REQUEST)


def test_the_bill_says_what_trunks_save_and_everything_adds_up(folder: Path) -> None:
    """12 of 13 links are in each trunk; money, metres, trays and labour count what is bought."""
    bom = json.loads((folder / "out/bom.json").read_text())
    plan = load_plan(folder / "out/plan.json")
    assert verify_plan(folder / "out/plan.json").problems == ()
    counts, told = bom["counts"], bom["choice"]["trunks"]
    assert (counts["links_in_trunks"], counts["trunks"], counts["cassettes"]) == (24, 2, 4)
    assert counts["cords"] == 2 + 2 * 24
    assert "cords = links of cords + 2 x links in trunks" in bom["identities"]
    assert "links = links of assemblies + links of cords + links in trunks" in bom["identities"]
    assert (told["why_none"], told["links_suited"], told["links_not_suited"]) == (None, 26, [])
    assert counts["cables"] == counts["assemblies"] + counts["cords"] + 2
    assert all(bom["identities"].values())
    used = {one["cabinet"]: one["units"]["used"] for one in bom["headroom"]["cabinets"]}
    assert all(used[one["cabinet"]] == one["height_u"] for one in bom["cabinets"])  # panels too
    file, catalogue, terms = planned_order(plan)
    plain = listed_parts(plan, file, catalogue, replace(terms, fibre_trunks=False, laying_price=0.0))
    parts = parts_list(plan)
    dearer = bom["summary"]["parts_cost"] - plain.bom.net_cents / 100
    assert told["laying_saved"] == 95 * 22
    assert told["saved"] == pytest.approx(told["laying_saved"] - dearer)
    assert told["saved"] > 0
    metres = sum(one.used * (one.sku.length_mm or 0) for one in parts.bom.lines) / 1000
    assert bom["summary"]["ordered_m"] == pytest.approx(metres)
    areas, cords = (bought_cables(plan.room, one, CableAreas()).area_mm2.sum() for one in (parts, plain))
    assert areas - cords == pytest.approx(2 * (math.pi * 9 - 12 * 10))
    laid, laid_plain = purchases_of(parts), purchases_of(plain)
    assert laid.cables_between == laid_plain.cables_between - 22
    assert laid.cables_inside == laid_plain.cables_inside + 48


def test_only_cables_are_called_cables_where_the_money_goes(folder: Path) -> None:
    """Trunks, cassettes and panels have bars of their own names."""
    told = (folder / "out/report.html").read_text().split("Before taxes: ", 1)[1].split(".</", 1)[0]
    for name in ("fibre trunks", "cassettes", "panels", "fibre cords", "DAC cables"):
        assert f"{name} " in told
    assert told.count(" cables ") == 1


@pytest.mark.parametrize(
    ("limit", "limited"),
    [
        (r"(\nswitch_units = .*)", r"\1\nweight_limit_kg = 1000"),
        (r"(\n\[hall\])", r"\n[tiles]\nlimit_kg = 1000\1"),
    ],
)
def test_panels_that_no_cabinet_or_tile_bears_are_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], limit: str, limited: str
) -> None:
    """Fewer servers would not help where panels alone are too heavy."""
    parts = (folder / "parts_trunks.toml").read_text()
    (tmp_path / "parts_trunks.toml").write_text(parts.replace("weight_kg = 2\n", "weight_kg = 2000\n"))
    bears = re.sub(limit, limited, ROOM)
    assert bears != ROOM
    (tmp_path / "room.toml").write_text(bears)
    (tmp_path / "plan.toml").write_text(REQUEST)
    assert call("plan", tmp_path / "plan.toml", "--out", tmp_path / "out", "--quiet") == 4
    told = capsys.readouterr().err
    assert "it holds everything except trunks, cassettes and panels: omit fibre trunks" in told
    assert "servers.per_cabinet" not in told


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("[layout]", "[trays]\nreroute = true\n[layout]", 3),
        ("fibre_trunks = true", "", 3),
        ("laying_price = 95.0", "max_skus = 9", 3),
        ("laying_price = 95.0", 'criterion = "fewest-parts"', 3),
        ('room = "room.toml"', 'room = "grid:2x2"', 3),
        ("laying_price = 95.0", "laying_price = -1", 3),
    ],
)
def test_what_trunks_do_not_go_with_is_refused(
    folder: Path, tmp_path: Path, old: str, new: str, code: int
) -> None:
    """The order asks for trunks where they cannot be: nobody gets cords instead without a word."""
    for name in ("parts_trunks.toml", "room.toml"):
        shutil.copy(folder / name, tmp_path)
    (tmp_path / "plan.toml").write_text(REQUEST.replace(old, new))
    assert call("plan", tmp_path / "plan.toml", "--out", tmp_path / "out", "--quiet") == code
