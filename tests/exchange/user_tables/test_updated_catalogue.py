"""A catalogue takes over a new list: edits by hand stay, what changed is said, a plan is priced again."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.user_tables.price_list.updated import update_catalogue
from tests.fixtures.commands import Cli

OLD = """Artikel;Bezeichnung;Preis
K1;100G QSFP28 DAC 1 m;40,00
K2;100G QSFP28 DAC 2 m;50,00
K3;100G QSFP28 DAC 3 m;60,00
K5;100G QSFP28 DAC 5 m;95,00
S1;Switch 32x 100G QSFP28 1HE 400 W;9.000,00
"""
NEW = """Artikel;Bezeichnung;Preis
K1;100G QSFP28 DAC 1 m;44,00
K2;100G QSFP28 DAC 2 m;48,00
K4;100G QSFP28 DAC 4 m;80,00
K5;100G QSFP28 DAC 5 m;90,00
S1;Switch 32x 100G QSFP28 1HE 400 W;9.900,00
A10;100G QSFP28 AOC 10 m 2 W;200,00
"""
LINE = ("--currency", "EUR", "--date", "2026-11-01", "--out", "m.toml", "--quiet")


def entry(table: dict[str, Any], part: str) -> dict[str, Any]:
    """Return the entry of a cable by its part number."""
    found: dict[str, Any] = next(
        one for cable in table["cables"] for one in cable["lengths"] if one["part"] == part
    )
    return found


@pytest.fixture
def edited(here: Path, cli: Cli) -> Path:
    """Return a folder with the old list's catalogue, edited by hand, and the new list."""
    (here / "old.csv").write_text(OLD)
    (here / "new.csv").write_text(NEW)
    assert cli("catalogue", "import", "old.csv", *LINE).code == 0
    file = here / "m.toml"
    text = file.read_text()
    for was, now in (
        (
            'part = "K1", price = 40, price_source = "list" },',
            'part = "K1", price = 40, owned = 4 },  # drawer 3',
        ),
        ("price = 50", "price = 45"),
        ("power_w = 400", "power_w = 380"),
        ('currency = "EUR"\n', 'currency = "EUR"\ntax_percent = 19\n'),
    ):
        assert text.count(was) == 1
        text = text.replace(was, now)
    own = '\n[[cables]]\nname = "own"\nkind = "DAC"\ngbps = 100\nconnector_a = "QSFP28"\n'
    own += 'connector_b = "QSFP28"\n'
    file.write_text(text + own + 'reach_m = 1\nlengths = [{ length_m = 1, part = "MINE", price = 1 }]\n')
    return here


def test_edits_by_hand_stay(edited: Path, cli: Cli) -> None:
    """Fields, comments and parts of one's own; what the list changes elsewhere is taken over."""
    ran = cli("catalogue", "import", "new.csv", *LINE[:-1], "--update")
    assert ran.code == 0
    text = (edited / "m.toml").read_text()
    table = tomllib.loads(text)
    assert "# drawer 3" in text
    assert entry(table, "K1") == {"length_m": 1, "part": "K1", "price": 44, "owned": 4}
    assert entry(table, "K2")["price"] == 45
    assert (table["switches"][0]["price"], table["switches"][0]["power_w"]) == (9900, 380)
    assert table["tax_percent"] == 19
    assert entry(table, "MINE")["price"] == 1
    lengths = [one["part"] for one in table["cables"][0]["lengths"]]
    assert lengths == ["K1", "K2", "K4", "K5"]  # K3 is listed no more, K4 stands where it belongs
    for said in ("kept as edited: part K2: price 45 (the list: 48)", "1 part of your own: MINE"):
        assert said in " ".join(ran.err.split())
    for said in ("2 higher, 1 lower", "2: K4 and A10", "1: K3", "+10.0%"):
        assert said in " ".join(ran.out.split())


def test_a_second_update_changes_nothing(edited: Path, cli: Cli) -> None:
    """Of the same list: each edit is compared with what that list said."""
    cli("catalogue", "import", "new.csv", *LINE, "--update")
    first = (edited / "m.toml").read_bytes()
    again = cli("catalogue", "import", "new.csv", *LINE, "--update", "--json").json()
    assert (edited / "m.toml").read_bytes() == first
    assert (again["price_changes"], again["new_parts"], again["gone_parts"]) == ([], [], [])


def test_a_part_that_was_taken_out_stays_out(edited: Path, cli: Cli) -> None:
    """Although the list has it still."""
    file = edited / "m.toml"
    lines = [line for line in file.read_text().splitlines() if '"K5"' not in line]
    file.write_text("\n".join(lines).replace("reach_m = 5", "reach_m = 4"))
    ran = cli("catalogue", "import", "new.csv", *LINE[:-1], "--update")
    assert '"K5"' not in file.read_text()
    assert "1 part that you removed, not added again: K5" in " ".join(ran.err.split())


@pytest.mark.usefixtures("edited")
def test_what_it_does_to_a_plan(cli: Cli) -> None:
    """Its order by the prices before and after, each with its own choice of parts: 6 links, 4 switches."""
    layout = "layout complete:4 --room grid:1x6 --gbps 100 --iterations 100 --seed 1 --out p.json --quiet"
    assert cli(*layout.split()).code == 0
    bill = ("bom", "p.json", "--catalogue", "m.toml", "--network-only", "--json")
    before = cli(*bill).json()["summary"]["total_cost"]
    updated = cli("catalogue", "import", "new.csv", *LINE, "--update", "--plan", "p.json", "--json").json()
    after = cli(*bill).json()["summary"]["total_cost"]
    effect = updated["plan"]
    assert (effect["total_before"], effect["total_now"]) == (before, after)
    assert after - before == pytest.approx(4 * 900 * 1.19, rel=0.02)


def test_a_bill_begins_with_prices_that_have_expired(edited: Path, cli: Cli) -> None:
    """Before any money; a catalogue whose prices are valid says nothing of it."""
    layout = "layout complete:2 --room grid:1x2 --gbps 100 --iterations 10 --out p.json --quiet"
    assert cli(*layout.split()).code == 0
    bill = ("bom", "p.json", "--catalogue", "m.toml", "--network-only")
    assert "EXPIRED" not in cli(*bill).out
    text = (edited / "m.toml").read_text()
    (edited / "m.toml").write_text(text.replace("tax_percent", "valid_until = 2026-01-31\ntax_percent"))
    first, *_ = cli(*bill).out.splitlines()
    assert first.startswith("WARNING")
    assert "EXPIRED: 2 of 2 prices have expired, the last on 2026-01-31" in first


@pytest.mark.usefixtures("edited")
def test_a_catalogue_is_not_replaced_without_being_asked(cli: Cli) -> None:
    """The message names both ways; a plan needs prices before."""
    ran = cli("catalogue", "import", "new.csv", *LINE)
    assert ran.code == 3
    assert "--update adds new prices and keeps your edits" in ran.err
    assert "--plan" in cli("catalogue", "import", "new.csv", *LINE, "--plan", "p.json").err
    missing = cli("catalogue", "import", "new.csv", *LINE[:-3], "--out", "n.toml", "--update")
    assert "n.toml: does not exist" in missing.err


def test_without_what_was_imported_the_list_counts() -> None:
    """Fields that the list does not have stay all the same."""
    now = 'schema = 1\n[[switches]]\npart = "S"\nprice = 5\nowned = 2\n'
    found = update_catalogue(now, None, now.replace("5", "7").replace("owned = 2\n", ""), "m.toml")
    assert tomllib.loads(found.text)["switches"] == [{"part": "S", "price": 7, "owned": 2}]
