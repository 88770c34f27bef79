"""Colour and copper category of cables, from the further columns of lists, whatever their headings."""

import re

from netfloor.exchange.lists.cells.media import category_in
from netfloor.exchange.lists.subjects import DESCRIPTION_HEADINGS, MEDIA_HEADINGS
from netfloor.exchange.tables.report import COLOR_HEADINGS
from netfloor.exchange.tables.subject import compact
from netfloor.fabric.fabric import Cable
from netfloor.fabric.media import TWISTED_PAIR
from netfloor.foundation.spreadsheet_text import one_line

_HEX = re.compile(r"#?([0-9a-f]{6})", re.IGNORECASE)
#: NetBox's colours (netbox/netbox/choices.py, 4.6) by their names in English, German, French and Spanish.
_NAMES = {
    "f44336": "red,rot,rouge,rojo",
    "e91e63": "pink,rosa,rose",
    "9c27b0": "purple,violet,magenta,lila,violett,morado,violeta",
    "2196f3": "blue,blau,bleu,azul",
    "03a9f4": "light blue,hellblau,bleu clair,azul claro",
    "009688": "teal",
    "00ffff": "aqua,cyan,turquoise,turkis,turquesa",
    "4caf50": "green,grun,vert,verde",
    "8bc34a": "light green,hellgrun,vert clair,verde claro",
    "cddc39": "lime,lime green",
    "ffeb3b": "yellow,gelb,jaune,amarillo",
    "ff9800": "orange,naranja",
    "795548": "brown,braun,marron",
    "9e9e9e": "grey,gray,grau,gris",
    "111111": "black,schwarz,noir,negro",
    "ffffff": "white,weiss,blanc,blanco",
}
_HEX_OF = {compact(name): code for code, names in _NAMES.items() for name in names.split(",")}


def color_of(cable: Cable) -> str:
    """Return the colour that a list states for a cable; empty if none."""
    stated = (text for name, text in cable.attributes.items() if compact(name) in COLOR_HEADINGS)
    return one_line(next(filter(None, stated), ""))


def hex_color(cable: Cable) -> str:
    """Return the listed colour of a cable as NetBox writes it, ``2196f3`` for blue; empty if unknown."""
    text = color_of(cable)
    match = _HEX.fullmatch(text)
    return match[1].lower() if match else _HEX_OF.get(compact(text), "")


def category_of(cable: Cable) -> str:
    """Return the category of a twisted pair that a list states, ``cat6a``; empty for other cables."""
    if cable.kind != TWISTED_PAIR:
        return ""
    headings = MEDIA_HEADINGS | DESCRIPTION_HEADINGS
    stated = (text for name, text in cable.attributes.items() if compact(name) in headings)
    return next(filter(None, map(category_in, stated)), "")
