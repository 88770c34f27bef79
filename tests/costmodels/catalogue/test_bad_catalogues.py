"""Catalogues that cannot be used: each is refused with the field named, whatever is wrong."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue, read_catalogue
from netfloor.foundation.errors import InputError

GOOD = """
schema = 1
title = "good"
currency = "USD"
price_date = 2024-05-01
[sources.page]
text = "a page"
year = 2024
trust = "read"
[[cables]]
name = "DAC"
kind = "DAC"
gbps = 400
links = 2
connector_a = "OSFP"
connector_b = "OSFP"
reach_m = 3
source = "page"
lengths = [{ length_m = 1, part = "D1", price = 10 }, { length_m = 2, part = "D2", price = 20 }]
[[cables]]
name = "AOC"
kind = "AOC"
gbps = 400
connector_a = "OSFP"
connector_b = "OSFP-RHS"
reach_m = 30
power_a_w = 4
power_b_w = 5
lengths = [{ length_m = 10, part = "A10", price = 100, price_source = "page" }]
[[transceivers]]
part = "T"
name = "DR4"
connector = "OSFP"
gbps = 400
fibre_connector = "MPO-12/APC"
fibre = "OS2"
fibres = 8
optics = "DR4"
reach_m = 500
power_w = 9
price = 500
breaks = [{ at_least = 10, price = 450 }]
[[cords]]
name = "cord"
connector = "MPO-12/APC"
fibre = "OS2"
fibres = 12
line = { part = "F", per_m = 2, fixed = 10, step_m = 0.5, longest_m = 50 }
[[switches]]
part = "S"
name = "switch"
cages = 32
links_per_cage = 2
connector = "OSFP"
gbps = 400
price = 1000
power_w = 500
[[nics]]
part = "N"
name = "nic"
cages = 1
connector = "OSFP-RHS"
gbps = 400
price = 100
[[servers]]
part = "V"
name = "server"
nics = 2
price = 5000
[[trunks]]
name = "trunk"
connector = "MPO-12/APC"
connectors = 12
fibre = "OS2"
fibres = 144
diameter_mm = 14.5
loss_db_per_km = 0.4
lengths = [{ length_m = 20, part = "K20", price = 900 }, { length_m = 30, part = "K30", price = 950 }]
[[cassettes]]
part = "Q"
name = "cassette"
trunk_connector = "MPO-12/APC"
trunk_ports = 2
front_connector = "LC"
front_ports = 12
fibre = "OS2"
fibres = 2
panel = "P"
price = 150
[[panels]]
part = "P"
name = "panel"
cassettes = 12
price = 200
"""

LINE = 'line = { part = "F", per_m = 2, fixed = 10, step_m = 0.5, longest_m = 50 }'
#: (what is replaced, by what, where the message must point, what it must say).
BAD = [
    ("schema = 1", "schema = 2", "schema", "1"),
    ("schema = 1", "", "schema", "required"),
    ('title = "good"', "", "title", "required"),
    ('title = "good"', 'title = " "', "title", "at least 1"),
    ('title = "good"', "title = 7", "title", "string"),
    ('title = "good"', 'title = "good"\ncolour = "red"', "colour", "unknown key"),
    ('currency = "USD"', 'currency = "dollars"', "currency", "pattern"),
    ('currency = "USD"', 'currency = "USD"\ntax_percent = -1', "tax_percent", "greater than or equal to 0"),
    ('currency = "USD"', 'currency = "USD"\ntax_percent = nan', "tax_percent", "finite"),
    ('currency = "USD"', 'currency = "USD"\nslack_m = -0.1', "slack_m", "greater than or equal to 0"),
    ('currency = "USD"', 'currency = "USD"\nslack_m = inf', "slack_m", "finite"),
    ('currency = "USD"', 'currency = "USD"\nspares_percent = 101', "spares_percent", "less than or equal"),
    ('currency = "USD"', 'currency = "USD"\nlead_time_days = 1.5', "lead_time_days", "integer"),
    ("price_date = 2024-05-01", 'price_date = "soon"', "price_date", "date"),
    ("price_date = 2024-05-01", "", "price_date", "required"),
    ("year = 2024", "year = 1066", "sources.page.year", "1900"),
    ('trust = "read"', 'trust = "firm"', "sources.page.trust", "'read'"),
    ('text = "a page"', "", "sources.page.text", "required"),
    ('source = "page"', 'source = "book"', "cables.0: source", "known: page"),
    ('price_source = "page"', 'price_source = "shop"', "cables.1.lengths.0: price_source", "known: page"),
    ('kind = "DAC"', 'kind = "HDMI"', "cables.0.kind", "'DAC'"),
    ('name = "AOC"', 'name = "DAC"', "cables.1: name", "is given twice"),
    ('name = "AOC"', "", "cables.1.name", "required"),
    ("gbps = 400\nlinks = 2", "gbps = -400\nlinks = 2", "cables.0.gbps", "greater than 0"),
    ("gbps = 400\nlinks = 2", 'gbps = "400"\nlinks = 2', "cables.0.gbps", "number"),
    ("gbps = 400\nlinks = 2", "gbps = 1e999\nlinks = 2", "cables.0.gbps", "finite"),
    ("links = 2\nconnector_a", "links = 0\nconnector_a", "cables.0.links", "greater than or equal to 1"),
    ("links = 2\nconnector_a", "links = 3\ntails = 2\nconnector_a", "cables.0", "shared alike"),
    ("links = 2\nconnector_a", "links = 9\nconnector_a", "cables.0: links", "has 8 lanes"),
    ('connector_b = "OSFP"\n', 'connector_b = "SFP112"\n', "cables.0: tails", "which has 1 lane;"),
    ("links_per_cage = 2", "links_per_cage = 9", "switches.0: links_per_cage", "which has 8"),
    ("links = 2\nconnector_a", "links = 2.0\nconnector_a", "cables.0.links", "integer"),
    ('connector_b = "OSFP"\n', 'connector_b = "OFSP"\n', "cables.0: connector_b", "did you mean OSFP?"),
    ('connector_b = "OSFP"\n', 'connector_b = "LC"\n', "cables.0: connector_b", "unknown connector"),
    ('connector_b = "OSFP"\n', "", "cables.0.connector_b", "required"),
    ("reach_m = 3\n", "reach_m = -3\n", "cables.0.reach_m", "greater than 0"),
    ("reach_m = 3\n", "reach_m = 1e999\n", "cables.0.reach_m", "finite"),
    ("reach_m = 3\n", "reach_m = 1.5\n", "cables.0", "beyond the reach of 1.5 m"),
    ("reach_m = 3\n", "reach_m = 3.00001\n", "cables.0", "finer than a millimetre"),
    ("length_m = 1,", "", "cables.0.lengths.0.length_m", "required"),
    ("length_m = 1,", "length_m = 0,", "cables.0.lengths.0.length_m", "greater than 0"),
    ("length_m = 1,", "length_m = 2,", "cables.0", "must increase"),
    ("length_m = 1,", "length_m = 2.5,", "cables.0", "must increase"),
    ("length_m = 1,", "length_m = 0.0001,", "cables.0.lengths.0", "finer than a millimetre"),
    ("length_m = 1,", "length_mm = 1000,", "cables.0.lengths.0", "length_m"),
    ("price = 10 }", 'price = "cheap" }', "cables.0.lengths.0.price", "number"),
    ("price = 10 }", "price = -10 }", "cables.0.lengths.0.price", "greater than or equal to 0"),
    ("price = 10 }", "price = nan }", "cables.0.lengths.0.price", "finite"),
    ("price = 10 }", "price = 1e300 }", "cables.0.lengths.0.price", "less than or equal"),
    (", price = 10 }", " }", "cables.0.lengths.0.price", "required"),
    ("price = 10 }", "price = 10, owned = -1 }", "cables.0.lengths.0.owned", "greater than or equal to 0"),
    ("price = 10 }", "price = 10, weight = 1 }", "cables.0.lengths.0.weight", "unknown key"),
    ('part = "D2"', 'part = "D1"', "cables.0.lengths.1: part", "is given twice"),
    ('part = "T"', 'part = "A10"', "transceivers.0: part", "is given twice"),
    ('part = "F"', 'part = ""', "cords.0.line.part", "at least 1"),
    ('links = 2\nconnector_a = "OSFP"', 'links = 2\nconnector_a = "RJ45"', "cables.0: links", "has 1 lane"),
    ("power_a_w = 4\n", "power_a_w = -4\n", "cables.1.power_a_w", "greater than or equal to 0"),
    ('fibre = "OS2"\nfibres = 8', 'fibre = "OM9"\nfibres = 8', "transceivers.0.fibre", "'OM4'"),
    ('fibre_connector = "MPO-12/APC"', 'fibre_connector = "MPO"', "0: fibre_connector", "unknown"),
    ("fibres = 8", "fibres = 0", "transceivers.0.fibres", "greater than or equal to 1"),
    ("at_least = 10", "at_least = 1", "transceivers.0.breaks.0.at_least", "greater than or equal to 2"),
    ("price = 450", "price = 501", "transceivers.0", "the price rises"),
    ("at_least = 10, price = 450 }", "at_least = 10, price = 450 }, { at_least = 9, price = 4 }",
     "transceivers.0", "must rise in at_least"),
    ("at_least = 10, price = 450 }", "at_least = 10, price = 450 }, { at_least = 10, price = 4 }",
     "transceivers.0", "must rise in at_least"),
    ("step_m = 0.5", "step_m = 0.0001", "cords.0", "finer"),
    ("step_m = 0.5", "step_m = 0.001", "cords.0", "10000 times step_m"),
    ("longest_m = 50", "longest_m = 0.1", "cords.0", "times step_m"),
    ("per_m = 2", "per_m = 1e9", "cords.0", "per_m"),
    (LINE, "", "cords.0", "or both"),
    ("cages = 32", "cages = 0", "switches.0.cages", "greater than or equal to 1"),
    ("cages = 32", 'cages = 32\nother_cages = [{ cages = 1, connector = "OSFP", gbps = 400 }]',
     "switches.0", "each rate once"),
    ("cages = 32", 'cages = 32\nother_cages = [{ cages = 1, connector = "OFSP", gbps = 100 }]',
     "switches.0: other_cages.0.connector", "did you mean OSFP?"),
    ("cages = 32", 'cages = 32\nother_cages = [{ cages = 0, connector = "OSFP", gbps = 100 }]',
     "switches.0.other_cages.0.cages", "or equal to 1"),
    ("links_per_cage = 2", "links_per_cage = -2", "switches.0.links_per_cage", "or equal to 1"),
    ("nics = 2", "nics = 0", "servers.0.nics", "greater than or equal to 1"),
    ("fibres = 144", "fibres = 143", "trunks.0", "shared alike"),
    ("fibres = 144", "fibres = 192", "trunks.0: fibres", "12 connectors MPO-12/APC with 12 each"),
    ("connectors = 12\n", "connectors = 0\n", "trunks.0.connectors", "or equal to 1"),
    ("diameter_mm = 14.5", "diameter_mm = 0", "trunks.0.diameter_mm", "greater than 0"),
    ("loss_db_per_km = 0.4", "loss_db_per_km = -1", "trunks.0.loss_db_per_km", "greater than 0"),
    ("length_m = 30", "length_m = 20", "trunks.0", "must increase"),
    ('part = "K30"', 'part = "K20"', "trunks.0.lengths.1: part", "is given twice"),
    ("front_ports = 12", "front_ports = 13", "cassettes.0: front_ports", "26 fibres in 2 connectors"),
    ("fibres = 2\npanel", "fibres = 4\npanel", "cassettes.0: fibres", "4 fibres in 1 connector LC"),
    ('panel = "P"', 'panel = "R"', "cassettes.0: panel", "known: P"),
    ('front_connector = "LC"', 'front_connector = "OSFP"', "cassettes.0: front_connector", "known: LC"),
    ('front_connector = "LC"', 'front_connector = "mdc"', "cassettes.0: front_connector", "mean MDC?"),
    ("cassettes = 12", "cassettes = 0", "panels.0.cassettes", "greater than or equal to 1"),
    ("[[nics]]", "[nics]", "nics", "a list of tables: write [[nics]] before each entry"),
    ("[[nics]]", "[[routers]]", "routers", "unknown key"),
    ("[[nics]]", "[[nics]", "", "not valid TOML"),
]  # fmt: skip


def test_the_good_catalogue_is_good(tmp_path: Path) -> None:
    """Otherwise the refusals below would prove nothing."""
    (tmp_path / "parts.toml").write_text(GOOD)
    assert len(load_catalogue(tmp_path / "parts.toml").cables) == 2


def test_tables_and_fields_that_came_later_leave_older_catalogues_alone(tmp_path: Path) -> None:
    """A catalogue without trunks, cassettes and panels is written, and so its checksum, as before them."""
    (tmp_path / "parts.toml").write_text(GOOD)
    new = load_catalogue(tmp_path / "parts.toml").model_dump()
    (tmp_path / "parts.toml").write_text(GOOD[: GOOD.index("[[trunks]]")])
    old = load_catalogue(tmp_path / "parts.toml").model_dump()
    assert set(new) - set(old) == {"trunks", "cassettes", "panels"}
    assert "budget_db" not in old["transceivers"][0]
    assert {name: new[name] for name in old} == old


def test_twisted_pair_is_copper_without_power_of_its_own(tmp_path: Path) -> None:
    """Its jack takes one link, and it may leave its power out, as a DAC may."""
    tables = GOOD.replace("links = 2\nconnector_a", "connector_a").replace('kind = "DAC"', 'kind = "TP"')
    (tmp_path / "c.toml").write_text(tables.replace('"OSFP"', '"RJ45"', 2))
    cable = load_catalogue(tmp_path / "c.toml").cables[0]
    assert (cable.medium, cable.connector_a, cable.connector_b) == ("electrical", "RJ45", "RJ45")


@pytest.mark.parametrize(("old", "new", "field", "says"), BAD)
def test_a_bad_catalogue_is_refused_with_the_field(
    old: str, new: str, field: str, says: str, tmp_path: Path
) -> None:
    """One thing is wrong; the message names file, field and what would be right."""
    assert old in GOOD
    path = tmp_path / "parts.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(InputError) as refused:
        load_catalogue(path)
    assert str(refused.value).startswith(str(path))
    assert field in refused.value.where.removeprefix(str(path))
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("cassettes = 12", "cassettes = 0", "panels.0.cassettes"),
        ('part = "P"', "part = 4", "panels.0.part"),
        ('part = "P"\n', "", "panels.0.part"),
    ],
)
def test_a_wrong_panel_is_all_that_is_told(tmp_path: Path, old: str, new: str, field: str) -> None:
    """Its cassettes name it, and it is there."""
    path, (head, panel) = tmp_path / "parts.toml", GOOD.split("[[panels]]")
    assert old in panel
    path.write_text(f"{head}[[panels]]{panel.replace(old, new, 1)}")
    assert [problem.where for problem in read_catalogue(path).problems] == [f"{path}: {field}"]


def test_a_wrong_panel_in_a_csv_file_is_all_that_is_told(tmp_path: Path) -> None:
    """As in the catalogue itself."""
    path, (head, _) = tmp_path / "parts.toml", GOOD.split("[[panels]]")
    (tmp_path / "panels.csv").write_text("part,name,cassettes,price\nP,panel,x,20\n")
    path.write_text(f'{head}[[csv]]\ntable = "panels"\nfile = "panels.csv"\n')
    (problem,) = read_catalogue(path).problems
    assert "panels.csv" in problem.where
