"""Every question in one run, none that the list itself answers, and answers for one of several lists."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from netfloor.foundation.errors import InputError
from netfloor.studies.imported_prices import price_list_request
from tests.exchange.user_tables.test_public_forms import CORD, made, read

DAC = '"25G SFP28 passive DAC cable, 1m"'
ABOUT = {"title": "", "source": "", "trust": "read"}


def several(folder: Path, lists: dict[str, str], **options: list[str]) -> PriceList:
    """Import several lists with the command's options and return the result."""
    files = [folder / name for name in lists]
    for file, text in zip(files, lists.values(), strict=True):
        file.write_text(text)
    names = ("columns", "kinds", "constants", "rates", "decimal", "currency")
    texts = {name: options.get(name, []) for name in names}
    return read_price_lists([price_list_request(file, files, texts, "", None, ABOUT) for file in files])


EN = f"Part,Description,Price,Pack\nE-1,{DAC},1.204,1\n"
DE = f"Teil;Bezeichnung;Preis\nD-1;{CORD};23,50\n"


def test_a_decimal_sign_of_one_list(tmp_path: Path) -> None:
    """The question names the file, and its answer leaves the other list alone."""
    lists = {"en.csv": EN, "de.csv": DE}
    (problem,) = several(tmp_path, lists, currency=["EUR"]).problems
    assert '--decimal "en.csv:." or --decimal "en.csv:,"' in problem.what
    prices = several(tmp_path, lists, currency=["EUR"], decimal=["en.csv:,"])
    assert not prices.problems
    (tmp_path / "made.toml").write_text(prices.text)
    assert load_catalogue(tmp_path / "made.toml").cables[0].lengths[0].price == 1204
    both = several(
        tmp_path, lists, currency=["EUR"], decimal=[",", "en.csv:."], constants=["whole_cents=up"]
    )
    (tmp_path / "made.toml").write_text(both.text)
    assert load_catalogue(tmp_path / "made.toml").cables[0].lengths[0].price == 1.21


def test_a_kind_and_a_constant_of_one_list(tmp_path: Path) -> None:
    """The same word may be another part in another list."""
    lists = {"a.csv": f"Part,Description,Price\nA-1,{DAC},20\nX,Gizmo one,3\n"}
    lists["b.csv"] = f"Part,Description,Price\nB-1,{DAC},20\nX,Gizmo two,4\n"
    problems = several(tmp_path, lists, currency=["EUR"]).problems
    assert [f'--kind "{name}:*=skip"' in item.what for name, item in zip(lists, problems, strict=True)]
    prices = several(
        tmp_path,
        lists,
        currency=["EUR"],
        kinds=["a.csv:*=skip", "b.csv:X=DAC"],
        constants=["b.csv:X.gbps=25,X.connector=SFP28,X.length=2"],
    )
    assert not prices.problems
    assert ('part = "X"' in prices.text, "length_m = 2" in prices.text) == (True, True)


def test_a_currency_of_one_list(tmp_path: Path) -> None:
    """Its prices are converted into that of the catalogue, if there is a rate."""
    lists = {"en.csv": EN.replace("1.204", "2.50"), "de.csv": DE}
    currency = ["EUR", "en.csv:USD"]
    (problem,) = several(tmp_path, lists, currency=currency).problems
    assert "no rate for USD" in problem.what
    prices = several(tmp_path, lists, currency=currency, rates=["USD=0.9@2026-11-01"])
    assert prices.text.count('currency = "USD"') == 2  # of the price and of the rate


@pytest.mark.parametrize("cell", ["1,204 in stock", "1,204", "In stock (1,204)"])
def test_pieces_settle_the_decimal_sign(tmp_path: Path, cell: str) -> None:
    """No piece has decimals; three zeros may be decimals, and other numbers decide first."""
    text = f'Part,Description,Stock,Price\nE-1,{DAC},"{cell}",21\n'
    assert made(tmp_path, read(tmp_path, text)).cables[0].lengths[0].stock == 1204
    assert read(tmp_path, text.replace("1,204", "1,000")).problems
    german = text.replace("1,204", "1.204").replace(",21", ',"1.204,50"')
    length = made(tmp_path, read(tmp_path, german)).cables[0].lengths[0]
    assert (length.stock, length.price) == (1204, 1204.5)


def test_all_questions_at_once(tmp_path: Path) -> None:
    """Currency, kind, gap and fraction of a cent."""
    rows = "G,Gizmo,3.50\nT,Cat 6A patch cord,9\nF,Cat 6A patch cord 3 m,2.137\nN,Cat 6A patch cord 5 m,\n"
    (tmp_path / "l.csv").write_text(f"Part,Description,Price\nE-1,{DAC},2\n{rows}")
    problems = read_price_list(PriceListRequest(tmp_path / "l.csv", (), "")).problems
    for what in ("names no currency", "'Gizmo' is not a known kind", "no length for", "fraction of a cent"):
        assert any(what in item.what for item in problems), what


def test_a_fraction_of_a_part_that_is_left_out_is_no_question(tmp_path: Path) -> None:
    """Incomplete parts, as the user says."""
    text = f"Part,Description,Price\nE-1,{DAC},20\nT,Cat 6A patch cord,2.137\n"
    (tmp_path / "l.csv").write_text(text)
    request = PriceListRequest(tmp_path / "l.csv", (), "EUR", decimal=".")
    assert any("fraction of a cent" in item.what for item in read_price_list(request).problems)
    assert not read_price_list(replace(request, skip_incomplete=True)).problems


def test_a_constant_without_an_effect_is_told(tmp_path: Path) -> None:
    """Constants replace no value of the list; of several lists, one may lack it."""
    with_speed = f"Part,Description,Speed,Price\nE-1,{DAC},25,20\n"
    lists = {"a.csv": with_speed}

    def idle(constant: str) -> list[str]:
        notes = several(tmp_path, lists, currency=["EUR"], constants=[constant]).notes
        return [note for note in notes if "changed nothing" in note]

    (note,) = idle("E-1.gbps=10")
    assert note.startswith("--constant e-1.gbps changed nothing")
    assert not idle("power=1")
    lists["b.csv"] = "Part,Description,Price\nB-1,DAC SFP28 cable passive,20\n"
    assert not idle("length=1")


def test_prices_that_rise_are_asked_about_with_the_rest(tmp_path: Path) -> None:
    """By line, with the parts to leave out."""
    rows = f"A,{DAC},10,11\nB,{DAC},12,9\nC,Gizmo,4,3\n"
    problems = read(tmp_path, f"Part,Description,Price,Price (10+)\n{rows}").problems
    rising = [item for item in problems if "rises from 10 pieces on (A)" in item.what]
    assert [(item.line, '--kind "A=skip"' in item.what) for item in rising] == [("line 2", True)]
    assert any("'Gizmo' is not a known kind" in item.what for item in problems)


UNKNOWN = (
    "Indeks,Opis towaru,Kwota jednostkowa,Uwagi\n"
    'ACME-0001,"Kabel DAC SFP28 25G pasywny, 1 m","45,90",x\n'
    'ACME-0002,"Kabel DAC SFP28 25G pasywny, 2 m","55,90",x\n'
)


@pytest.mark.parametrize(
    ("heading", "option"),
    [
        ("Indeks", "Indeks=part,Opis towaru=name,Kwota jednostkowa=price"),
        ("Part number", "Opis towaru=name,Kwota jednostkowa=price"),
        ("Price", "Indeks=part,Opis towaru=name"),
    ],
)
def test_unknown_headings_are_one_question(tmp_path: Path, heading: str, option: str) -> None:
    """The map that its cells suggest reads the list at once."""
    old = {"Price": "Kwota jednostkowa"}.get(heading, "Indeks")
    text = UNKNOWN.replace(old, heading, 1)
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert f'--map "{option}"' in error.value.message
    catalogue = made(tmp_path, read(tmp_path, text, option))
    assert [item.part for item in catalogue.cables[0].lengths] == ["ACME-0001", "ACME-0002"]
