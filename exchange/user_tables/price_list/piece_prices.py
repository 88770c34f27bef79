"""Unit prices: net prices, discounts, price breaks, and packs priced as a whole."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from netfloor.exchange.user_tables.price_list.headings import (
    PIECE_SURCHARGE,
    PRICE_FIELDS,
    STEP_PIECES,
    STEP_PRICE,
    SURCHARGE,
    SURCHARGES,
)
from netfloor.exchange.user_tables.price_list.problems import (
    EACH_PART,
    CellFault,
    PriceProblem,
    shell_option,
    some_lines,
)
from netfloor.exchange.user_tables.price_list.request import (
    PACKS,
    PIECES,
    QUANTITIES_IN,
    QUANTITY_UNITS,
    UNKNOWN,
    PriceListRequest,
    break_of,
)

_CENT = Decimal("0.01")
#: Relative tolerance of a row's sum; up to the second value, it may include taxes or surcharges.
_NEAR_SUM, _WITH_TAXES = Decimal("0.005"), Decimal("1.28")
_PACK = (
    r"(?:vpe|ve|verpackungseinheit|pack(?:ung|age|et|s)?|paket|pk|pg|bx|ct|pkg|pck|karton|ktn|carton|ctn|box|beutel"
    r"|btl|pak|opakowani[ea]|bag|bundle|bund|b\u00fcndel|gebinde|sachet|lot|bo\u00eete|paquete?s?|caja)"
)
_PIECE = (
    r"(?:st(?:k|ck|\u00fcck|ueck)?\.?|pcs?\.?|pces?\.?|pieces?|pi\u00e8ces?|stuks?|units?|unit\u00e9s?|ea|each"
    r"|c62|h87|szt(?:\.|uk[ai]?)?|uds?\.?|unidad(?:es)?|uni\.?|piezas?|pzas?\.?|pz\.?|pezz[oi]|cad(?:auno|\.)?|unit\u00e0)"
)
_JOINT = r"\s?(?:of|\u00e0|a|zu|mit|de|with|von|=|:|/|-|\()?\s?"
_NUMBER = r"([0-9]{1,6})"
#: A pack in a unit cell, with the number of pieces before or after it, or without a number.
_UNIT_OF = re.compile(
    rf"(?:{_PACK}\.?(?:{_JOINT}{_NUMBER})?|{_NUMBER}\s?(?:er)?[\s-]?{_PACK}?)\s?{_PIECE}?\)?", re.IGNORECASE
)
#: What the heading of a break counts.
_COUNTS_PACKS = re.compile(rf"(?<![a-z]){_PACK}(?![a-z])", re.IGNORECASE)
_COUNTS_PIECES = re.compile(rf"(?<![a-z]){_PIECE}(?![a-z])", re.IGNORECASE)
_UNIT_PIECE = re.compile(rf"1?\s?{_PIECE}", re.IGNORECASE)
_PER_PIECES = re.compile(rf"(?:per|je|pro|par|por|/)\s?([0-9]{{1,5}})\s?{_PIECE}?", re.IGNORECASE)
_ONE = re.compile(r"^1\s?(?=[A-Za-z])")
#: A pack in a description: as a sales term for any part, or as the part itself.
_SOLD_IN = re.compile(
    rf"\b(?:vpe|ve|verpackungseinheit|packungseinheit|inhalt|karton|packung|opakowanie){_JOINT}{_NUMBER}(?![0-9.,x]|\s?[GMm])",
    re.IGNORECASE,
)
_IS_PACK = re.compile(
    rf"\b{_NUMBER}(?:er[\s-]?|[\s-])?(?:pack(?:ung)?|pk)\b"
    rf"|\b(?:pack|bag|box|lot|sachet|paquete|bolsa|pak|zak|confezione) (?:of|de|van|da) {_NUMBER}\b",
    re.IGNORECASE,
)


def is_unit(text: str) -> bool:
    """Return whether a cell is a unit of one piece or of a pack: ``Stk``, ``PAK10``."""
    return _UNIT_PIECE.fullmatch(text.strip()) is not None or is_unit_of_pack(text)


def is_unit_of_pack(text: str) -> bool:
    """Return whether a cell is the unit of a pack: ``Box``, ``Pack 10``."""
    return _UNIT_OF.fullmatch(text.strip()) is not None and _COUNTS_PACKS.search(text) is not None


#: Headings of prices of one piece, and of the unit in which a part is sold.
_OF_PIECE = re.compile(
    rf"\b(?:per|pro|je|par|por|al|la|\u00e0 l['\u2019 ])\s?(?:{_PIECE}|unit\u00e9|stuk)(?![a-z])|\beach\b"
    r"|st\u00fcckpreis|st[uk]{2}(?:s)?prijs|\b\u00e0 l['\u2019]unit\u00e9|\ba l unite",
    re.IGNORECASE,
)
_OF_PACK = re.compile(
    rf"(?:\b(?:per|pro|je|par|por|al|a)|/)\s?{_PACK}(?![a-z])|\b{_PACK}[\s-]?(?:preis|price|prijs)\b",
    re.IGNORECASE,
)
_OF_SALES_UNIT = re.compile(
    rf"unit\u00e9 de vente|verkaufseinheit|sales unit|selling unit|verkoopeenheid|{_COUNTS_PACKS.pattern}",
    re.IGNORECASE,
)


class UnclearPackError(ValueError):
    """A price, or its breaks, may be for a pack, or for one with an unknown number of pieces."""

    def __init__(self, what: str, field_name: str = "unit") -> None:
        super().__init__(what)
        self.field = field_name  # whose cell is ambiguous


def settle_pack(
    values: dict[str, Any], name: str, request: PriceListRequest, kind: str, headings: Mapping[str, str]
) -> bool:
    """Set the pieces per price of a row, and the pieces of its breaks; return whether it is a pack's.

    Raises `UnclearPackError` if the number of pieces is missing, or it or the breaks are ambiguous.
    """
    of_prices = _price_headings(values, headings)
    if any(map(is_of_pack, of_prices)) and not is_unit_of_pack(str(values.get("unit") or "")):
        values["unit"] = "pack"
    unit = str(values.get("unit", "") or "")
    if any(map(is_of_piece, of_prices)):
        is_pack = _keep_piece_price(values, name)
    else:
        is_pack = _settle_pieces(values, name, request, kind)
    if is_pack and values.get("pack") == values.get("price_per"):
        _settle_breaks(values, unit, headings, request)
    return is_pack


def is_of_piece(heading: str) -> bool:
    """Return whether a price is that of one piece by its heading: ``Price per piece``, ``St\u00fcckpreis``.

    ``Unit price`` and ``Prix unitaire`` may be of a unit of sale.
    """
    return _OF_PIECE.search(heading) is not None and _OF_SALES_UNIT.search(heading) is None


def is_of_pack(heading: str) -> bool:
    """Return whether a price is that of a pack by its heading: ``Preis je VPE``, ``Price / pack``."""
    return _OF_PACK.search(heading) is not None


def _price_headings(values: Mapping[str, Any], headings: Mapping[str, str]) -> list[str]:
    """Return the headings of the prices of a row."""
    names = [name for name in values if name in PRICE_FIELDS and values[name] is not None]
    return [headings[name] for name in names if name in headings]


def _keep_piece_price(values: dict[str, Any], name: str) -> bool:
    """Keep the price of one piece, and return False; a unit that is a pack is bought whole."""
    unit = _ONE.sub("", str(values.pop("unit", "") or "").strip(), count=1)
    in_unit = _UNIT_OF.fullmatch(unit) if is_unit_of_pack(unit) else None
    pieces = next((int(group) for group in in_unit.groups() if group), None) if in_unit else None
    pieces = pieces or _found(_SOLD_IN, name) or _found(_IS_PACK, name)
    if pieces and not values.get("pack"):
        values["pack"] = pieces
    return False


def counts_packs(heading: str) -> str:
    """Return the unit in a heading of quantities, one of `QUANTITY_UNITS`; empty if it names none."""
    packs, pieces = _COUNTS_PACKS.search(heading), _COUNTS_PIECES.search(heading)
    return "" if bool(packs) == bool(pieces) else PACKS if packs else PIECES


def _settle_breaks(
    values: dict[str, Any], unit: str, headings: Mapping[str, str], request: PriceListRequest
) -> None:
    """Set breaks of a price per pack to pieces if they count packs.

    Raises `UnclearPackError` if neither the list nor the user says so.
    """
    _settle_steps(values)
    pack, fields = int(values["pack"]), [name for name in values if break_of(name)]
    starts = {break_of(name) or 1: name for name in fields}
    if row_start := values.get("price_from"):
        starts[int(row_start)] = "price_from"
    if not (above := [count for count in starts if count > 1]):
        return
    names = " ".join(headings.get(name, "") for name in starts.values())
    has_first = 1 in starts or any(values.get(name) is not None for name in PRICE_FIELDS)
    counted = _breaks_unit(above, pack, f"{names}\n{unit}", has_first=has_first)
    if (counted := request.quantities_in or counted) == "":
        count = min(above)
        ways = " or ".join(f'--constant "{QUANTITIES_IN}={way}"' for way in QUANTITY_UNITS)
        what = f"prices of packs: from {count} pieces on, or from {count} packs? {ways}"
        raise UnclearPackError(what, starts[count])
    if counted == PACKS:
        if row_start:
            values["price_from"] = row_start * pack if row_start > 1 else 1
        for name, price in [(name, values.pop(name)) for name in fields]:
            start = break_of(name) or 1
            values[name if start == 1 else f"price@{start * pack}"] = price


def _breaks_unit(above: Sequence[int], pack: int, texts: str, *, has_first: bool) -> str:
    """Return the unit of breaks of a price per pack, one of `QUANTITY_UNITS`; empty if the list names none.

    Words of the headings decide, then the bands: a price from 1 on below a pack, and a break within a pack,
    cannot be bought by the piece, and bands that begin with whole packs count pieces. Otherwise a unit that
    is a pack is that of quantities. ``texts`` are the headings, and below them the unit.
    """
    names, unit = texts.rsplit("\n", 1)
    if counted := counts_packs(names):
        return counted
    if any(count % pack for count in above) or (has_first and min(above) <= pack):
        return PACKS
    if not has_first:
        return PIECES
    return PACKS if _COUNTS_PACKS.search(unit) else ""


def _settle_pieces(values: dict[str, Any], name: str, request: PriceListRequest, kind: str) -> bool:
    """Set the pieces per price of a row by its unit and description; return whether it is a pack.

    Raises `UnclearPackError` if the number of pieces is missing or ambiguous.
    """
    part_number = str(values.get("part")).lower()
    unit = _ONE.sub("", str(values.pop("unit", "") or "").strip(), count=1)
    sold, part = _found(_SOLD_IN, name), _found(_IS_PACK, name)
    in_unit = None if not unit or _UNIT_PIECE.fullmatch(unit) else _UNIT_OF.fullmatch(unit)
    per, pack = values.get("price_per"), values.get("pack")
    asked = _constant(request, kind, part_number)
    if (per or 1) > 1:
        return False
    if in_unit is not None:
        pieces = next((int(group) for group in in_unit.groups() if group), None)
        pieces = pieces or (pack if (pack or 1) > 1 else None) or sold or part or asked
        if not pieces:
            raise UnclearPackError("is a pack of unknown size: " + _advice(None, is_pack=True))
        values |= {"price_per": pieces} | ({} if pack else {"pack": pieces})
        return pieces > 1
    if unit and not _UNIT_PIECE.fullmatch(unit) and per is None:
        named = sold or part or (pack if (pack or 1) > 1 else None)
        pieces, is_pack = _pieces_of_unit(unit, asked, named)
        values |= {"price_per": pieces} | ({"pack": max(pieces, pack or 1)} if is_pack else {})
        return pieces > 1
    if part and per is None and not unit:
        values |= {"price_per": part} | ({} if pack else {"pack": part})
        return part > 1
    if unit and sold and not pack:
        values["pack"] = sold
    unclear = part if unit else None if pack else sold
    if unclear and unclear > 1 and per is None:
        if asked is None:
            why = f"names a pack of {unclear}, and the price may be of one piece or of all: "
            raise UnclearPackError(why + _advice(unclear), "name")
        values |= {"pack": unclear} if not pack else {}
    if (per is None and asked and not unit) or (per is None and asked and unclear):
        values["price_per"] = asked
    return bool(unclear and asked and asked > 1)


def _pieces_of_unit(unit: str, asked: int | None, named: int | None) -> tuple[int, bool]:
    """Return the pieces per price of an unusual unit, by its number, ``per 100``, or the user's.

    The second value is whether the unit is bought whole, as all are but a price per so many pieces.
    """
    stated = _PER_PIECES.fullmatch(unit)
    pieces = int(stated[1]) if stated else asked
    if not pieces:
        why = f"has the unit {unit[:30]!r}, and the price may be of several pieces: "
        raise UnclearPackError(why + _advice(named))
    return pieces, stated is None


def _found(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return None if match is None else next(int(group) for group in match.groups() if group)


def _advice(pieces: int | None, *, is_pack: bool = False) -> str:
    """Return the remedy: how to state the pieces per price."""
    one = f'--constant "{EACH_PART}.price_per=1" for one piece'
    every = f'--constant "{EACH_PART}.price_per={pieces or UNKNOWN}" for '
    every += f"{pieces}" if pieces else f"several, with their number for {UNKNOWN}"
    ways = f"{every} or {one}" if is_pack and not pieces else f"{one} or {every}"
    return f"{ways}, or a column of its own, mapped as price_per"


def _constant(request: PriceListRequest, kind: str, part: str) -> int | None:
    """Return the user's number of pieces per price for rows that do not state it."""
    said = {of: text for of, name, text in request.constants if name == "price_per"}
    text = said.get(part, said.get(kind, said.get("", ""))).strip()
    return int(text) if text.isdecimal() and int(text) > 0 else None


def pieces_said(values: Mapping[str, Any], request: PriceListRequest, kind: str) -> str | None:
    """Return the word of the user's constant that is a settled row's pieces per price, None without one."""
    part = str(values.get("part")).lower()
    said = {of for of, name, _ in request.constants if name == "price_per"}
    if _constant(request, kind, part) != int(values.get("price_per") or 1):
        return None
    return next((of for of in (part, kind, "") if of in said), None)


def has_surcharge(values: Mapping[str, Any]) -> bool:
    """Return whether a row has an amount to add to its price."""
    return any(values.get(name) for name in SURCHARGES)


def unclear_surcharge(
    line: str, values: Mapping[str, Any], headings: Mapping[str, str], request: PriceListRequest
) -> Iterator[CellFault]:
    """Yield the question whether a surcharge on the price of several pieces is for one piece or for all."""
    mapped = any(name in SURCHARGES for _, name in request.columns)
    if values.get(SURCHARGE) and (values.get("price_per") or 1) > 1 and not mapped:
        heading = headings[SURCHARGE]
        each, same = (shell_option("map", f"{heading}={name}") for name in (PIECE_SURCHARGE, SURCHARGE))
        what = f"may be for one piece, {each}, or for as many pieces as the price, {same}"
        yield CellFault(line, heading, "", what)


def settle_price(values: dict[str, Any]) -> bool:
    """Determine the price of a row: net, framework, spot, or list price less discount.

    Returns whether the spot price is below the framework price that applies.
    """
    discount, per = values.pop("discount", None), values.pop("price_per", None) or 1
    _settle_steps(values)
    result = {name: values.pop(name) for name in PRICE_FIELDS if name in values}
    steps = {values[name] for name in values if (break_of(name) or 1) > 1}
    if values.get("price@1") is not None and result.get("price") in steps:
        result["price"] = values["price@1"]  # the other is the price of the quantity that this row orders
    for name, basis in (("framework_price", "framework"), ("spot_price", "spot")):
        if result.get(name) is not None and result.get("price") is None:
            values.setdefault("price_basis", basis)
    price = next((result[name] for name in PRICE_FIELDS if result.get(name) is not None), None)
    surcharge = (values.pop(SURCHARGE, None) or 0) + (values.pop(PIECE_SURCHARGE, None) or 0) * per
    if price is not None and price is result.get("list_price") and discount:
        price = price * (100 - discount) / 100
    if price is None and not result:  # price breaks only
        first = min((at for name in values if (at := break_of(name))), default=None)
        price = values.get(f"price@{first}") if first else None
        if first and first > 1:
            values.setdefault("min_order", first)
    for name in [name for name in values if break_of(name)]:
        values[name] = None if values[name] is None else float((values[name] + surcharge) / per)
    values["price"] = None if price is None else float((price + surcharge) / per)
    spot, framework = result.get("spot_price"), result.get("framework_price")
    return spot is not None and framework is not None and price is framework and spot < framework


@dataclass
class RowSums:
    """Compares stated sums with prices, to detect prices per several pieces or before a discount."""

    right: int = 0
    wrong: list[tuple[str, str, Decimal, Decimal]] = field(default_factory=list)

    def add(
        self,
        line: str,
        headings: Mapping[str, str],
        values: Mapping[str, Any],
        quantity: Decimal | None,
        total: Decimal | None,
    ) -> None:
        """Add a row with its quantity and sum; incomplete rows are ignored."""
        prices = [values.get("price"), *(values[name] for name in values if break_of(name))]
        sums = [Decimal(repr(float(price))) * (quantity or 0) for price in prices if price]
        if not sums or not total or not sums[0]:
            return
        packs = [item * (values.get("pack") or 1) for item in sums]
        low = min(abs(total / item - 1) for item in (*sums, *packs))
        is_right = low <= _NEAR_SUM or abs(total - sums[0]) <= _CENT * (quantity or 0)
        if is_right or 1 < total / sums[0] <= _WITH_TAXES:
            self.right += 1
        else:
            self.wrong.append((line, headings.get("total", "-"), total, sums[0]))

    def problems(self) -> Iterator[PriceProblem]:
        """Yield a question if the sums of most rows match another price."""
        if len(self.wrong) > self.right:
            _, heading, total, product = self.wrong[0]
            what = f"is {total:,.2f}, quantity times price {product:,.2f}: the price is of several pieces"
            remedy = (
                "or before a discount; map another column as price, price_per or discount"
                f", or {shell_option('map', f'{heading}=skip')}"
            )
            yield PriceProblem(some_lines([item[0] for item in self.wrong]), heading, f"{what} {remedy}")


def _settle_steps(values: dict[str, Any]) -> None:
    """Make price breaks of prices with adjacent pieces; the first is the unit price."""
    steps = []
    for name in [name for name in values if name.startswith(STEP_PIECES)]:
        pieces, price = values.pop(name), values.pop(STEP_PRICE + name.partition("#")[2], None)
        if pieces and price is not None:
            steps.append((pieces, price))
    for name in [name for name in values if name.startswith(STEP_PRICE)]:
        del values[name]  # missing number of pieces
    values |= {f"price@{pieces}": price for pieces, price in steps}
