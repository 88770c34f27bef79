"""The supplier that the head of a price list names: beside a label, or as a letterhead."""

import re
from collections.abc import Iterator, Sequence

from netfloor.topologies.parameters import printable

#: Labels of the seller, surest first; a bare ``from`` or a vendor may be another.
_LABELS = (
    r"supplier|seller|sold by|distributor|reseller|contractor"
    r"|lieferant|anbieter|verk[\u00e4a]ufer|fournisseur|vendeur"
    r"|proveedor|vendedor|fornitore|leverancier",
    r"from|issued by|quoted by|von|de|da|van|vendor|vendor company",
)
_REST = r"(?: ?name| ?\(name\)| company)?"
_LEGAL = (
    r"(?:[Gg][Mm][Bb][Hh](?: ?& ?Co\.? ?KG)?|\b(?:AG|KG|e\.K\.|L(?:td|TD)\.?|Limited|LIMITED|plc|PLC|LLC"
    r"|I(?:nc|NC)\.?|C(?:orp|ORP)(?:oration|\.)?|S\.?A\.?R\.?L\.?|S\.?A\.?S\.?|S\.?A\.?|S\.?L\.?U?\.?"
    r"|S\.?[Rr]\.?[Ll]\.?|S\.?[Pp]\.?A\.?|B\.?V\.?|N\.?V\.?|ApS|A/S|Oy))"
)
_LETTERHEAD = re.compile(rf"(?P<name>[^,;:|]{{1,60}}?\s?{_LEGAL})(?=$|[\s,;|(\u2013\u2022-])")
#: Before the name of a customer, or words of a title.
_NO_NAME = re.compile(
    r"\b(?:to|for|f[\u00fcu]r|pour|para|per|an|attn|customer|client|kunde|cliente|klant|bill|ship|buyer"
    r"|quot\w*|offer\w*|angebot\w*|devis|oferta|offert[ea]|price\w*|preis\w*|prix|precios?|list\w*|tarif\w*"
    r"|agreement|contract|order|terms|valid)\b",
    re.IGNORECASE,
)
_MAX_NAME, _LETTERHEAD_ROWS, _MAX_WORDS = 60, 3, 5
#: An address, telephone, mail or register below the name of a letterhead.
_ADDRESS = re.compile(
    r"\b(?:tel(?:efono|\u00e9phone|efon)?|phone|fax|fon|vat (?:no|id|reg)|ust-?id|p\.? ?iva|siret|www)\b|@"
    r"|\b(?:street|st\.|road|rd\.|avenue|lane|rue|calle|via|platz|weg)\b"
    r"|stra(?:\u00dfe|sse|at)\b|str\. ?[0-9]",
    re.IGNORECASE,
)


def named_supplier(head: Sequence[Sequence[str]]) -> str:
    """Return the supplier that rows above the parts name, empty if they name none."""
    rows = [[cell.strip() for cell in cells if cell.strip()] for cells in head]
    for labels in _LABELS:
        if name := next(_labelled(rows, labels), ""):
            return name
    for cells in [cells for cells in rows if cells][:_LETTERHEAD_ROWS]:
        match = _LETTERHEAD.match(cells[0])
        if match is not None and not _NO_NAME.search(match["name"]):
            return printable(match["name"].strip())
    return _above_address([cells for cells in rows if cells][: _LETTERHEAD_ROWS + 1])


def _above_address(rows: Sequence[Sequence[str]]) -> str:
    """Return the name that is alone in the first row, above an address or a telephone; empty for others."""
    if (
        len(rows) < 2
        or len(rows[0]) > 1
        or not any(map(_ADDRESS.search, (" ".join(row) for row in rows[1:])))
    ):
        return ""
    text = rows[0][0]
    is_name = re.fullmatch(r"[^\W\d_][^\d,;:|]{1,40}", text) is not None and text[0].isupper()
    return (
        printable(text) if is_name and len(text.split()) <= _MAX_WORDS and not _NO_NAME.search(text) else ""
    )


def _labelled(rows: Sequence[Sequence[str]], labels: str) -> Iterator[str]:
    """Yield the names beside a label: in the cell behind it, or behind its colon."""
    label = re.compile(rf"(?:{labels}){_REST}\s*:?", re.IGNORECASE)
    within = re.compile(rf"(?:{labels}){_REST}\s*:\s*(?P<name>.+)", re.IGNORECASE)
    for cells in rows:
        for number, cell in enumerate(cells):
            match = within.fullmatch(cell)
            text = match["name"] if match else ""
            if label.fullmatch(cell) and number + 1 < len(cells):
                text = cells[number + 1]
            if name := _name(text):
                yield name


def _name(text: str) -> str:
    """Return the name of a company in a text, without its address; empty for dates, numbers and mail."""
    legal = _LETTERHEAD.match(text)
    name = legal["name"] if legal else re.split(r"\s*[,;|(]|\s[-\u2013\u2022]\s", text)[0]
    is_name = len(re.findall(r"[^\W\d_]", name)) > 1 and not re.match(r"\d", name) and "@" not in name
    return printable(name.strip()) if is_name and len(name) <= _MAX_NAME and ":" not in name else ""
