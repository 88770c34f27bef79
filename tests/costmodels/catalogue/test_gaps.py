"""What a catalogue lacks is found without an order, and all of it at once."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.gaps import catalogue_gaps, reaches
from netfloor.costmodels.catalogue.parts.load import load_catalogue, read_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.foundation.errors import InputError

EXAMPLES = Path(__file__).parents[3] / "examples/catalogue"
HEAD = 'schema = 1\ntitle = "x"\ncurrency = "EUR"\nprice_date = 2026-01-01\nslack_m = 0.5\n'
SWITCH = (
    '[[switches]]\npart = "S"\nname = "s"\ncages = 4\nconnector = "QSFP56"\ngbps = 200\nprice = 9\n'
    "power_w = 1\n"
)
COPPER = (
    '[[cables]]\nname = "c"\nkind = "DAC"\ngbps = 200\nconnector_a = "QSFP56"\nconnector_b = "QSFP56"\n'
    'reach_m = 3\nlengths = [{ length_m = 1, part = "C1", price = 1 }, '
    '{ length_m = 3, part = "C3", price = 2 }]\n'
)
OPTICS = (
    '[[transceivers]]\npart = "T"\nname = "t"\nconnector = "QSFP56"\ngbps = 200\nfibre_connector = "LC"\n'
    'fibre = "OS2"\nfibres = 2\noptics = "FR"\nreach_m = 40\npower_w = 4\nprice = 7\n'
    '[[cords]]\nname = "f"\nconnector = "LC"\nfibre = "OS2"\nfibres = 2\n'
    'lengths = [{ length_m = 7, part = "F7", price = 1 }, { length_m = 50, part = "F50", price = 2 }]\n'
)


def catalogue_file(folder: Path, *parts: str) -> Path:
    """Return a catalogue's file."""
    path = folder / "parts.toml"
    path.write_text(HEAD + "".join(parts))
    return path


def stops(path: Path) -> list[str]:
    """Return where an order would stop."""
    return [gap.where for gap in catalogue_gaps(load_catalogue(path)) if gap.stops]


@pytest.mark.parametrize("name", ["parts_200g.toml", "parts_400g.toml"])
def test_the_examples_can_be_ordered_from(name: str) -> None:
    """Switches with themselves and their adapters, twin-port cages and splitters included."""
    assert not stops(EXAMPLES / name)
    assert all(one.longest_mm > 0 for one in reaches(load_catalogue(EXAMPLES / name)))


def test_a_network_needs_no_adapter_and_no_server(tmp_path: Path) -> None:
    """Switches and cables are a catalogue; that servers cannot be ordered is said, and stops nothing."""
    path = catalogue_file(tmp_path, SWITCH, COPPER)
    assert not stops(path)
    assert any(gap.where == "adapters" for gap in catalogue_gaps(load_catalogue(path)))


def test_what_stops_every_order(tmp_path: Path) -> None:
    """No switch; no part for its cages: another connector, another rate, a transceiver without cords."""
    assert stops(catalogue_file(tmp_path, COPPER)) == ["switches"]
    assert stops(catalogue_file(tmp_path, SWITCH)) == ["S to S"]
    assert stops(catalogue_file(tmp_path, SWITCH, COPPER.replace("QSFP56", "OSFP"))) == ["S to S"]
    assert stops(catalogue_file(tmp_path, SWITCH.replace("200", "100"), COPPER)) == ["S to S"]
    assert stops(catalogue_file(tmp_path, SWITCH, OPTICS.partition("[[cords]]")[0])) == ["S to S"]


def test_reach_is_that_of_the_longest_part_without_slack(tmp_path: Path) -> None:
    """A cord longer than the reach of its transceivers serves nobody; steps between lengths are told."""
    catalogue = load_catalogue(catalogue_file(tmp_path, SWITCH, COPPER, OPTICS))
    (one,) = reaches(catalogue)
    assert (one.electrical_mm, one.optical_mm) == (2500, 6500)
    steps = [gap.what for gap in catalogue_gaps(catalogue) if "large steps" in gap.what]
    assert len(steps) == 1
    assert "1 to 3 m, 3 to 7 m" in steps[0]


def test_all_problems_of_a_catalogue_are_found_in_one_reading(tmp_path: Path) -> None:
    """Bad fields, bad lines of a CSV file, twins and unknown currencies, each with its place."""
    (tmp_path / "more.csv").write_text(
        "part,name,cages,connector,gbps,price\nA,a,no,QSFP56,200,1\nB,b,4,QSFP56,x,y\n"
    )
    path = catalogue_file(
        tmp_path,
        '[[csv]]\ntable = "switches"\nfile = "more.csv"\n',
        SWITCH.replace("price = 9", "price = -9"),
        SWITCH.replace('"S"', '"U"').replace("price = 9", 'price = 9\ncurrency = "USD"'),
        SWITCH.replace('"S"', '"U"').replace('"s"', '"t"').replace("QSFP56", "QSFP65"),
    )
    told = [str(problem) for problem in read_catalogue(path).problems]
    for words in (
        ("more.csv: line 2: cages", "'no' is not a number"),
        ("more.csv: line 3: gbps",),
        ("more.csv: line 3: price",),
        ("switches.0.price", "greater than or equal to 0"),
        ("switches.1: currency", "no rate for USD"),
        ("switches.2: connector", "QSFP65"),
        ("switches.2: part", "'U' is given twice"),
    ):
        assert sum(all(word in one for word in words) for one in told) == 1, (words, told)
    assert len(told) == 7
    with pytest.raises(InputError, match="6 more problems"):
        load_catalogue(path)


def test_problems_name_part_numbers(tmp_path: Path) -> None:
    """A price by its part; a part number that stands twice, or is none, by the product's name."""
    other = COPPER.replace('"c"', '"d"').replace('"C1"', '"D1"')
    path = catalogue_file(
        tmp_path, SWITCH.replace("price = 9", "price = -9"), COPPER.replace("price = 2", "price = -2"),
        COPPER, other, other.replace("gbps = 200", "gbps = 0"),
    )  # fmt: skip
    read = read_catalogue(path)
    told = [f"{read.by_part(one.where)} {read.by_part(one.what)}" for one in read.problems]
    starts = (
        "part C3: price input",
        "d: gbps input",
        "part S: price input",
        "d: part part number",
    )
    assert len(told) == 4
    assert all(map(str.startswith, told, starts)), told
    assert told[-1].endswith("part number 'C3' is given twice, first at c: part")
    assert not any(".0" in words for words in told)


def test_a_price_in_another_currency_is_converted_by_its_dated_rate(tmp_path: Path) -> None:
    """Exactly, breaks too; the price and the rate with its day stand where the price is from."""
    rate = '[[rates]]\ncurrency = "USD"\nrate = 0.925\ndate = 2026-11-01\n'
    breaks = 'price = 9.99\ncurrency = "USD"\nbreaks = [{ at_least = 10, price = 9 }]'
    switch = SWITCH.replace("price = 9", breaks)
    (sku,) = skus_of(load_catalogue(catalogue_file(tmp_path, rate, switch)))
    assert (sku.buying.price_cents, sku.buying.breaks) == (924, ((10, 833),))  # 9.24075, 8.325
    assert "9.99 USD, 9 USD from 10 pieces, 1 USD = 0.925 EUR of 2026-11-01" in sku.buying.price_from.text


def test_what_no_order_stops_at_is_told_too(tmp_path: Path) -> None:
    """Rates that no switch has, servers that nothing joins, lone optics, steps of length, prices of 0."""
    adapter = '[[nics]]\npart = "N"\nname = "n"\ncages = 1\nconnector = "QSFP56"\ngbps = 100\npower_w = 1\n'
    server = '[[servers]]\npart = "V"\nname = "v"\nnics = 1\nheight_u = 1\nprice = 5\npower_w = 9\n'
    cord = '[[cords]]\nname = "m"\nconnector = "MPO-12/UPC"\nfibre = "OM4"\nfibres = 8\n'
    cord += 'lengths = [{ length_m = 7, part = "M7", price = 1 }]\n'

    def told(*parts: str) -> dict[str, str]:
        path = catalogue_file(tmp_path, SWITCH, COPPER, *parts)
        return {gap.where: gap.what for gap in catalogue_gaps(load_catalogue(path)) if not gap.stops}

    slow = told(adapter + "price = 3\n", server)
    assert slow["N"] == "no switch has its rate, 100 Gb/s"
    assert "servers" not in slow
    assert told(server)["servers"] == "cannot be connected: no adapter is listed"
    assert "servers" not in told()
    assert told(adapter.replace("100", "200") + "price = 0\n")["N"] == "1 part number has a price of 0"
    lone = told(OPTICS.split("[[cords]]", maxsplit=1)[0], cord)
    assert lone["T"] == "no cord fits: LC, OS2, 2 fibres or more"
    assert lone["m"] == "no transceiver takes this cord"
    far = COPPER.replace('"c"', '"d"').replace('"C', '"D').replace("length_m = 3", "length_m = 5")
    steps = told(far.replace("reach_m = 3", "reach_m = 5"))["S to S"]
    rest = "; links in between get the longer part"
    assert steps == f"large steps between lengths at 200 Gb/s: 1 to 3 m, 3 to 5 m{rest}"
    assert "S to S" not in told(
        COPPER.replace('"c"', '"d"').replace('"C', '"D').replace("= 3, part", "= 2, part")
    )


def test_part_numbers_beyond_the_first_are_counted(tmp_path: Path) -> None:
    """Five of eight parts without a price are named, so three more."""
    lengths = ", ".join(f'{{ length_m = {n}, part = "C{n}", price = 0 }}' for n in range(1, 9))
    copper = COPPER.partition("lengths")[0] + f"lengths = [{lengths}]\n"
    path = catalogue_file(tmp_path, SWITCH, copper.replace("reach_m = 3", "reach_m = 8"))
    (gap,) = [gap for gap in catalogue_gaps(load_catalogue(path)) if "price of 0" in gap.what]
    assert gap.where == "C1, C2, C3, C4, C5 and 3 more"
