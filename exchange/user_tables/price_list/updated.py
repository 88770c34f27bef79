"""Update of a catalogue from a new price list, preserving manual edits.

This is a three-way merge by part and field of the last import, the current catalogue and the new list.
Fields that changed in the list are updated unless edited manually; comments stay.
"""

import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Table

from netfloor.costmodels.catalogue.parts.catalogue import TABLES
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import printable

_NOTHING = object()
#: Product fields with tables of their own.
_NESTED = frozenset({"lengths"})


@dataclass
class UpdatedCatalogue:
    """An updated catalogue file, and the changes to its parts."""

    text: str = ""
    kept: list[str] = field(default_factory=list)  # manual edits that differ from the list
    added: list[str] = field(default_factory=list)  # part numbers that are new in the list
    gone: list[str] = field(default_factory=list)  # removed, because they are no longer in the list
    by_hand: list[str] = field(default_factory=list)  # not in the list, but kept
    left_out: list[str] = field(default_factory=list)  # removed manually


@dataclass(frozen=True)
class _Place:
    """The location of a part in a document: its product, and its own entry."""

    table: str
    product: Any
    entry: Any


def imported_file(catalogue: Path) -> Path:
    """Return the file next to a catalogue that stores the last import."""
    return catalogue.with_name(f"{catalogue.stem}.imported{catalogue.suffix}")


def update_catalogue(current: str, imported: str | None, new: str, where: str) -> UpdatedCatalogue:
    """Return a catalogue's text with the changes between an imported list and a new list.

    Without ``imported``, the values of the new list take precedence. Raises `InputError` if the text is not
    TOML.
    """
    try:
        document = tomlkit.parse(current if current.endswith("\n") else f"{current}\n")
    except (TOMLKitError, ValueError) as error:
        raise InputError(where, f"is not valid TOML ({printable(str(error))})") from error
    listed = tomllib.loads(new)
    before = None if imported is None else tomllib.loads(imported)
    updated_catalogue = UpdatedCatalogue()
    update = _Update(document, before, listed, updated_catalogue)
    update.head()
    update.parts()
    updated_catalogue.text = tomlkit.dumps(document)
    return updated_catalogue


class _Update:
    """The update of one catalogue from a new list."""

    def __init__(
        self,
        document: tomlkit.TOMLDocument,
        before: Mapping[str, Any] | None,
        new: Mapping[str, Any],
        found: UpdatedCatalogue,
    ) -> None:
        self.document, self.before, self.new, self.found = document, before, new, found
        self.now = dict(_places(document))
        self.was = dict(_places(before or {}))

    def head(self) -> None:
        """Update dates, rates, sources, suppliers and unpriced parts."""
        tables = {"rates", "sources", "suppliers", "on_request", "csv", *TABLES}
        self._fields(self.document, self.before, self.new, "the catalogue", tables)
        for name in ("rates", "suppliers", "on_request"):
            self._list(name, "currency" if name == "rates" else "name" if name == "suppliers" else "part")
        sources = self.document.setdefault("sources", tomlkit.table())
        known = (self.before or {}).get("sources", {})
        for name, source in self.new.get("sources", {}).items():
            if name in sources:
                was = None if self.before is None else known.get(name, {})
                self._fields(sources[name], was, source, f"source {name}", set())
            else:
                sources[name] = source

    def _list(self, name: str, key: str) -> None:
        """Update a list of tables identified by a field."""
        new = {entry[key]: entry for entry in self.new.get(name, [])}
        was = {entry[key]: entry for entry in (self.before or {}).get(name, [])}
        now = self.document.get(name, [])
        for item in now:
            if item[key] in new:
                old = None if self.before is None else was.get(item[key], {})
                self._fields(item, old, new[item[key]], f"{name} {item[key]}", set())
        there = {entry[key] for entry in now}
        for number in reversed(range(len(now))):
            item = now[number]
            if item[key] in was and item[key] not in new and item.unwrap() == was[item[key]]:
                del now[number]
        for missing in [entry for text, entry in new.items() if text not in there and text not in was]:
            if name not in self.document:
                self.document[name] = tomlkit.aot()
            self.document[name].append(_table(missing))
        if name in self.document and not len(self.document[name]):
            del self.document[name]

    def parts(self) -> None:
        """Update every part of the list, and remove parts that are no longer in it."""
        listed = dict(_places(self.new))
        for table in TABLES:
            for product in self.new.get(table, []):
                self._product(table, product)
        for part, old in self.was.items():
            if part not in listed and part in self.now:
                self._take_out(part, old)
        self.found.by_hand += [part for part in self.now if part not in listed and part not in self.was]

    def _product(self, table: str, new: Mapping[str, Any]) -> None:
        """Update a product with its part numbers."""
        entries = new.get("lengths", [new])
        here = next((self.now[entry["part"]] for entry in entries if entry["part"] in self.now), None)
        wanted = [entry for entry in entries if entry["part"] in self.now or entry["part"] not in self.was]
        self.found.left_out += [entry["part"] for entry in entries if entry not in wanted]
        if not wanted:
            return
        if here is None or here.table != table:
            self.found.added += [entry["part"] for entry in wanted]
            lengths = {"lengths": wanted} if "lengths" in new else {}
            self.document.setdefault(table, tomlkit.aot()).append(_table({**new, **lengths}))
            return
        first = next(entry["part"] for entry in entries if entry["part"] in self.now)
        old = self.was[first].product if first in self.was else None
        self._fields(here.product, self._known(old), new, f"part {first}", _NESTED)
        if "lengths" not in new:
            return
        for item in wanted:
            part = item["part"]
            if part in self.now:
                was = self.was[part].entry if part in self.was else None
                self._fields(self.now[part].entry, self._known(was), item, f"part {part}", set())
            else:
                self.found.added.append(part)
                _insert(here.product["lengths"], item)

    def _known(self, old: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the last import's values; empty for a part that it did not have."""
        return None if self.before is None else old or {}

    def _take_out(self, part: str, old: _Place) -> None:
        """Remove a part that is no longer in the list, unless it was edited."""
        here = self.now[part]
        if here.entry.unwrap() != old.entry and old.entry is not old.product:
            self.found.by_hand.append(part)
            return
        if here.entry is here.product and here.entry.unwrap() != old.entry:
            self.found.by_hand.append(part)
            return
        self.found.gone.append(part)
        products = self.document[here.table]
        if here.entry is not here.product:
            lengths = here.product["lengths"]
            del lengths[next(n for n, length in enumerate(lengths) if length["part"] == part)]
            if len(lengths):
                return
        del products[next(n for n, product in enumerate(products) if product is here.product)]
        if not len(products):
            del self.document[here.table]

    def _fields(
        self,
        now: MutableMapping[str, Any],
        was: Mapping[str, Any] | None,
        new: Mapping[str, Any],
        about: str,
        skipped: set[str] | frozenset[str],
    ) -> None:
        """Update the fields that changed in the list; without ``was``, all its fields."""
        for name in [item for item in {**new, **(was or {})} if item not in skipped]:
            there, told = _plain(now.get(name, _NOTHING)), new.get(name, _NOTHING)
            before = there if was is None else was.get(name, _NOTHING)
            if told in (before, there) or (was is None and told is _NOTHING):
                continue
            if there != before:
                said = "nothing" if told is _NOTHING else told
                mine = "nothing" if there is _NOTHING else there
                self.found.kept.append(f"{about}: {name} {mine} (the list: {said})")
            elif told is _NOTHING:
                del now[name]
            else:
                now[name] = told


def _places(document: Mapping[str, Any]) -> Iterator[tuple[str, _Place]]:
    """Yield every part number of a document with its location."""
    for table in TABLES:
        for product in document.get(table, []):
            if "part" in product:
                yield str(product["part"]), _Place(table, product, product)
            for item in product.get("lengths", []):
                yield str(item["part"]), _Place(table, product, item)


def _plain(value: Any) -> Any:
    return value.unwrap() if hasattr(value, "unwrap") else value


def _table(values: Mapping[str, Any]) -> Table:
    """Return a table with one part number per line."""
    table = tomlkit.table()
    for name, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines = tomlkit.array()
            for item in value:
                lines.add_line(_inline(item))
            lines.add_line(indent="")
            table[name] = lines
        else:
            table[name] = value
    return table


def _inline(values: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for name, value in values.items():
        is_nested = isinstance(value, list) and value and isinstance(value[0], dict)
        table[name] = [_inline(item) for item in value] if is_nested else value
    return table


def _insert(lengths: Any, item: Mapping[str, Any]) -> None:
    """Insert a part in order of length."""
    at = next((n for n, other in enumerate(lengths) if other["length_m"] > item["length_m"]), len(lengths))
    lengths.insert(at, _inline(item))
