"""``plan --dry-run`` beside ``plan``: it does not call fitting what planning refuses."""

from pathlib import Path
from random import Random

import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.hall_plan import run as planning
from netfloor.studies.hall_plan.dry_run import DryRun, dry_run

FILES = 80

CATALOGUE = """
schema = 1
title = "small"
currency = "USD"
price_date = 2026-01-01
tax_percent = 0.0
slack_m = 0.0
spares_percent = 0.0
[[cables]]
name = "copper"
kind = "DAC"
gbps = 100
connector_a = "QSFP28"
connector_b = "QSFP28"
reach_m = 3
lengths = [{ length_m = 1, part = "DAC-1", price = 10 }, { length_m = 3, part = "DAC-3", price = 15 }]
[[transceivers]]
part = "OPTIC"
name = "optic"
connector = "QSFP28"
gbps = 100
fibre_connector = "LC"
fibre = "OS2"
fibres = 2
optics = "LR"
reach_m = 30
power_w = 10
price = 50
[[cords]]
name = "cord"
connector = "LC"
fibre = "OS2"
fibres = 2
lengths = [{ length_m = 5, part = "CORD-5", price = 5 }, { length_m = 30, part = "CORD-30", price = 9 }]
[[switches]]
part = "SWITCH"
name = "switch"
cages = 8
connector = "QSFP28"
gbps = 100
power_w = 200
weight_kg = 10
height_u = 1
liquid_percent = 50
price = 1000
[[nics]]
part = "NIC"
name = "adapter"
cages = 1
connector = "QSFP28"
gbps = 100
power_w = 20
price = 100
[[servers]]
part = "SERVER"
name = "server"
nics = 1
power_w = 300
weight_kg = 20
height_u = 2
liquid_percent = 60
price = 5000
"""
SWITCH = {"power_limit_w": 200, "air_limit_w": 100, "liquid_limit_w": 100, "weight_limit_kg": 10}
SERVER = {"power_limit_w": 320, "air_limit_w": 140, "liquid_limit_w": 180, "weight_limit_kg": 20}
#: What the refusals of ``plan`` say of each limit, and what the dry run calls it.
NAMED = {
    "transceivers and cables": ("power", "heat into the air", "weight", "rack units"),
    "tile at": ("weight on a tile",),
    "servers do not fit": ("places for servers", "lengths to servers"),
    "would hold": ("places for servers",),
    "beyond the reach": ("lengths to servers",),
    "not purchasable": ("lengths between switches", "lengths to servers"),
}


def written(folder: Path, seed: int) -> Path:
    """Write a planning file whose limits are near what its switches and servers need."""
    random = Random(seed)  # noqa: S311 - no secrets
    columns, switches, endpoints = random.randint(3, 5), random.randint(3, 6), random.randint(1, 2)
    units = random.choice([8, 12, 16])
    cabinets = 2 * columns
    rows = []
    for name, y in (("A", 2), ("B", 2 + random.choice([2, 4, 12, 28]))):
        slots = sorted(random.sample(range(units - 2, units + 1), random.randint(1, 3)))
        lines = [f'name = "{name}"', f"start_m = [2, {y}]", f"count = {columns}", f"units = {units}"]
        lines += [
            f"switch_units = {slots}",
            f"liquid_limit_w = {random.choice([0, 1000, 5000, 5000, 5000])}",
        ]
        for limit in random.sample(sorted(SWITCH), random.randint(0, 1)):
            needed = switches * (SWITCH[limit] + endpoints * SERVER[limit]) / cabinets
            value = max(int(needed * random.uniform(1.0, 2.5)), SWITCH[limit])
            lines = [one for one in lines if not one.startswith(limit)] + [f"{limit} = {value}"]
        rows.append("[[row]]\n" + "\n".join(lines))
    tiles = f"[tiles]\nlimit_kg = {random.randint(30, 100)}\n" if random.random() < 0.2 else ""
    hall = "[hall]\noutline_m = [[0, 0], [12, 0], [12, 40], [0, 40]]\n"
    (folder / "room.toml").write_text(f"{tiles}{hall}" + "\n".join(rows))
    parts = CATALOGUE.replace("height_u = 1", f"height_u = {random.choice([1, 1, 2])}")
    if random.random() < 0.2:  # optical links alone
        parts = parts[: parts.index("[[cables]]")] + parts[parts.index("[[transceivers]]") :]
    (folder / "parts.toml").write_text(parts)
    rule = random.choice(["nearest", "nearest", "nearest", "same-cabinet"])
    required = random.choice(
        [[], [], [], ["keep-free=row:A"], ["keep-free=B01"], ["own-racks=row:B"], ["row-ends"]]
    )
    where = random.choice(["anywhere", "anywhere", "anywhere", "own-racks", "rack-tops", "row-ends"])
    if rule == "same-cabinet" and where in ("own-racks", "row-ends"):
        where = "anywhere"
    lines = [
        *('room = "room.toml"', 'catalogue = "parts.toml"', "[network]", f'spec = "complete:{switches}"'),
        *(f"endpoints = {endpoints}", "gbps = 100", "[servers]", f'rule = "{rule}"'),
        *(f"per_cabinet = {random.randint(2, 6)}", f"reserve_w = {random.choice([0, 0, 20, 80])}"),
        *("[layout]", "iterations = 1000", 'objective = "length"', f"require = {required}"),
        f'switches = "{where}"',
    ]
    if random.random() < 0.15:
        lines.insert(lines.index("[layout]"), f"reach_m = {random.choice([3, 6, 12])}")
    (folder / "plan.toml").write_text("\n".join(lines).replace("'", '"'))
    return folder / "plan.toml"


def refusal(path: Path) -> str:
    """Plan a file; return why it is refused, nothing where it is not."""
    try:
        planning.run_hall_plan(path, path.parent / "out", 1, SILENT, Interrupt(), force=True)
    except InfeasibleError as error:
        return str(error)
    return ""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, DryRun, str]]:
    """Plan every file after its dry run, without the files of the order: number, dry run, refusal."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "write_run", lambda run, *_: run)
        patch.setattr(
            planning.Incomplete, "write", lambda self, *_, **__: f"not purchasable: {self.reason}"
        )
        for seed in range(FILES):
            path = written(tmp_path_factory.mktemp("file"), seed)
            found.append((seed, dry_run(path, 1, SILENT), refusal(path)))
    return found


def test_what_plan_refuses_for_a_limit_is_not_said_to_fit(outcomes: list[tuple[int, DryRun, str]]) -> None:
    """A limit that placing breaks is a reason or in doubt, and the answer does not claim otherwise."""
    refused = [one for one in outcomes if one[2]]
    assert len(refused) >= FILES // 4
    assert len(outcomes) - len(refused) >= FILES // 4
    for seed, dry, why in refused:
        assert not dry.fits or dry.in_doubt, (seed, why)
        assert "no obstacle" not in dry.answer, (seed, why)


def test_the_limit_that_plan_names_is_the_one_in_doubt(outcomes: list[tuple[int, DryRun, str]]) -> None:
    """Where the dry run proves nothing, it names the limit for which planning refuses the file."""
    named = 0
    for seed, dry, why in outcomes:
        words = [words for key, words in NAMED.items() if key in why]
        if why and dry.fits:
            assert words, (seed, why)
            assert any(one in doubt for one in words[0] for doubt in dry.in_doubt), (
                seed,
                why,
                dry.in_doubt,
            )
            named += 1
    assert named


def test_what_is_provably_broken_is_refused_by_plan_too(outcomes: list[tuple[int, DryRun, str]]) -> None:
    """No file that can be planned is said not to fit; some are said to fit without a doubt."""
    planned = [(seed, dry) for seed, dry, why in outcomes if not why]
    for seed, dry in planned:
        assert dry.fits, (seed, dry.reasons)
    assert any("no obstacle" in dry.answer for _, dry in planned)
    assert any(not dry.fits for _, dry, _ in outcomes)


def test_watts_of_optics_count_where_no_copper_is_sold(tmp_path: Path) -> None:
    """Three switches of 200 W, three links with two transceivers of 10 W each: 660 W, wherever they are."""
    (tmp_path / "parts.toml").write_text(
        CATALOGUE[: CATALOGUE.index("[[cables]]")] + CATALOGUE[CATALOGUE.index("[[transceivers]]") :]
    )
    plan = (
        'room = "room.toml"\ncatalogue = "parts.toml"\n[network]\nspec = "complete:3"\nendpoints = 0\n'
        'gbps = 100\n[layout]\niterations = 1000\nobjective = "length"\n'
    )
    for limit_w, fits in ((219, False), (220, True)):
        (tmp_path / "room.toml").write_text(
            '[hall]\noutline_m = [[0, 0], [9, 0], [9, 9], [0, 9]]\n[[row]]\nname = "A"\nstart_m = [2, 2]\n'
            f"count = 3\nswitch_units = [40]\nliquid_limit_w = 900\npower_limit_w = {limit_w}\n"
        )
        (tmp_path / "plan.toml").write_text(plan)
        found = dry_run(tmp_path / "plan.toml", 1, SILENT)
        (power,) = [one for one in found.checks if one.what == "power, total"]
        assert power.needed == pytest.approx(0.66)
        assert found.fits == fits
        assert (refusal(tmp_path / "plan.toml") == "") == fits
