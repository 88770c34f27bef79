"""What a user says of a price list: which column is what, which words are which kind, constants, rates."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from netfloor.costmodels.catalogue.parts.csv_parts import cell_type
from netfloor.costmodels.catalogue.parts.part_fields import StockPart
from netfloor.costmodels.sets.rates import DatedRate
from netfloor.exchange.tables.numbers import parse_number
from netfloor.exchange.tables.report import TableReport
from netfloor.exchange.tables.subject import (
    COUNT,
    DATE,
    DAYS,
    LENGTH,
    MONEY,
    NUMBER,
    RATE,
    TEXT,
    WATTS,
    HeadingReader,
    TableField,
    TableSubject,
)
from netfloor.exchange.user_tables.price_list.kinds import CHOICES, KINDS, kind_named
from netfloor.foundation.errors import InputError, setting

#: What a column may be, and the headings that name it in English, German, French and Spanish.
PRICES = TableSubject(
    "parts",
    (
        TableField(
            "part",
            "part number,part no,part nr,part id,partnumber,pn,sku,item,item number,item no,article"
            ",product number"
            ",product code,order number,mpn,artikel,artikelnummer,artikel nr,art nr,bestellnummer"
            ",teilenummer"
            ",reference,ref,numero de article,referencia,codigo,numero de pieza",
            needed=True,
        ),
        TableField(
            "price",
            "unit price,net price,list price,price each,cost,unit cost,each,msrp,preis,einzelpreis"
            ",nettopreis,einkaufspreis,hek,hek netto,ek netto"
            ",stuckpreis,listenpreis,preis netto,prix,prix unitaire,prix unitaire ht,prix ht,prix net"
            ",precio"
            ",precio unitario,precio neto",
            MONEY,
            needed=True,
        ),
        TableField(
            "name",
            "description,product,product name,item description,bezeichnung,beschreibung"
            ",artikelbezeichnung,produkt"
            ",designation,libelle,descripcion,denominacion,title",
        ),
        TableField(
            "kind", "type,category,product type,typ,kategorie,warengruppe,nature,categorie,tipo,categoria"
        ),
        TableField("currency", "curr,wahrung,devise,moneda"),
        TableField("supplier", "vendor,distributor,dealer,lieferant,handler,fournisseur,proveedor"),
        TableField("date", "price date,datum,stand,preisstand,date du prix,fecha,valid from", DATE),
        TableField("length", "cable length,lange,kabellange,longueur,longitud", LENGTH),
        TableField("reach", "max distance,reichweite,portee,alcance", LENGTH),
        TableField(
            "gbps", "rate,speed,data rate,bandwidth,geschwindigkeit,datenrate,debit,vitesse,velocidad", RATE
        ),
        TableField("connector", "form factor,plug,stecker,connecteur,conector"),
        TableField("connector_a", "end a connector,plug a,stecker a"),
        TableField("connector_b", "end b connector,plug b,stecker b"),
        TableField("fibre_connector", "fiber connector,faserstecker"),
        TableField("fibre", "fiber,fiber type,fibre type,faser,fasertyp,fibra"),
        TableField("fibres", "fibers,fibre count,fiber count,faserzahl", COUNT),
        TableField("optics", "optical standard,pmd"),
        TableField(
            "power",
            "watts,power draw,power consumption,max power,leistung,leistungsaufnahme,puissance"
            ",consommation,potencia"
            ",consumo",
            WATTS,
        ),
        TableField("weight", "gewicht,poids,peso", NUMBER),
        TableField("height", "hohe,hauteur,altura", COUNT),
        TableField("cages", "ports,port count,anschlusse,puertos", COUNT),
        *(TableField(name, "", COUNT) for name in ("links", "tails", "links_per_cage", "nics")),
        TableField("owned", "", COUNT),
        TableField(
            "stock",
            "on hand,in stock,available,availability,qty available,lager,bestand,lagerbestand,verfugbar"
            ",stock disponible,disponible,existencias",
            COUNT,
        ),
        TableField("spares", "", COUNT),
        TableField(
            "lead_time",
            "delivery,delivery time,lieferzeit,delai,delai de livraison,plazo,plazo de entrega",
            DAYS,
        ),
    ),
)
#: How the cells of each are read.
FIELDS: dict[str, str] = {one.name: one.reading for one in PRICES.fields}
_READER = HeadingReader(PRICES)
#: Further fields of every part of a catalogue, under their own names.
FURTHER = {
    name: {int: COUNT, float: NUMBER, dt.date: DATE}.get(cell_type(one.annotation), TEXT)
    for name, one in StockPart.model_fields.items()
    if name not in {"breaks", "price_source"} and _READER.meaning(name) is None
}
_NAME = re.compile(r"[\w@ /()]{1,60}")
_UNIT = re.compile(r"(.{1,40}?)\s?\(([^()]{1,20})\)")
_BREAK = re.compile(r"price@([0-9]{1,9})")


@dataclass(frozen=True)
class PriceListRequest:
    """How a price list is read.

    Attributes
    ----------
    columns
        (Heading, field) pairs; a heading may stand for several fields. Without part and price the other
        columns are found by their headings.
    decimal, separator
        Empty to find out.
    kinds
        Kind by the user's word for it, in small letters.
    constants
        (Kind or empty, field, text) of what no column says.
    source, trust
        Where the prices are from, and how far they are to be trusted.
    date
        Of the prices; None for the day of the file.
    """

    file: Path
    columns: tuple[tuple[str, str], ...]
    currency: str
    decimal: str = ""
    separator: str = ""
    kinds: dict[str, str] = field(default_factory=dict)
    constants: tuple[tuple[str, str, str], ...] = ()
    rates: tuple[DatedRate, ...] = ()
    title: str = ""
    source: str = ""
    trust: str = "read"
    date: dt.date | None = None
    units: Mapping[str, str] = field(default_factory=dict)  # of headings, as the user gives them
    report: TableReport = field(default_factory=TableReport, compare=False)

    def spelled(self, heading: str) -> str:
        """Return a heading with the unit that the user gives it."""
        return f"{heading} ({self.units[heading]})" if heading in self.units else heading

    def headings(self, name: str) -> list[str]:
        """Return the headings of the columns that are a field."""
        return [heading for heading, one in self.columns if one == name]


def parse_columns(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return (heading, field) of ``Artikel=part,Preis=price``; `InputError` for an unknown field."""
    where = setting("map")
    columns = tuple((heading, field_named(name, where)) for heading, name in _column_pairs(texts))
    names = [name for _, name in columns]
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(where, f"two columns are the {min(twice)}", "one column each")
    return columns


def parse_units(texts: Iterable[str]) -> dict[str, str]:
    """Return the units that a map gives to headings: ``Speed=gbps (Mb/s)``."""
    pairs = _column_pairs(texts)
    return {heading: match[2].strip() for heading, name in pairs if (match := _UNIT.fullmatch(name))}


def _column_pairs(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return the two sides of each part of a map; a heading may hold commas."""
    pairs: list[tuple[str, str]] = []
    for text in texts:
        heading, *parts = text.split("=")
        for part in parts:
            name, _, following = part.partition(",")
            pairs.append((heading.strip(), name.strip()))
            heading = following
        if not parts or heading.strip() or not all(pair[0] and _NAME.fullmatch(pair[1]) for pair in pairs):
            what = f"{text[:80]!r} is not a map"
            raise InputError(setting("map"), what, 'such as "Artikel=part,Preis=price"')
    return pairs


def field_named(name: str, where: str) -> str:
    """Return the field that a user means, by its name or by a heading that names it."""
    match = _UNIT.fullmatch(name.strip())
    known = (match[1] if match else name).strip().lower()
    if known in FIELDS or known in FURTHER or _BREAK.fullmatch(known):
        return known
    if (meaning := _READER.meaning(known)) is not None:
        return meaning.field.name
    close = get_close_matches(known, [*FIELDS, *FURTHER], n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    raise InputError(
        where, f"{name!r} is nothing that a column can be", f"{guess}known: {', '.join(FIELDS)}"
    )


def break_of(name: str) -> int | None:
    """Return from how many pieces on a field such as ``price@100`` counts; None for other fields."""
    found = _BREAK.fullmatch(name)
    return int(found[1]) if found else None


def reading_of(name: str) -> str:
    """Return how the cells of a field are read."""
    return MONEY if break_of(name) else FIELDS.get(name) or FURTHER[name]


def parse_kinds(texts: Iterable[str]) -> dict[str, str]:
    """Return kinds by the user's words, of ``Kupferkabel=copper,Fracht=skip``."""
    kinds = {}
    for word, name in _pairs(texts, "kind", '"Kupferkabel=copper"'):
        kind = kind_named(name)
        if kind is None:
            raise InputError(setting("kind"), f"{name!r} is not a kind", f"one of {', '.join(CHOICES)}")
        kinds[word.lower()] = kind
    return kinds


def parse_constants(texts: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Return (kind or empty, field, text) of ``gbps=200,AOC.power=4``."""
    constants = []
    for name, text in _pairs(texts, "constant", '"gbps=200,AOC.power=4"'):
        before, dot, after = name.partition(".")
        kind = kind_named(before) if dot else ""
        if kind is None or (kind and kind not in KINDS):
            raise InputError(setting("constant"), f"{before!r} is not a kind", ", ".join(CHOICES))
        constants.append((kind or "", field_named(after if dot else name, setting("constant")), text))
    return tuple(constants)


def parse_rates(texts: Iterable[str]) -> tuple[DatedRate, ...]:
    """Return dated rates of ``USD=0.92@2026-11-01``: what one of it is in the catalogue's currency."""
    rates: dict[str, DatedRate] = {}
    for text in texts:
        where, form = setting("rate"), 'such as "USD=0.92@2026-11-01": with its day'
        found = re.fullmatch(r"([A-Z]{3})=([0-9.,]{1,20})@(\d{4}-\d{2}-\d{2})", text.strip())
        if found is None:
            raise InputError(where, f"{text[:60]!r} is not a dated rate", form)
        try:
            rate = float(parse_number(found[2].replace(",", "."), "."))
            if not rate:
                raise InputError(where, f"{text[:60]!r}: a rate must be above 0", form)
            day = dt.date.fromisoformat(found[3])
            rates[found[1]] = DatedRate(currency=found[1], rate=rate, date=day)
        except ValueError as error:
            raise InputError(where, f"{text[:60]!r} is not a dated rate", form) from error
    return tuple(rates.values())


def _pairs(texts: Iterable[str], name: str, form: str) -> list[tuple[str, str]]:
    pairs = []
    for text in (one for given in texts for one in given.split(",")):
        word, equals, value = (part.strip() for part in text.partition("="))
        if not (word and equals and value):
            raise InputError(setting(name), f"{text[:60]!r} is not clear", f"such as {form}")
        pairs.append((word, value))
    return pairs
