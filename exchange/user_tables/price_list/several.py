"""Merging of several suppliers' price lists, or existing catalogues, into one catalogue."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.joined import join_catalogues
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.user_tables.price_list.conventions.currencies import with_currency
from netfloor.exchange.user_tables.price_list.kinds import CHOICES, SKIP
from netfloor.exchange.user_tables.price_list.problems import PriceProblem, shell_option
from netfloor.exchange.user_tables.price_list.read import PriceList, catalogue_toml, read_price_list
from netfloor.exchange.user_tables.price_list.request import TAX_INCLUDED, PriceListRequest
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.models import parse
from netfloor.foundation.wording import join_words

#: Extension of a file that is already a catalogue.
_CATALOGUE = ".toml"


def read_price_lists(requests: Sequence[PriceListRequest]) -> PriceList:
    """Return one or several lists as the text of one catalogue, or the problems of all of them.

    Parts of a list that names no supplier get the file's name as the supplier. Raises `InputError` if a
    file cannot be read at all, or the lists contradict each other.
    """
    if len(requests) == 1:
        prices = read_price_list(requests[0])
        _refuse_unknown_parts([prices])
        return replace(prices, notes=(*prices.notes, *_idle_notes([prices])))
    requests, asked = _in_one_currency(requests)
    if any(request.tax_included for request in requests):
        what = f"{TAX_INCLUDED} is of one price list"
        raise InputError(setting("constant"), what, "import that list alone, then join its catalogue")
    named, problems, notes, counts = [], [*asked], [], Counter[str]()
    prefixes = _prefixes([request.file for request in requests])
    lists: list[PriceList] = []
    for request in requests:
        file = request.file
        if file.suffix.lower() == _CATALOGUE:
            catalogue = load_catalogue(file)
            counts.update(sku.kind for sku in skus_of(catalogue))
            named.append((str(file), catalogue))
            continue
        prices = read_price_list(request)
        lists.append(prices)
        problems += [
            replace(problem, line=f"{file}: {problem.line}", what=_of_file(problem.what, prefixes[file]))
            for problem in prices.problems
        ]
        notes += [f"{file}: {_of_file(note, prefixes[file])}" for note in prices.notes]
        counts.update(prices.counts)
        if not prices.problems:
            named.append((str(file), parse(Catalogue, tomllib.loads(prices.text), file)))
    _refuse_unknown_parts(lists)
    notes += _idle_notes(lists)
    if problems:
        return PriceList("", {}, tuple(problems), tuple(notes))
    document = _plain(join_catalogues(named).model_dump(by_alias=True, exclude_defaults=True))
    text = catalogue_toml(document, ", ".join(request.file.name for request in requests))
    return PriceList(text, counts, (), (*notes, *_mixed_taxes(named)))


def _prefixes(files: Sequence[Path]) -> dict[Path, str]:
    """Return the word by which an option names each file: its name if no other file has it."""
    names = [file.name for file in files]
    return {file: file.name if names.count(file.name) == 1 else str(file) for file in files}


def _of_file(text: str, name: str) -> str:
    """Return a message whose options apply to one file only."""
    text = re.sub(r"(--(?:map|kind|constant) [\"'])", lambda match: f"{match[1]}{name}:", text)
    plain = r"--(map|kind|constant|decimal|currency) ([^\s\"';]+=[^\s\"';]+|[.,]|[A-Z]{3,4})(?![\w.])"
    return re.sub(plain, lambda match: shell_option(match[1], f"{name}:{match[2]}"), text)


def _idle_notes(lists: Sequence[PriceList]) -> Iterator[str]:
    """Yield a note on constants that change no row of any list, because each row has the value."""
    idle = sorted(frozenset.intersection(*(prices.idle_constants for prices in lists)) if lists else ())
    if idle:
        why = "constants fill gaps only, and every row has a value of its own"
        skip = '--map "HEADING=skip" leaves out a column'
        yield f"--constant {', '.join(idle)} changed nothing: {why}; {skip}"


def _refuse_unknown_parts(lists: Sequence[PriceList]) -> None:
    """Refuse constants of a word that is neither a kind nor a part number of any list."""
    unknown = frozenset.intersection(*(prices.unknown_parts for prices in lists)) if lists else frozenset()
    if unknown:
        what = f"{min(unknown)!r} is neither a kind nor a part number of the list"
        raise InputError(setting("constant"), what, ", ".join(name for name in CHOICES if name != SKIP))


def _in_one_currency(
    requests: Sequence[PriceListRequest],
) -> tuple[list[PriceListRequest], list[PriceProblem]]:
    """Return requests in the lists' common currency if the user gives none, or ask for rates.

    A list that names no currency asks for its own.
    """
    lists = [request for request in requests if request.file.suffix.lower() != _CATALOGUE]
    results = {request.file: with_currency(request) for request in lists if not request.currency}
    named = {file: request for file, (request, asked) in results.items() if not asked}
    files = {request.currency: str(file) for file, request in named.items()}
    requests = [named.get(request.file, request) for request in requests]
    if len(files) < 2:
        return requests, []
    each = join_words([f"{file} in {currency}" for currency, file in files.items()])
    rest = [f'--rate "{currency}=RATE@YYYY-MM-DD"' for currency in [*files][1:]]
    what = f"{each}: --currency {next(iter(files))} {' '.join(rest)}"
    return requests, [PriceProblem("-", "-", what)]


def _mixed_taxes(named: Sequence[tuple[str, Catalogue]]) -> Iterator[str]:
    """Yield a note if only some lists state taxes, so that totals have the taxes of some suppliers."""
    untaxed = [file for file, catalogue in named if not _states_any_taxes(catalogue)]
    if untaxed and len(untaxed) < len(named):
        say = "states" if len(untaxed) == 1 else "state"
        why = f"{join_words(untaxed)} {say} no taxes, other lists do: totals include only theirs"
        yield f"{why}; write tax_percent into the [[suppliers]] of the catalogue"


def _states_any_taxes(catalogue: Catalogue) -> bool:
    """Return whether a catalogue or one of its suppliers states a rate of taxes."""
    return catalogue.states_taxes or any(item.tax_percent is not None for item in catalogue.suppliers)


def _plain(value: Any) -> Any:
    """Convert a document to plain TOML values: lists, and no missing values."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
