"""A buyer's way: price list, catalogue, check, bill, cost of ownership."""

import tomllib

import pytest

from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.catalogue.parts.load import load_catalogue

PRICES = (
    "Artikel;Typ;m;Preis\nC-1;Kupfer;1;80\nC-2;Kupfer;2;90,50\nA-5;AOC;5;430\nA-20;AOC;20;480\nA-30;AOC;30;530\n"
    "SW;Switch;;20.000,00\n"
)
IMPORT = (
    *("catalogue", "import", "prices.csv", "--map", "Artikel=part,Typ=kind,m=length,Preis=price"),
    *("--currency", "EUR", "--decimal", ",", "--date", "2026-11-01", "--out", "mine.toml"),
)
EVERY = ("--constant", "gbps=200,connector=QSFP56,AOC.power=4,switch.cages=40,switch.power=400")


@pytest.fixture
def priced(here, cli):
    """Return a folder with an imported catalogue and a plan with servers."""
    (here / "prices.csv").write_text(PRICES)
    assert cli(*IMPORT, *EVERY).code == 0
    cli("layout", "slimfly:3", "--room", "grid:4x6", "--endpoints", "2", "--gbps", "200",
        "--iterations", "500", "--out", "plan.json")  # fmt: skip
    return here


def test_starters_are_read_and_marked_examples(here, cli):
    """A catalogue that an order can be made from, terms of ownership; every number an example."""
    for kind in ("catalogue", "ownership"):
        assert cli("init", kind, "--out", f"{kind}.toml").code == 0
    assert cli("catalogue", "check", "catalogue.toml").code == 0
    document = cli("catalogue", "show", "catalogue.toml", "--json").json()
    assert document["parts"]
    assert {part["price_trust"] for part in document["parts"]} == {"example"}
    rows = load_ownership_terms(here / "ownership.toml").rows()
    assert {row.trust for row in rows} == {"unverified"}
    assert load_catalogue(here / "catalogue.toml").nics


@pytest.mark.usefixtures("priced")
def test_a_price_list_becomes_an_order_of_the_network(cli):
    """Without adapters the servers' links are refused in words, and left out if asked."""
    assert cli("catalogue", "check", "mine.toml", "--for", "slimfly:3", "--room", "grid:4x6").code == 0
    refused = cli("bom", "plan.json", "--catalogue", "mine.toml")
    assert refused.code == 4
    assert "no adapter" in refused.err
    assert "--network-only" in refused.err
    bill = cli(
        "bom", "plan.json", "--catalogue", "mine.toml", "--network-only", "--xlsx", "b.xlsx", "--json"
    ).json()
    assert all(bill["identities"].values())
    assert bill["counts"]["host_links"] == bill["counts"]["servers"] == 0
    assert {part["price_trust"] for part in bill["parts"]} == {"read"}
    assert (
        cli(
            "export",
            "plan.json",
            "--to",
            "cvt",
            "--out",
            "cvt",
            "--catalogue",
            "mine.toml",
            "--network-only",
        ).code
        == 0
    )
    assert cli("explain", "plan.json", "0/1", "--catalogue", "mine.toml", "--network-only").code == 3


def test_ownership_stands_under_the_bill(priced, cli):
    """Years that add up, in the catalogue's currency; what is not counted is said."""
    text = 'title = "t"\ncurrency = "USD"\nyears = 2\nkwh_price = 0.1\n'
    (priced / "own.toml").write_text(text)
    command = ("bom", "plan.json", "--catalogue", "mine.toml", "--network-only", "--ownership", "own.toml")
    assert cli(*command).code == 3  # no rate from USD to EUR
    (priced / "own.toml").write_text(
        text + 'rates = [{ currency = "EUR", rate = 1.25, date = 2026-11-01 }]\n'
    )
    owned = cli(*command, "--json").json()["ownership"]
    assert owned["currency"] == "EUR"
    assert [year["year"] for year in owned["years"]] == [0, 1, 2]
    assert sum(year["total"] for year in owned["years"]) == pytest.approx(owned["total"])
    assert owned["items"]["electricity"] == pytest.approx(
        2 * owned["energy_kwh_per_year"] * 0.1 / 1.25, abs=0.02
    )
    assert any("Only the network" in text for text in owned["unknown"])
    assert " over 2 years" in cli(*command).out
    dearer = cli(*command, "--kwh-price", "0.4", "--json").json()["ownership"]
    assert dearer["items"]["electricity"] == pytest.approx(0.4 * 2 * owned["energy_kwh_per_year"], abs=0.02)


def test_price_and_power_takes_years_and_tariff_from_the_file(priced, cli):
    """One place for them; what stands in the command counts first."""
    (priced / "own.toml").write_text('title = "t"\ncurrency = "EUR"\nyears = 2\nkwh_price = 0.1\n')
    command = (
        "bom",
        "plan.json",
        "--catalogue",
        "mine.toml",
        "--network-only",
        "--criterion",
        "price+power",
    )
    assert cli(*command).code == 3
    by_file = cli(*command, "--ownership", "own.toml", "--json").json()
    by_hand = cli(*command, "--years", "2", "--kwh-price", "0.1", "--json").json()
    assert by_file["summary"]["energy_cost"] == by_hand["summary"]["energy_cost"] > 0
    lines = cli(*command, "--ownership", "own.toml").out.splitlines()
    told = [line for line in lines if line.strip().startswith(("electricity", "of which electricity"))]
    assert ["weighed when choosing parts but not in the total" in line for line in told] == [True, False]
    assert ["kWh a year at 0.1 EUR/kWh, PUE" in line for line in told] == [False, True]


def test_a_plan_keeps_what_was_left_out(priced, cli):
    """A planning file with network_only: no servers, the record says so, and the bill is derived again."""
    (priced / "own.toml").write_text('title = "t"\ncurrency = "EUR"\nyears = 2\nkwh_price = 0.1\n')
    (priced / "run.toml").write_text(
        'room = "grid:4x6"\ncatalogue = "mine.toml"\nownership = "own.toml"\n'
        '[network]\nspec = "slimfly:3"\n'
        "endpoints = 2\ngbps = 200\n[layout]\niterations = 500\n[parts]\nnetwork_only = true\n"
    )
    done = cli("plan", "run.toml", "--out", "out", "--json")
    assert done.json()["counts"]["servers"] == 0
    assert done.json()["ownership"]["groups"]["servers"] == 0
    assert (priced / "out/own.toml").exists()
    assert cli("verify", "out/plan.json").code == 0
    assert cli("bom", "out/plan.json", "--json").json()["summary"] == done.json()["summary"]
    (priced / "run.toml").write_text((priced / "run.toml").read_text().replace("network_only = true", ""))
    refused = cli("plan", "run.toml", "--out", "out2")
    assert refused.code == 4
    assert "parts.network_only" in refused.err


def test_problems_of_a_price_list_end_with_3_and_write_nothing(here, cli):
    """All are listed, the first in the message; as JSON too."""
    (here / "prices.csv").write_text(PRICES + "X;Kiste;;9\nY;Kupfer;1;zw\u00f6lf\n", encoding="utf-8")
    done = cli(*IMPORT, *EVERY)
    assert done.code == 3
    assert "prices.csv: line 8, column Typ: 'Kiste'" in done.err
    assert "1 more problem" in done.err
    assert "zw\u00f6lf" in done.err
    assert not (here / "mine.toml").exists()
    document = cli(*IMPORT, *EVERY, "--json").json()
    assert [one["column"] for one in document["problems"]] == ["Typ", "Preis"]


def test_check_tells_by_its_code(priced, cli):
    """0 where ready to order, 6 where something does, 3 where the file cannot be read."""
    assert cli("catalogue", "check", "nowhere.toml").code == 3
    (priced / "no.toml").write_text("schema = ")
    assert cli("catalogue", "check", "no.toml").code == 3
    assert cli("catalogue", "check", "mine.toml", "--for", "slimfly:3", "--gbps", "400").code == 6
    text = (priced / "mine.toml").read_text()
    (priced / "bad.toml").write_text(
        text.replace("cages = 40", "cages = 0").replace("price = 80", "price = -80")
    )
    done = cli("catalogue", "check", "bad.toml", "--json")
    assert done.code == 6
    assert len(done.json()["problems"]) == 2
    far = cli(
        "catalogue", "check", "mine.toml", "--for", "slimfly:3", "--room", "grid:30x30", "--json"
    ).json()
    assert any("pairs of cabinets" in one["what"] for one in far["remarks"])


def test_a_check_fits_on_a_screen(here, cli):
    """The answer first, then the first rows of each table; all of them with --verbose."""
    rows = "".join(
        f"T{number};SW{number};switch, 32x {rate}GbE {form};9000,00\nN{number};NIC{number};"
        f"adapter, 1x {rate}GbE {form};900,00\n"
        for number in range(12)
        for rate, form in [(100, "QSFP28")]
    )
    (here / "prices.csv").write_text(f"Artikel;Name;Bezeichnung;Preis\n{rows}")
    command = ("catalogue", "import", "prices.csv", "--currency", "EUR", "--out", "wide.toml", "--quiet")
    assert cli(*command).code == 0
    short = cli("catalogue", "check", "wide.toml").out.splitlines()
    whole = cli("catalogue", "check", "wide.toml", "--verbose").out.splitlines()
    assert short[0].startswith("wide.toml: 24 part numbers")
    assert len(short) <= 40 < len(whole)
    assert any("more: --verbose" in line for line in short)
    assert not any("more: --verbose" in line for line in whole)


def test_prices_that_expired_are_said_first(priced, cli):
    """By every command that a buyer reads them from; they stop no order."""
    text = (priced / "mine.toml").read_text()
    (priced / "mine.toml").write_text(text.replace("price_date", "valid_until = 2020-03-31\nprice_date", 1))
    shown = cli("catalogue", "show", "mine.toml").out
    checked = cli("catalogue", "check", "mine.toml")
    bill = cli("bom", "plan.json", "--catalogue", "mine.toml", "--network-only").out
    assert checked.code == 0
    for out in (shown, checked.out, bill):
        first = " ".join(out.splitlines()[0].split())
        assert "EXPIRED" in first
        assert "of 6 price" in first or "prices have expired" in first
    assert "EXPIRED" in cli("catalogue", "check", "mine.toml", "--json").json()["remarks"][0]["what"]


def test_a_catalogue_is_shown_in_80_columns(priced, cli):
    """Every line fits; each part number of the file is counted once, by kind and rate if asked."""
    done = cli("catalogue", "show", "mine.toml")
    assert max(map(len, done.out.splitlines())) <= 80
    listed = cli("catalogue", "show", "mine.toml", "--json").json()["parts"]
    table = tomllib.loads((priced / "mine.toml").read_text())
    parts = [one["part"] for cable in table["cables"] for one in cable["lengths"]]
    assert [part["part"] for part in listed] == [*parts, "SW"]
    assert len(cli("catalogue", "show", "mine.toml", "--kind", "copper", "--json").json()["parts"]) == 2
    assert cli("catalogue", "show", "mine.toml", "--gbps", "400").code == 3


def test_owned_and_stock_are_two_things_on_every_screen(priced, cli):
    """What the buyer has is `owned`, what the supplier has is `stock`: shown, billed, as JSON."""
    text = (priced / "mine.toml").read_text()
    (priced / "mine.toml").write_text(
        text.replace('part = "C-1", price = 80', 'part = "C-1", price = 80, owned = 3, stock = 4321')
    )
    part = cli("catalogue", "show", "mine.toml", "--json").json()["parts"][0]
    assert (part["part"], part["owned"], part["stock"]) == ("C-1", 3, 4321)
    shown = cli("catalogue", "show", "mine.toml").out.splitlines()
    (headings,) = [line.split() for line in shown if "lengths" in line]
    assert headings[-3:] == ["owned", "stock", "trust"]
    assert any("4,321" in line for line in shown)
    assert cli("bom", "plan.json", "--catalogue", "mine.toml", "--network-only", "--csv", "csv").code == 0
    sheet = (priced / "csv/parts.csv").read_text()
    assert "owned" in sheet.splitlines()[0]
    assert "stock" not in sheet.splitlines()[0]


def test_ownership_of_a_cost_sets_bill(priced, cli):
    """Its parts are those of the bill without installation; what a cost set does not know is said."""
    (priced / "own.toml").write_text('title = "t"\ncurrency = "USD"\nyears = 3\nkwh_price = 0.1\n')
    document = cli("cost", "plan.json", "--ownership", "own.toml", "--json").json()
    owned = document["ownership"]
    money = document["cable_cost"] + document["switch_cost"] + document["host_cable_cost"]
    assert owned["items"]["parts"] == pytest.approx(money)
    assert owned["groups"]["servers"] >= document["host_cable_cost"] > 0
    assert any("no servers" in text for text in owned["unknown"])
    assert cli("cost", "plan.json", "--json").json()["ownership"] is None


def test_whatif_and_diff_take_the_same_terms(priced, cli):
    """What owning costs is that of `cost`; of a plan and itself it differs by nothing."""
    (priced / "own.toml").write_text(
        'title = "t"\ncurrency = "USD"\nyears = 3\nkwh_price = 0.1\npue = 1.5\nsupport_percent = 2\n'
    )
    terms = "--ownership", "own.toml"
    owned = cli("cost", "plan.json", *terms, "--json").json()["ownership"]
    whatif = "whatif", "plan.json", "--sweep", "years=3,5", "--catalogue", "slimfly-2014"
    points = cli(*whatif, *terms, "--json").json()
    point = points["baseline"]["figures"]
    assert points["points"][1]["figures"]["ownership_cost"] > point["ownership_cost"]
    assert point["ownership_cost"] == pytest.approx(owned["total"])
    assert point["electricity_cost"] == pytest.approx(owned["items"]["electricity"])
    assert cli(*whatif[:2], *whatif[4:], *terms, "--set", "years=2.5").code == 3
    same = cli("diff", "plan.json", "plan.json", *terms, "--json").json()["ownership"]
    assert same["total_change"] == 0
    assert same["new"]["total"] == pytest.approx(owned["total"])
    (priced / "own.toml").write_text('title = "t"\ncurrency = "EUR"\nyears = 3\nkwh_price = 0.1\n')
    assert {cli(*line, *terms).code for line in (("diff", "plan.json", "plan.json"), whatif)} == {3}


@pytest.mark.parametrize(
    "options",
    [
        ("bom", "--spares", "NOPE=2"),
        ("bom", "--spares", "10%"),
        ("bom", "--max-skus", "1"),
        ("bom", "--max-lead-days", "0"),
        ("bom", "--criterion", "price"),
        ("bom", "--years", "3"),
        ("bom", "--network-only"),
        ("bom", "--laying-price", "0"),
        ("explain", "--criterion", "fewest-parts"),
        ("explain", "--network-only"),
    ],
)
@pytest.mark.usefixtures("priced")
def test_terms_without_a_catalogue_are_refused(cli, options):
    """A plan's own order has its own terms: others are never taken and then left out without a word."""
    command, *terms = options
    cable = ("C000001",) if command == "explain" else ()
    refused = cli(command, "plan.json", *cable, *terms)
    assert refused.code == 3
    assert f"{terms[0]}: counts only with a catalogue; add --catalogue" in refused.err


def test_options_of_one_of_several_price_lists(here, cli):
    """The pasted answer names the file; the other list keeps its own decimal sign and kinds."""
    cord = "LWL-Patchkabel LC-LC Duplex OM4 5m"
    (here / "en.csv").write_text(f"Part,Description,Price\nE-1,{cord},1.204\nE-2,Gizmo,3\n")
    (here / "de.csv").write_text(f"ArtNr;Bezeichnung;Preis\nD-1;{cord};23,50\n")
    command = ("catalogue", "import", "en.csv", "de.csv", "--currency", "EUR", "--out", "two.toml")
    problems = cli(*command, "--json").json()["problems"]
    texts = [problem["what"] for problem in problems]
    assert any('--decimal "en.csv:."' in text for text in texts)
    assert any('--kind "en.csv:*=skip"' in text for text in texts)
    answers = ("--decimal", "en.csv:,", "--kind", "en.csv:*=skip")
    assert cli(*command, *answers).code == 0
    parts = {
        part["part"]: part["price"]
        for part in cli("catalogue", "show", "two.toml", "--json").json()["parts"]
    }
    assert parts == {"E-1": 1204, "D-1": 23.5}
    refused = cli(*command, "--decimal", "fr.csv:,")
    assert "'fr.csv:,' is not a decimal sign" in refused.err
