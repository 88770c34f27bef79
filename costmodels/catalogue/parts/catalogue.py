"""The catalogue file: all parts on sale, validated field by field."""

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr, SerializerFunctionWrapHandler, field_validator, model_serializer

from netfloor.costmodels.catalogue.parts.cable_parts import Assembly, Cord, LengthSeries, PowerCord
from netfloor.costmodels.catalogue.parts.devices import Caged, Nic, Server, Switch, Transceiver
from netfloor.costmodels.catalogue.parts.part_fields import (
    BuyingDefaults,
    Days,
    Laying,
    Percent,
    Source,
    StockPart,
    Supplier,
    UnpricedPart,
)
from netfloor.costmodels.catalogue.parts.trunk_parts import Cassette, FibrePanel, FibreTrunk
from netfloor.costmodels.sets.coefficient import Text, exact_decimal
from netfloor.costmodels.sets.cost_set import CostSet, Currency
from netfloor.costmodels.sets.prices import exact_mm
from netfloor.costmodels.sets.rates import DatedRate, find_exchange
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.foundation.wording import count_text, known_text

#: Tables of parts in a catalogue, with the model of their entries.
TABLES = (
    *("cables", "transceivers", "cords", "switches", "nics", "servers"),
    *("trunks", "cassettes", "panels", "power_cords"),
)
_CENT = Decimal("0.01")
#: Fields added since plans store catalogue checksums.
_LATER = frozenset(
    {
        *("trunks", "cassettes", "panels", "power_cords", "valid_until", "suppliers", "on_request"),
        *("copper_first", "laying", "formula"),
    }
)


class CsvFile(StrictModel):
    """A CSV file of parts next to the catalogue; see `costmodels.catalogue.parts.csv_parts`."""

    table: Literal[
        "cables",
        "transceivers",
        "cords",
        "switches",
        "nics",
        "servers",
        "trunks",
        "cassettes",
        "panels",
        "power_cords",
    ]
    file: Text


class Catalogue(StrictModel):
    """The parts on sale.

    Attributes
    ----------
    title, notes
        Title, and remarks to read before ordering.
    currency, price_date
        Of every price without its own.
    valid_until
        Expiry date of every price without its own.
    rates
        Exchange rates of other currencies in which parts may be priced, each with its date.
    tax_percent
        Tax on laying, and on purchases from suppliers without their own rate.
    slack_m
        Added to every routed length before selecting a stock length.
    spares_percent
        Spare cables, cords and transceivers, in percent of the need.
    lead_time_days
        Of parts without their own.
    cage_forms, fibre_connectors
        Connectors in addition to those that netfloor knows.
    sources
        Sources of figures and prices, by name.
    suppliers
        Suppliers' terms for a whole order; a supplier without an entry has none. If there is only one
        entry, parts without a supplier belong to it.
    on_request
        Parts without a price from their supplier; none is bought.
    copper_first
        Prefer copper wherever a copper cable serves, even if optics cost less.
    laying
        Cost of laying a cable; None: the bill omits laying.
    formula
        Prices for any network instead of parts: of a cable by length and rate, of a switch by ports. See
        `costmodels.catalogue.formula`.
    csv
        Files with further parts.
    """

    schema_: Annotated[Literal[1], Field(alias="schema")]
    title: Text
    notes: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    currency: Currency
    price_date: dt.date
    valid_until: dt.date | None = None
    rates: Annotated[tuple[DatedRate, ...], Field(strict=False)] = ()
    tax_percent: Annotated[float, Field(ge=0, le=1000)] = 0.0
    slack_m: Annotated[float, Field(ge=0, le=1000)] = 0.0
    spares_percent: Percent = 0.0
    lead_time_days: Days | None = None
    cage_forms: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    fibre_connectors: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    sources: Annotated[dict[str, Source], Field(default_factory=dict)]
    suppliers: Annotated[tuple[Supplier, ...], Field(strict=False)] = ()
    on_request: Annotated[tuple[UnpricedPart, ...], Field(strict=False)] = ()
    copper_first: bool = False
    laying: Laying | None = None
    formula: CostSet | None = None
    csv: Annotated[tuple[CsvFile, ...], Field(strict=False)] = ()
    cables: Annotated[tuple[Assembly, ...], Field(strict=False)] = ()
    transceivers: Annotated[tuple[Transceiver, ...], Field(strict=False)] = ()
    cords: Annotated[tuple[Cord, ...], Field(strict=False)] = ()
    switches: Annotated[tuple[Switch, ...], Field(strict=False)] = ()
    nics: Annotated[tuple[Nic, ...], Field(strict=False)] = ()
    servers: Annotated[tuple[Server, ...], Field(strict=False)] = ()
    trunks: Annotated[tuple[FibreTrunk, ...], Field(strict=False)] = ()
    cassettes: Annotated[tuple[Cassette, ...], Field(strict=False)] = ()
    panels: Annotated[tuple[FibrePanel, ...], Field(strict=False)] = ()
    power_cords: Annotated[tuple[PowerCord, ...], Field(strict=False)] = ()

    _as_read: "Catalogue | None" = PrivateAttr(None)  # the catalogue whose formula created these parts

    @property
    def as_read(self) -> "Catalogue":
        """The catalogue without the parts that its formula created for a network, as used for checksums."""
        return self._as_read or self

    def with_parts(self, parts: Mapping[str, Any]) -> "Catalogue":
        """Return the catalogue with parts that its formula created for a network."""
        made = self.model_copy(update=parts)
        made._as_read = self.as_read  # noqa: SLF001 - of the same type
        return made

    @model_serializer(mode="wrap")
    def _without_the_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit unset fields added later, so that catalogue checksums in plans stay the same."""
        written: dict[str, Any] = handler(self)
        return {name: value for name, value in written.items() if value or name not in _LATER}

    @property
    def states_taxes(self) -> bool:
        """Whether it states a rate of taxes, also one of 0."""
        return "tax_percent" in self.model_fields_set

    @property
    def usual_supplier(self) -> str | None:
        """Supplier of parts that name none: the only supplier with terms, None if there are several."""
        return self.suppliers[0].name if len(self.suppliers) == 1 else None

    @field_validator("slack_m")
    @classmethod
    def _whole_mm(cls, slack_m: float) -> float:
        exact_mm(slack_m, "slack_m")
        return slack_m


def catalogue_of_set(cost_set: CostSet) -> Catalogue:
    """Return the catalogue of a cost set: its prices by formula, for its latest year."""
    year = max(row.year for row in cost_set.coefficients())
    return Catalogue.model_validate(
        {
            "schema": 1,
            "title": cost_set.title,
            "notes": cost_set.notes,
            "currency": cost_set.currency,
            "price_date": dt.date(year, 12, 31),
            "formula": cost_set,
        }
    )


#: Location of a part, such as ``parts.toml: cables.2``, by table and index.
Places = dict[tuple[str | int, ...], str]


def catalogue_problems(
    catalogue: Catalogue, source: str, places: Places, *, all_panels: bool = True
) -> Iterator[InputError]:
    """Yield problems across fields: duplicates, and unknown connectors, sources and currencies.

    ``places`` locates parts from CSV files by (table, index) and (table, index, "lengths", number); all
    other parts are in ``source``. With ``all_panels`` False, faulty panels have been left out, so a
    cassette may name a missing panel.
    """
    seen: dict[tuple[str, str], str] = {}
    yield from _unlike_formula(catalogue, source)
    yield from _unsourced_laying(catalogue, source)
    for number, supplier in enumerate(catalogue.suppliers):
        where = f"{source}: suppliers.{number}"
        yield from _twin(seen, ("supplier", supplier.name), f"{where}: name", repr(supplier.name))
        yield from _unknown_currency(catalogue, supplier, where)
    yield from _fractions_of_cents(catalogue, source, places)
    for key, part in _all_models(catalogue):
        where = places.get(key) or places.get(key[:2]) or f"{source}: {'.'.join(map(str, key))}"
        yield from _unknown_sources(catalogue, part, where)
        yield from _unknown_currency(catalogue, part, where)
        yield from _unknown_connectors(catalogue, part, where)
        yield from _too_many_links(part, where)
        yield from _too_many_fibres(part, where)
        if all_panels:
            yield from _unknown_panel(catalogue, part, where)
        if hasattr(part, "name"):
            yield from _twin(seen, (str(key[0]), part.name), f"{where}: name", f"{part.name!r}")
        if hasattr(part, "part"):
            yield from _twin(seen, ("part", part.part), f"{where}: part", f"part number {part.part!r}")


def _unlike_formula(catalogue: Catalogue, source: str) -> Iterator[InputError]:
    """Yield settings that are incompatible with formula prices."""
    formula = catalogue.formula
    if formula is None:
        return
    if parts := [table for table in (*TABLES, "suppliers", "on_request") if getattr(catalogue, table)]:
        what = f"goes with no parts, and there are {', '.join(parts)}"
        yield InputError(f"{source}: formula", what, "write parts or a formula")
    if formula.currency != catalogue.currency:
        what = f"is in {formula.currency}, the catalogue in {catalogue.currency}"
        yield InputError(f"{source}: formula.currency", what, "give both one currency")


def _unsourced_laying(catalogue: Catalogue, source: str) -> Iterator[InputError]:
    """Yield an undefined source of the laying prices."""
    named = None if catalogue.laying is None else catalogue.laying.source
    if named is not None and named not in catalogue.sources:
        known = ", ".join(catalogue.sources) or "none"
        yield InputError(f"{source}: laying.source", f"{named!r} is not in [sources]", f"known: {known}")


def _fractions_of_cents(catalogue: Catalogue, source: str, places: Places) -> Iterator[InputError]:
    """Yield prices with a fraction of a cent, which an order in whole cents would change."""
    for table in TABLES:
        for place, product in enumerate(getattr(catalogue, table)):
            lengths = product.lengths if isinstance(product, LengthSeries) else ()
            keys = [((table, place, "lengths", number), length) for number, length in enumerate(lengths)]
            for key, part in [((table, place), product), *keys]:
                own = (
                    [part.price, *(item.price for item in part.breaks)]
                    if isinstance(part, StockPart)
                    else []
                )
                odd = [price for price in own if (exact_decimal(price) * CENTS_PER_UNIT).denominator > 1]
                if odd:
                    where = places.get(key) or places.get(key[:2]) or f"{source}: {'.'.join(map(str, key))}"
                    what = f"{odd[0]!r} has a fraction of a cent, and orders are in whole cents"
                    rounded = nearest_price(Decimal(repr(odd[0])))
                    yield InputError(f"{where}: price", what, f"round it, such as {rounded:f}")


def nearest_price(price: Decimal) -> Decimal:
    """Return a price to the nearest cent, half a cent up, and no price above 0 as 0."""
    return max(price.quantize(_CENT, ROUND_HALF_UP), _CENT if price > 0 else Decimal(0))


def _all_models(catalogue: Catalogue) -> Iterator[tuple[tuple[str | int, ...], BuyingDefaults]]:
    """Yield every product and every stock length with its location in the file."""
    for table in TABLES:
        for place, product in enumerate(getattr(catalogue, table)):
            yield (table, place), product
            if isinstance(product, LengthSeries):
                for number, length in enumerate(product.all_lengths()):
                    yield (table, place, "lengths", number), length


def _twin(
    seen: dict[tuple[str, str], str], key: tuple[str, str], where: str, what: str
) -> Iterator[InputError]:
    if key in seen:
        yield InputError(where, f"{what} is given twice, first at {seen[key]}", "give each its own")
    seen.setdefault(key, where)


def _unknown_sources(catalogue: Catalogue, part: BuyingDefaults, where: str) -> Iterator[InputError]:
    fields = {field: getattr(part, field, None) for field in ("source", "price_source")}
    if isinstance(part, Switch) and part.forwarding is not None:
        fields["forwarding.source"] = part.forwarding.source
    for field, name in fields.items():
        if name is not None and name not in catalogue.sources:
            known = ", ".join(catalogue.sources) or "none"
            yield InputError(f"{where}: {field}", f"{name!r} is not in [sources]", f"known: {known}")


def _unknown_currency(
    catalogue: Catalogue, part: BuyingDefaults | Supplier, where: str
) -> Iterator[InputError]:
    own = part.currency or catalogue.currency
    if find_exchange(own, catalogue.currency, of_target=catalogue.rates) is None:
        known = [catalogue.currency, *(rate.currency for rate in catalogue.rates)]
        what = f"there is no rate for {part.currency} in [[rates]]"
        yield InputError(f"{where}: currency", what, f"known: {', '.join(known)}")


def _unknown_connectors(catalogue: Catalogue, part: BuyingDefaults, where: str) -> Iterator[InputError]:
    fibre = (*FIBRE_CONNECTORS, *catalogue.fibre_connectors)
    cages = (*CAGE_FORMS, *catalogue.cage_forms)
    named = [
        (field, getattr(part, field, None))
        for field in ("connector", "connector_a", "connector_b", "management_port", *_OF_FIBRE)
    ]
    others = part.other_cages if isinstance(part, Switch) else ()
    named += [(f"other_cages.{number}.connector", item.connector) for number, item in enumerate(others)]
    for field, name in named:
        of_fibre = field in _OF_FIBRE or isinstance(part, Cord | FibreTrunk)
        known = fibre if of_fibre else cages
        if name is not None and name not in known:
            own = f"your own go into {'fibre_connectors' if of_fibre else 'cage_forms'}"
            yield InputError(
                f"{where}: {field}", f"unknown connector {name!r}", f"{known_text(name, known)}; {own}"
            )


def _too_many_links(part: BuyingDefaults, where: str) -> Iterator[InputError]:
    if isinstance(part, Assembly):
        ends = [
            ("links", part.connector_a, part.links),
            ("tails", part.connector_b, part.links // part.tails),
        ]
    elif isinstance(part, Transceiver):
        ends = [("links", part.connector, part.links)]
    else:
        groups = part.cage_groups if isinstance(part, Caged) else ()
        ends = [("links_per_cage", group.connector, group.links_per_cage) for group in groups]
    for field, form, links in ends:
        if links > CAGE_FORMS.get(form, links):
            what = f"{links} links in {form}, which has {count_text(CAGE_FORMS[form], 'lane')}"
            yield InputError(f"{where}: {field}", what, "a link needs a lane or more")


def _too_many_fibres(part: BuyingDefaults, where: str) -> Iterator[InputError]:
    """Yield trunk and cassette connectors with more fibres than they hold, if netfloor knows them."""
    if isinstance(part, FibreTrunk):
        held = [("fibres", part.connector, part.connectors, part.fibres)]
    elif isinstance(part, Cassette):
        through = part.front_ports * part.fibres
        held = [
            ("fibres", part.front_connector, 1, part.fibres),
            ("front_ports", part.trunk_connector, part.trunk_ports, through),
        ]
    else:
        held = []
    for field, form, number, fibres in held:
        if fibres > number * FIBRE_CONNECTORS.get(form, fibres):
            maximum = f"{count_text(number, 'connector')} {form} with {FIBRE_CONNECTORS[form]} each"
            yield InputError(f"{where}: {field}", f"{count_text(fibres, 'fibre')} in {maximum}")


def _unknown_panel(catalogue: Catalogue, part: BuyingDefaults, where: str) -> Iterator[InputError]:
    panels = [panel.part for panel in catalogue.panels]
    if isinstance(part, Cassette) and part.panel not in panels:
        known = ", ".join(panels) or "none"
        yield InputError(f"{where}: panel", f"{part.panel!r} is not in [[panels]]", f"known: {known}")


#: Forms of cages and their plugs, with their electrical lanes per direction (SFF, QSFP-DD MSA, OSFP MSA); a
#: link needs at least one lane. ``OSFP-RHS`` is the flat module of adapters with a riding heat sink on the
#: cage; it does not fit a cage for finned modules. ``RJ45`` (IEC 60603-7) is the twisted-pair jack, in
#: which one link takes all four pairs.
CAGE_FORMS: Mapping[str, int] = {
    "RJ45": 1,
    "SFP": 1,
    "SFP+": 1,
    "SFP28": 1,
    "SFP56": 1,
    "SFP112": 1,
    "QSFP+": 4,
    "QSFP28": 4,
    "QSFP56": 4,
    "QSFP112": 4,
    "QSFP-DD": 8,
    "QSFP-DD800": 8,
    "OSFP": 8,
    "OSFP-RHS": 8,
    "OSFP1600": 8,
    "CXP": 12,
}


def has_lanes(form: str, links: int) -> bool:
    """Return whether a cage of a form has a lane for each of some links; forms of catalogues have."""
    return bool(form) and CAGE_FORMS.get(form, links) >= links


#: Fibre connectors with their fibre counts, and with the polish where it matters: flat and angled
#: connectors do not mate. The number in an MPO's name is its fibre count (IEC 61754-7); duplex connectors
#: have two.
FIBRE_CONNECTORS: Mapping[str, int] = {
    "LC": 2,
    "MPO-12/UPC": 12,
    "MPO-12/APC": 12,
    "MPO-16/APC": 16,
    "MPO-24/UPC": 24,
    "SN": 2,
    "MDC": 2,
    "CS": 2,
}
#: Fields of any part that name a fibre connector.
_OF_FIBRE = ("fibre_connector", "trunk_connector", "front_connector")
