"""Media and rates that cells of cable lists name: ``MMF-OM4``, ``S/FTP Cat.6A``, ``100G QSFP28 DAC``."""

import re
from functools import lru_cache

from netfloor.exchange.plug_forms import rates_in
from netfloor.fabric.media import COPPER, FIBRE, MULTIMODE, SINGLE_MODE, TWISTED_PAIR

#: Twisted-pair category: ``Cat.6A``, ``Kat 7``, ``Category 5e``.
_CATEGORY = re.compile(
    r"(?<![^\W\d_])[ck]at(?:[e\u00e9]gor(?:y|ie|[i\u00ed]a))?[ ._-]{0,3}([3-8][ae]?)(?![^\W_])",
    re.IGNORECASE,
)
#: Other words for twisted pair, whole words only: ``S/FTP``, ``TP``, not ``MTP`` and ``Catalyst``.
_PAIR = re.compile(
    r"(?<![A-Z])(?:S{0,2}F?/?[SUF]?TP|RJ[ -]?45|[CK]AT|TWISTED[ -]PAIRS?)(?![A-Z])|BASE-?TX?\b"
)
#: A fibre type, behind no letter but those for fibre: ``OM4``, ``MMF-OM4``, ``LWLOM3``, not ``COM10``.
_TYPE = re.compile(
    r"(?:(?<![A-Z])|(?<=MM)|(?<=MMF)|(?<=SM)|(?<=SMF)|(?<=LWL))O(M[ -]?[1-5]|S[ -]?[12])(?![0-9])"
)
#: Words for the other media, in upper case.
_WORDS = {
    "DAC": re.compile(r"(?<![A-Z])DAC(?![A-Z])|TWIN-?AX|DIRECT[ -]ATTACH"),
    "ACC": re.compile(r"(?<![A-Z])ACC(?![A-Z])|ACTIVE COPPER"),
    "AEC": re.compile(r"(?<![A-Z])AEC(?![A-Z])|ACTIVE ELECTRIC"),
    "AOC": re.compile(r"(?<![A-Z])AOC(?![A-Z])|ACTIVE (?:OPTICAL|FIB)"),
    MULTIMODE: re.compile(
        r"MULTI-?MOD|(?<![A-Z0-9])(?<![0-9] )MMF?(?![A-Z])"
        r"|(?:BASE|(?<![A-Z0-9]))-?(?:[SV]R|SX|LRM)[0-9]{0,2}(?![A-Z0-9])"
    ),
    SINGLE_MODE: re.compile(
        r"(?:SINGLE|MONO)[ -]?MOD|(?<![A-Z0-9])(?<![0-9] )SMF?(?![A-Z])"
        r"|(?:BASE|(?<![A-Z0-9]))-?(?:[LEZDF]R|[LEZ]X|PSM|CWDM)[0-9]{0,2}(?![A-Z0-9])"
    ),
    FIBRE: re.compile(
        r"LWL|(?<![A-Z])GLAS(?![A-Z])|FIB(?:RE|ER|RA)|FASER|[O\u00d3]PTI[CK]|MPO|MTP|E-?2000|(?<![A-Z])[LS]C(?![A-Z])"
    ),
    COPPER: re.compile(
        r"COPPER|KUPFER|CUIVRE|COBRE|(?<![A-Z])CU(?![A-Z])|(?:BASE|(?<![A-Z0-9]))-?CR[0-9]{0,2}(?![A-Z0-9])"
    ),
}
#: Words of texts that name a medium alone, in small letters.
_MEDIUM_WORDS = frozenset(
    {
        "passive",
        "passiv",
        "passif",
        "pasivo",
        "active",
        "aktiv",
        "actif",
        "activo",
        "copper",
        "kupfer",
        "cuivre",
    }
    | {
        "cobre",
        "cu",
        "optical",
        "optic",
        "optisch",
        "optique",
        "\u00f3ptico",
        "fibre",
        "fiber",
        "fibra",
        "faser",
    }
    | {
        "glasfaser",
        "lwl",
        "glas",
        "cable",
        "kabel",
        "c\u00e2ble",
        "cord",
        "multimode",
        "singlemode",
        "monomode",
    }
    | {"single", "multi", "mode", "electrical", "elektrisch"}
)
#: Usual rates of links in Gb/s; other numbers are of something else.
_RATES = frozenset({0.1, 1.0, 2.5, 5.0, 10.0, 25.0, 40.0, 50.0, 56.0, 100.0, 200.0, 400.0, 800.0, 1600.0})


@lru_cache(1 << 12)
def media_in(text: str) -> tuple[str, ...]:
    """Return the media that a text names, as in `fabric.media`; the words for several only if no kind does.

    Only whole words count: ``MMF OM4``, not ``Catalyst``. Cached because lists repeat them.
    """
    upper = text.upper()
    kinds = [f"O{match[1][0]}{match[1][-1]}" for match in _TYPE.finditer(upper)]
    if _CATEGORY.search(text) or _PAIR.search(upper):
        kinds.append(TWISTED_PAIR)
    words = [medium for medium, pattern in _WORDS.items() if pattern.search(upper)]
    kinds += [medium for medium in words if medium in {"DAC", "ACC", "AEC", "AOC"}]
    several = [medium for medium in words if medium in {MULTIMODE, SINGLE_MODE}] or words
    return tuple(dict.fromkeys(kinds or several))


def is_medium_alone(text: str) -> bool:
    """Return whether a text says nothing but a medium: ``Passive Copper``, ``fibre cable``."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return bool(words) and {*words} <= _MEDIUM_WORDS


#: A name with a number behind a sign, as cables have: ``DAC-001``, ``LWL_B2-0017``.
_NUMBERED = re.compile(r"[^\s,;()]*[A-Za-z][^\s,;()]*[-_.#][0-9]{2,}")


def is_type(text: str) -> bool:
    """Return whether a text names a type of cable, ``OM4 LC-LC 2m``, and no single cable, ``DAC-001``."""
    return bool(media_in(text)) and _NUMBERED.fullmatch(text) is None


def category_in(text: str) -> str:
    """Return the category of a twisted pair that a text names, such as ``cat6a``; empty if none."""
    match = _CATEGORY.search(text)
    return f"cat{match[1].lower()}" if match else ""


#: The mode of a port: ``4x100G``, ``400G``.
_MODE = re.compile(r"(?:[1-8] ?[xX\u00d7*] ?)?([0-9]{1,4}) ?G(?:b/s|bps|be|ig)?(?:-[0-9])?", re.IGNORECASE)


def rate_of_mode(text: str) -> float | None:
    """Return the rate of each link of a port in a mode: 100 for ``4x100G``; None for another text."""
    match = _MODE.fullmatch(text.strip())
    return float(match[1]) if match and float(match[1]) in _RATES else None


@lru_cache(1 << 12)
def rate_in(text: str) -> float | None:
    """Return the rate of a link in Gb/s that a text names, None if it names none or several."""
    named = sorted(rates_in(text))
    if len(named) == 2 and named[0][0] == 1 < named[1][0] and named[0][1] == named[1][0] * named[1][1]:
        return named[1][1]  # of the legs: 400G-4x100G
    if len(named) != 1:
        return None
    links, gbps = named[0]
    return gbps if links == 1 and gbps in _RATES else None


#: A length in metres in the name of a type: ``Patchkabel Cat6A 2,0 m``, ``DAC SFP+ 1m``.
_METRES = re.compile(r"(?<![\w.,/-])([0-9]{1,3})(?:[.,]([0-9]{1,2}))? ?m(?![\w/])")


@lru_cache(1 << 12)
def length_in(text: str) -> int | None:
    """Return the length in mm that a type of cables names, None if it names none or several."""
    named = {
        int(match[1]) * 1000 + int((match[2] or "0").ljust(3, "0")) for match in _METRES.finditer(text)
    }
    return named.pop() if len(named) == 1 else None
