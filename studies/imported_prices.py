"""The import of price lists into a new or existing catalogue, with its effect on prices and a plan."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.tables.problems import shortened
from netfloor.exchange.user_tables.price_list.read import PriceList
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_columns,
    parse_constants,
    parse_kinds,
    parse_rates,
    parse_units,
    split_by_file,
)
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from netfloor.exchange.user_tables.price_list.updated import (
    UpdatedCatalogue,
    imported_file,
    update_catalogue,
)
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.files import FORCE, read_text, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.output_files import check_free
from netfloor.foundation.units import cents_to_money
from netfloor.foundation.wording import count_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.order.laid_parts import ordered_parts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.own_prices import own_terms
from netfloor.plans.plan import Plan
from netfloor.reports.formats.table import Column, Columns, Table, money_column

#: Maximum problems of a price list that are shown.
MAX_PROBLEMS = 50
#: Maximum changed prices that are shown, and most part numbers on a line.
MAX_CHANGES, _NAMED = 20, 5
#: First line of the file that an import writes next to its catalogue.
_IMPORTED = "# What the last import of price lists wrote; --update tells by it what was edited."
_TRUSTS = ("read", "quoted", "computed", "unverified")


@dataclass(frozen=True)
class PriceChange:
    """The price of a part before and after an update, in cents, and whether its breaks changed."""

    part: str
    before_cents: int
    now_cents: int
    has_other_breaks: bool

    @property
    def share(self) -> float | None:
        """The change as a share of the old price; None if that is 0."""
        return (self.now_cents - self.before_cents) / self.before_cents if self.before_cents else None


@dataclass(frozen=True)
class PlanEffect:
    """A plan's order at old and new prices, each with its best parts, or why there is none."""

    plan: Path
    before: OrderedParts | str
    now: OrderedParts | str

    @property
    def text(self) -> str:
        """Both totals, the difference and the changed parts."""
        if isinstance(self.now, str):
            return f"{self.plan}: cannot be ordered now: {self.now}"
        currency, total = self.now.bom.currency, self.now.bom.total_cents
        sums = f"{self.plan}: {cents_to_money(total):,.2f} {currency}"
        if isinstance(self.before, str):
            return f"{sums}; could not be ordered before: {self.before}"
        was = self.before.bom.total_cents
        change = f"{cents_to_money(total - was):+,.2f}, {(total - was) / was:+.1%}" if was else "0 before"
        pieces = [
            f"{part} {old:,} to {new:,}" for part, old, new in self._other_pieces(self.before, self.now)
        ]
        other = f"changed quantities: {shortened(pieces, _NAMED)}" if pieces else "the same parts"
        return f"{sums} instead of {cents_to_money(was):,.2f} ({change}); {other}"

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document; totals are null if the plan cannot be ordered."""
        totals = [
            None if isinstance(item, str) else cents_to_money(item.bom.total_cents)
            for item in (self.before, self.now)
        ]
        return {"file": str(self.plan), "total_before": totals[0], "total_now": totals[1]}

    @staticmethod
    def _other_pieces(before: OrderedParts, now: OrderedParts) -> list[tuple[str, int, int]]:
        """Return the part numbers whose quantities differ, with both quantities."""
        pieces = [
            {line.sku.part: line.purchase.quantity for line in item.bom.lines} for item in (before, now)
        ]
        parts = dict.fromkeys([*pieces[0], *pieces[1]])
        both = [(part, pieces[0].get(part, 0), pieces[1].get(part, 0)) for part in parts]
        return [row for row in both if row[1] != row[2]]


@dataclass(frozen=True)
class ImportedCatalogue:
    """The result of an import of price lists: the catalogue, or the problems."""

    files: tuple[Path, ...]
    out: Path
    prices: PriceList
    updated: UpdatedCatalogue | None = None  # of an update: the parts kept and removed
    changes: tuple[PriceChange, ...] = ()  # of an update: the changed prices
    currency: str = ""
    effect: PlanEffect | None = None  # on a plan

    @property
    def file(self) -> str:
        """Names of the lists."""
        return ", ".join(map(str, self.files))

    @property
    def problems(self) -> list[tuple[str, ...]]:
        """Line, column and text of the first `MAX_PROBLEMS` problems."""
        return [
            (problem.line, problem.column, problem.what) for problem in self.prices.problems[:MAX_PROBLEMS]
        ]

    @property
    def problems_table(self) -> Table:
        """The table of problems."""
        return Table("Problems", ("where", "column", "problem"), self.problems)

    @property
    def notes(self) -> tuple[str, ...]:
        """Findings that the user did not ask for."""
        return (*self.prices.notes, *_update_notes(self.updated))

    @property
    def changes_table(self) -> Table:
        """The table of the largest price changes."""
        columns: Columns = (
            "part",
            *(money_column(f"{when}\n", self.currency) for when in ("before", "now", "change")),
            Column("change", form="+.1%"),
            "breaks",
        )
        rows = [
            (
                change.part,
                change.before_cents,
                change.now_cents,
                change.now_cents - change.before_cents,
                change.share,
                "changed" if change.has_other_breaks else None,
            )
            for change in self.changes[:MAX_CHANGES]
        ]
        return Table("Prices that changed", columns, rows).without_empty_columns()

    @property
    def summary(self) -> list[tuple[str, str]]:
        """Number of higher and lower prices, new and removed parts, and the effect on a plan."""
        if self.updated is None:
            return []
        rose = sum(change.now_cents > change.before_cents for change in self.changes)
        fell = sum(change.now_cents < change.before_cents for change in self.changes)
        rows = [
            (
                "prices",
                f"{rose:,} higher, {fell:,} lower, {len(self.changes) - rose - fell:,} with other breaks",
            )
        ]
        lists = {"new parts": self.updated.added, "no longer listed": self.updated.gone}
        rows += [
            (name, f"{len(parts):,}: {shortened(parts, _NAMED)}") for name, parts in lists.items() if parts
        ]
        return [*rows, *([("plan", self.effect.text)] if self.effect else [])]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Number of part numbers by kind."""
        counts = self.prices.counts
        rows = [(kind, f"{count:,}") for kind, count in counts.items()]
        return [*rows, ("part numbers", f"{sum(counts.values()):,}")]

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document."""
        return {
            "schema": 1,
            "file": self.file,
            "catalogue": None if self.problems else str(self.out),
            "part_numbers": dict(self.prices.counts),
            "problem_count": len(self.prices.problems),
            "problems": [
                {
                    "where": problem.line,
                    "column": problem.column,
                    "what": problem.what,
                    "lines": problem.lines,
                }
                for problem in self.prices.problems[:MAX_PROBLEMS]
            ],
            "notes": list(self.notes),
            **({} if self.updated is None else self._update_document(self.updated)),
        }

    def _update_document(self, updated: UpdatedCatalogue) -> dict[str, Any]:
        return {
            "price_changes": [
                {
                    "part": change.part,
                    "before": cents_to_money(change.before_cents),
                    "now": cents_to_money(change.now_cents),
                }
                for change in self.changes
            ],
            "new_parts": updated.added,
            "gone_parts": updated.gone,
            "kept_by_hand": updated.kept,
            "plan": None if self.effect is None else self.effect.document,
        }

    def refuse(self) -> NoReturn:
        """Raise the `InputError` for the first problem, with the number of further ones."""
        line, column, what = self.problems[0]
        places = [line, f"column {column}"] if column != "-" else [line]
        where = ": ".join([self.file, *([] if places == ["-"] else [", ".join(places)])])
        more = len(self.prices.problems) - 1
        listed = "listed above" if more < MAX_PROBLEMS else f"the first {MAX_PROBLEMS} are listed above"
        raise InputError(where, what, f"{count_text(more, 'more problem')}, {listed}" if more else "")


def price_list_request(
    file: Path,
    files: Sequence[Path],
    texts: Mapping[str, Sequence[str]],
    separator: str,
    date: dt.date | None,
    about: Mapping[str, str],
    *,
    skip_incomplete: bool = False,
) -> PriceListRequest:
    """Return the request to read one of several price lists.

    ``texts`` has the options ``columns``, ``kinds``, ``constants``, ``rates``, ``decimal`` and
    ``currency``; a value that begins with a file and a colon is of that list. Decimal sign, currency and
    separator are detected if there is none. ``about`` is title, source and trust. `InputError` for invalid
    options, signs or currencies.
    """
    split = {name: split_by_file(values, file, files) for name, values in texts.items()}
    both = {name: [*of_all, *own] for name, (of_all, own) in split.items()}
    decimal = next(reversed(both["decimal"]), "")
    if decimal not in {"", ".", ","}:
        raise InputError(setting("decimal"), f"{decimal!r} is not a decimal sign", ". or , or FILE:,")
    currency, list_currency = (next(reversed(values), "") for values in split["currency"])
    for code in (currency, list_currency):
        if code and not re.fullmatch("[A-Z]{3}", code):
            form = "three capitals, such as EUR, or FILE:EUR"
            raise InputError(setting("currency"), f"{code!r} is not a currency", form)
    if about["trust"] not in _TRUSTS:
        raise InputError(setting("trust"), f"{about['trust']!r} is unknown", f"one of {', '.join(_TRUSTS)}")
    return PriceListRequest(
        file=file,
        columns=parse_columns(both["columns"]),
        currency=currency,
        decimal=decimal,
        separator=separator,
        kinds=parse_kinds(both["kinds"]),
        constants=parse_constants(both["constants"]),
        rates=parse_rates(both["rates"]),
        title=about["title"],
        source=about["source"],
        trust=about["trust"],
        date=date,
        skip_incomplete=skip_incomplete,
        units=parse_units(both["columns"]),
        list_currency=list_currency,
    )


def import_catalogue(
    requests: Sequence[PriceListRequest],
    out: Path,
    *,
    force: bool,
    update: bool = False,
    plan: Path | None = None,
) -> ImportedCatalogue:
    """Write the catalogue of one or several price lists, or update one; nothing if there are problems.

    ``plan`` is priced before and after. `InputError` if a list cannot be read, lists contradict each other,
    the catalogue or plan cannot be used, or the output exists.
    """
    imported = imported_file(out)
    if plan is not None and not update:
        raise InputError(
            setting("plan"), "applies only to updates of a catalogue", f"add {setting('update')}"
        )
    if not update:
        check_free(out, _refuse_existing, force=force)
    elif not out.is_file():
        raise InputError(str(out), "does not exist", f"leave out {setting('update')} to make it")
    check_free(imported, _is_imported, force=force)
    prices = read_price_lists(requests)
    result = ImportedCatalogue(tuple(request.file for request in requests), out, prices)
    if prices.problems:
        return result
    text = prices.text
    if update:
        result, text = _updated(result, imported, plan)
    with defer_interrupts():
        write_atomic(out, text)
        write_atomic(imported, f"{_IMPORTED}\n{prices.text}")
    return result


def _refuse_existing(path: Path) -> bool:
    """Refuse an existing catalogue: it may have manual edits."""
    what = f"{setting('update')} adds new prices and keeps your edits, {FORCE} replaces it"
    raise InputError(str(path), "exists", what)


def _is_imported(path: Path) -> bool:
    """Return whether a file was written by an import next to its catalogue."""
    return read_text(path, "catalogue").startswith(_IMPORTED)


def _updated(result: ImportedCatalogue, imported: Path, plan: Path | None) -> tuple[ImportedCatalogue, str]:
    """Return the changes by a new list, and the catalogue's new text."""
    before = load_catalogue(result.out)
    known = read_text(imported, "catalogue") if imported.is_file() else None
    current = read_text(result.out, "catalogue")
    updated = update_catalogue(current, known, result.prices.text, str(result.out))
    now = load_catalogue(result.out, updated.text)
    effect = None if plan is None else _plan_effect(plan, result.out, before, now)
    changes = _price_changes(before, now)
    notes = result.prices.notes
    if known is None:
        lost = f"without {imported.name} edits cannot be detected: values of the list replace yours"
        notes = (*notes, lost)
    outcome = replace(
        result,
        prices=replace(result.prices, notes=notes),
        updated=updated,
        changes=changes,
        currency=now.currency,
        effect=effect,
    )
    return outcome, updated.text


def _price_changes(before: Catalogue, now: Catalogue) -> tuple[PriceChange, ...]:
    """Return the changed prices in the currency of the catalogue, largest changes first."""
    was = {sku.part: sku.buying for sku in skus_of(before)}
    changes = [
        PriceChange(
            sku.part,
            was[sku.part].price_cents,
            sku.buying.price_cents,
            was[sku.part].breaks != sku.buying.breaks,
        )
        for sku in skus_of(now)
        if sku.part in was
    ]
    changed = [
        change for change in changes if change.before_cents != change.now_cents or change.has_other_breaks
    ]
    return tuple(sorted(changed, key=lambda item: -abs(item.share or 0)))


def _plan_effect(file: Path, out: Path, before: Catalogue, now: Catalogue) -> PlanEffect:
    """Return the cost of a plan by both catalogues, with the terms of its own order."""
    plan = load_any_plan(file)
    terms = own_terms(plan)
    if isinstance(plan, Plan) and plan.order is None and not now.nics:
        terms = replace(terms, network_only=True)
    return PlanEffect(file, *(_ordered(plan, out, item, terms) for item in (before, now)))


def _ordered(
    plan: Plan | LaidFabric, out: Path, catalogue: Catalogue, terms: OrderTerms
) -> OrderedParts | str:
    """Return the order of a plan, or why there is none."""
    try:
        return ordered_parts(plan, out, catalogue, terms)
    except InfeasibleError as error:
        return error.told("--{}".format)


def _update_notes(updated: UpdatedCatalogue | None) -> Iterator[str]:
    """Yield the values that were kept although the list differs."""
    if updated is None:
        return
    for text in updated.kept[:MAX_CHANGES]:
        yield f"kept as edited: {text}"
    if len(updated.kept) > MAX_CHANGES:
        yield f"kept as edited: {len(updated.kept) - MAX_CHANGES:,} more"
    for why, parts in (
        ("of your own", updated.by_hand),
        ("that you removed, not added again", updated.left_out),
    ):
        if parts:
            yield f"{count_text(len(parts), 'part')} {why}: {shortened(parts, _NAMED)}"
