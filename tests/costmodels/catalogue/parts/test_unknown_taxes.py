"""Suppliers without a stated tax rate, beside suppliers with one: unknown, never a rate of 0."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.joined import join_catalogues
from netfloor.costmodels.catalogue.parts.load import load_catalogue

HEAD = 'schema = 1\ntitle = "t"\ncurrency = "EUR"\nprice_date = 2026-11-01\n{}'
PART = (
    '\n[[switches]]\nname = "S"\ncages = 40\ngbps = 100\nconnector = "QSFP28"\npart = "SW"\nprice = 9\n'
    'supplier = "{}"\n'
)
LAYING = "laying = { inside_cabinet = 1, between_cabinets = 2 }\n"


def rates(catalogue: Catalogue) -> dict[str, float | None]:
    """Return the tax rates of the suppliers that have terms."""
    return {item.name: item.tax_percent for item in catalogue.suppliers}


def joined(folder: Path, *heads: str) -> Catalogue:
    """Return the catalogue of lists with these lines, one supplier each: A, B, C."""
    named = []
    for name, head in zip("ABC", heads, strict=False):
        (folder / f"{name}.toml").write_text(HEAD.format(head) + PART.format(name))
        named.append((str(folder / f"{name}.toml"), load_catalogue(folder / f"{name}.toml")))
    return join_catalogues(named)


@pytest.mark.parametrize("heads", [("tax_percent = 19\n", ""), ("", "tax_percent = 19\n")])
def test_a_list_without_a_rate_stays_unknown(tmp_path: Path, heads: tuple[str, str]) -> None:
    """In either order; the other supplier has its own."""
    catalogue = joined(tmp_path, *heads)
    stated = "AB"[heads.index("tax_percent = 19\n")]
    assert rates(catalogue) == {stated: 19}
    assert not catalogue.states_taxes
    again = join_catalogues([("x.toml", catalogue)])
    assert (again.states_taxes, rates(again)) == (False, rates(catalogue))


def test_stated_rates_stay(tmp_path: Path) -> None:
    """A rate of 0, too; equal rates are that of the catalogue."""
    catalogue = joined(tmp_path, "tax_percent = 19\n", "tax_percent = 0\n")
    assert (catalogue.tax_percent, rates(catalogue)) == (
        19,
        {"B": 0},
    )
    assert joined(tmp_path, "tax_percent = 7\n", "tax_percent = 7\n").tax_percent == 7


def test_taxes_of_laying_are_those_of_the_catalogue(tmp_path: Path) -> None:
    """So a list without a rate has 0 beside it."""
    catalogue = joined(tmp_path, f"tax_percent = 19\n{LAYING}", "")
    assert (catalogue.tax_percent, rates(catalogue)) == (
        19,
        {"B": 0},
    )


def test_taxes_of_laying_without_a_rate_stay_unknown(tmp_path: Path) -> None:
    """Beside a list with one."""
    catalogue = joined(tmp_path, LAYING, "tax_percent = 19\n")
    assert (catalogue.states_taxes, rates(catalogue)) == (False, {"B": 19})
