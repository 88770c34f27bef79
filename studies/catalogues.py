"""A firm's own catalogue: imported from a price list, shown, and checked."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, NoReturn

from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_columns,
    parse_constants,
    parse_kinds,
    parse_rates,
)
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.output_files import check_free, never, write_file
from netfloor.foundation.wording import count_text

_TRUSTS = ("read", "quoted", "computed", "unverified")


@dataclass(frozen=True)
class ImportedCatalogue:
    """What became of a price list: the catalogue that was written, or its problems."""

    file: Path
    out: Path
    prices: PriceList

    @property
    def problems(self) -> list[tuple[str, ...]]:
        """Line, column and what is wrong, of each problem."""
        return [astuple(one) for one in self.prices.problems]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was found out, not asked for."""
        return self.prices.notes

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Part numbers by kind, for people."""
        counts = self.prices.counts
        rows = [(kind, f"{count:,}") for kind, count in counts.items()]
        return [*rows, ("part numbers", f"{sum(counts.values()):,}")]

    @property
    def document(self) -> dict[str, Any]:
        """What ``--json`` prints."""
        names = ("where", "column", "what")
        return {
            "schema": 1,
            "file": str(self.file),
            "catalogue": None if self.problems else str(self.out),
            "part_numbers": dict(self.prices.counts),
            "problems": [dict(zip(names, one, strict=True)) for one in self.problems],
            "notes": list(self.notes),
        }

    def refuse(self) -> NoReturn:
        """Raise the `InputError` of a price list with problems."""
        count = count_text(len(self.problems), "problem")
        raise InputError(str(self.file), f"{count}, each is listed; nothing was written")


def price_list_request(
    file: Path,
    texts: Mapping[str, Sequence[str]],
    currency: str,
    signs: tuple[str, str],
    date: dt.date | None,
    about: Mapping[str, str],
) -> PriceListRequest:
    """Return what is asked of a price list: texts by ``columns``, ``kinds``, ``constants``, ``rates``.

    ``signs`` are the decimal sign and the separator, empty to find out; ``about`` is title, source, trust.

    Raises
    ------
    InputError
        If a text cannot be read, or a sign or the currency is none.
    """
    decimal, separator = signs
    if decimal not in {"", ".", ","}:
        raise InputError(setting("decimal"), f"{decimal!r} is no decimal sign", ". or ,")
    if not re.fullmatch("[A-Z]{3}", currency):
        raise InputError(setting("currency"), f"{currency!r} is no currency", "three capitals such as EUR")
    if about["trust"] not in _TRUSTS:
        raise InputError(setting("trust"), f"{about['trust']!r} is unknown", f"one of {', '.join(_TRUSTS)}")
    return PriceListRequest(
        file,
        parse_columns(texts["columns"]),
        currency,
        decimal,
        separator,
        parse_kinds(texts["kinds"]),
        parse_constants(texts["constants"]),
        parse_rates(texts["rates"]),
        about["title"],
        about["source"],
        about["trust"],
        date,
    )


def import_catalogue(request: PriceListRequest, out: Path, *, force: bool) -> ImportedCatalogue:
    """Write the catalogue of a price list; with problems nothing is written.

    Raises
    ------
    InputError
        If the list cannot be read at all, or the output is in the way.
    """
    check_free(out, never, force=force)
    prices = read_price_list(request)
    if not prices.problems:
        write_file(out, prices.text)
    return ImportedCatalogue(request.file, out, prices)
