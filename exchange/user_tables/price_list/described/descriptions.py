"""Parsing of part descriptions: ``400G QSFP-DD to 4x 100G QSFP28 Passive DAC Breakout, 2m (7ft)``.

Public formats behind the rules, besides those in the tests: ordering information of NVIDIA LinkX
(docs.nvidia.com/networking, MCP7Y00, MMA1B00), Arista "Transceiver Compatibility and Interoperability",
Cisco and Juniper data sheets of transceiver modules, HPE QuickSpecs, Dell's "Networking, Cable" and
"Networking, Transceiver" lines, product titles of FS.com and Flexoptix.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from netfloor.exchange.plug_forms import (
    COUNT,
    count_of,
    form_at_rate,
    forms_in,
    rates_in,
    usual_gbps,
)
from netfloor.exchange.tables.numbers import LENGTH_UNITS
from netfloor.exchange.user_tables.price_list.described.breakouts import breakout
from netfloor.exchange.user_tables.price_list.described.optics import (
    LC,
    MPO,
    MPO16,
    MPO24,
    MPO_APC,
    optical_links,
    optical_names,
    standard_of,
)
from netfloor.exchange.user_tables.price_list.described.port_groups import ports_in

_UNITS_MM = {"mm": 1, "cm": 10, "m": 1000, "km": 1_000_000, "ft": 304.8}
_WORDS = "|".join(
    sorted(
        (re.escape(word) for word, unit in LENGTH_UNITS.items() if unit in _UNITS_MM and len(word) > 1),
        key=len,
    )
)
_LENGTH = re.compile(
    rf"(?<![\w.,/])([0-9]{{1,3}}(?:,[0-9]{{3}})(?![0-9])|[0-9]{{1,5}}(?:[.,][0-9]{{1"
    rf",2}})?)[\s-]?({_WORDS}|m)(?![\w/])",
    re.IGNORECASE,
)
_METRIC = frozenset({"mm", "cm", "m", "km"})
#: A distance that a link may have, not a length.
_REACH = re.compile(
    r"(?:\bup to|\bbis(?: zu)?|\bjusqu\W?[a\u00e0]|\bhasta|\breach\w*|\bdistance|reichweite|\bport\u00e9e"
    r"|\balcance|\bbereik|\brange|\breikwijdte)\W{0,3}(?:of |von |de |van )?"
    rf"[0-9]{{1,5}}\s?(?:{_WORDS}|m)\b",
    re.IGNORECASE,
)
#: Tolerance between the metric and imperial length of a cable: vendors round to whole feet.
_ROUNDED_FOOT_MM, _ROUNDED = 310, 0.06
_THINNEST_MM = 100  # smaller lengths in millimetres are diameters
_FIBRE = re.compile(r"(?<![A-Za-z0-9])(OM[345]|OS2)(?![0-9])", re.IGNORECASE)
_SINGLE_MODE = re.compile(
    r"\bSMF\b|single[\s-]?mode|singlemode|monomod[eo]|\b9/125|\bE9/125|\bOS1\b|1310\s?nm|1550\s?nm"
    r"|\bSM\b",
    re.IGNORECASE,
)
_MULTIMODE = re.compile(r"\bMMF\b|multi[\s-]?mode|\bG?50/125|850\s?nm|\bMM\b", re.IGNORECASE)
_REACH_OVER = re.compile(
    r"([0-9]{1,5}(?:\.[0-9])?)\s?(m|km)\b[^0-9]{0,14}?(OM[345]|OS2)|(OM[345]|OS2)\W{1,4}([0-9]{1"
    r",5}(?:\.[0-9])?)\s?(m|km)\b",
    re.IGNORECASE,
)
_MPO = re.compile(
    r"(?<![A-Za-z])(?:(?P<links>[248])\s?[x\u00d7]\s?)?M[PT][OP]\W?(?P<fibres>12|16|24|8)?(?P<rest>.{0"
    r",22})",
    re.IGNORECASE,
)
_TWO_MPO = re.compile(r"(?:\b2\s?[x\u00d7]|dual|twin)[\s-]{0,2}M[PT][OP]\W?12(?![0-9])", re.IGNORECASE)
_SMALL = re.compile(
    r"(?<![A-Za-z])(?:(?P<links>[248])\s?[x\u00d7]\s?)?(?:duplex[\s-])?(LC|SN|MDC|CS)(?![A-Za-z])",
    re.IGNORECASE,
)
_OTHER_ENDS = re.compile(r"(?<![A-Za-z])(?:SC|ST|FC|E2000|LSH|MTRJ|SMA|MU)(?![A-Za-z])")
_FIBRES = re.compile(
    r"(?<![0-9/])([0-9]{1,3})[\s-]?(?:fibers?|fibres?|fasern?|fibras?|F(?![A-Za-z])|cores?|G(?=\s(?:OM"
    r"|OS)))(?![A-Za-z])",
    re.IGNORECASE,
)
_WATTS = re.compile(
    r"(?<![\w.,])([0-9]{1,5}(?:[.,][0-9]{1,2})?)\s?(k?W)(?:att)?s?(?![A-Za-z0-9])", re.IGNORECASE
)
_SUPPLY = re.compile(
    r"PSU|netzteil|power suppl|aliment|hot[\s-]?(?:plug|swap)|\bAC\b|\bDC\b|redundan|budget|PoE",
    re.IGNORECASE,
)
_HEIGHT = re.compile(r"(?<![\w.])([1-9][0-9]?)\s?(?:R?U|HE)(?![A-Za-z0-9])")
_ADAPTERS = re.compile(
    rf"(?<![\w.])({COUNT})\s?[x\u00d7*]?\s?(?:[\w./+-]+\s){{0,5}}?"
    r"(?:connect-?x|nics?\b|hcas?\b|adapters?\b|adaptateurs?\b|adapter\b|netzwerkkarten?"
    r"|cartes? r[e\u00e9]seau|mellanox cx|bluefield)",
    re.IGNORECASE,
)
#: The heat sink is on the adapter's cage, so its modules are flat-top (NVIDIA, MCP7Y00).
_FLAT = re.compile(r"flat[\s-]?top|riding heat", re.IGNORECASE)
_TWIN = re.compile(r"twin[\s-]?port", re.IGNORECASE)
_MAX_LINK_GBPS = 800
#: Standards that derive a rate from a category, as shown to users.
CATEGORIES = "IEEE 802.3, ANSI/TIA-568.2-D"
_CATEGORY = re.compile(
    r"\b[CK]at(?:egor(?:y|ie|ia)|\u00e9gorie|egor\u00eda|\.)?[\s.]?([5-8](?:[ae]|\.[12])?)(?![a-z0-9])",
    re.IGNORECASE,
)
#: Gb/s over the longest cord and channel of a category: 1000BASE-T (IEEE 802.3-2022, 40.7) over Cat 5e, 6,
#: 10GBASE-T (55.7) over Cat 6A, 7 and 7A, 40GBASE-T (113.7) over Cat 8 up to 30 m; ANSI/TIA-568.2-D.
_GBPS_OF_CATEGORY = {
    **dict.fromkeys(("5", "5E", "6"), 1.0),
    **dict.fromkeys(("6A", "6E", "7", "7A"), 10.0),
    **dict.fromkeys(("8", "8.1", "8.2"), 40.0),
}
#: Key of the fields that follow from the optical standard instead of the description.
OF_STANDARD = "of standard"
#: Key of the ports of a switch that a catalogue cannot hold beside others of their rate.
OTHER_PORTS = "other ports"


@lru_cache(1 << 14)
def described(text: str, kind: str) -> Mapping[str, Any]:
    """Return the fields in a part's description, given its kind; lengths in mm."""
    if kind in {"switch", "adapter"}:
        return _device(text, kind)
    if kind == "server":
        return {**_nics(text), **_power(text), **_height(text)}
    if kind == "transceiver":
        return _transceiver(text)
    if kind == "cord":
        return _cord(text)
    return _twisted_pair(text) if kind == "TP" else _assembly(text)


def lengths_in(text: str) -> list[float]:
    """Return the lengths in a text in mm; a length in metres and feet counts once."""
    results: list[tuple[float, str]] = []
    for number, word in _LENGTH.findall(text):
        grouped = re.fullmatch(r"[0-9]{1,3},[0-9]{3}", number)
        value = float(number.replace(",", "") if grouped else number.replace(",", "."))
        unit = LENGTH_UNITS[word.lower()]
        results.append((value * _UNITS_MM[unit], unit))
    metric = [mm for mm, unit in results if unit in _METRIC and mm >= _THINNEST_MM]
    others = [
        mm
        for mm, unit in results
        if unit not in _METRIC
        and not any(abs(mm - item) <= max(_ROUNDED_FOOT_MM, _ROUNDED * item) for item in metric)
    ]
    return list(dict.fromkeys([*metric, *others]))


def _length(text: str) -> dict[str, Any]:
    """Return the length of a cable or cord; a reach, ``up to 100 m``, is none."""
    lengths = lengths_in(_REACH.sub(" ", text))
    return {"length": int(lengths[0])} if len(lengths) == 1 else {}


def _watts(text: str) -> list[float]:
    """Return the watts in a text, except those of power supplies, in ascending order."""
    results = []
    for match in _WATTS.finditer(text):
        around = re.split(r"[,;+(|]", text[max(0, match.start() - 14) : match.start()])[-1]
        around += re.split(r"[,;)|]", text[match.end() : match.end() + 22])[0]
        if not _SUPPLY.search(around):
            results.append(float(match[1].replace(",", ".")) * (1000 if match[2][0] in "kK" else 1))
    return sorted(results)


def _power(text: str) -> dict[str, Any]:
    watts = _watts(text)
    return {"power": watts[-1]} if watts else {}


def _height(text: str) -> dict[str, Any]:
    units = {int(number) for number in _HEIGHT.findall(text)}
    return {"height": units.pop()} if len(units) == 1 else {}


def _nics(text: str) -> dict[str, Any]:
    """Return the adapters of a server: ``with 2x ConnectX-7``."""
    counts = {count_of(number) for number in _ADAPTERS.findall(text)}
    return {"nics": counts.pop()} if len(counts) == 1 else {}


def _device(text: str, kind: str) -> dict[str, Any]:
    """Return the cages of a switch or adapter."""
    ports = ports_in(text)
    facts: dict[str, Any] = {**_power(text), **(_height(text) if kind == "switch" else {})}
    if ports.groups and (ports.is_whole or kind == "adapter"):
        main, *others = ports.groups
        facts["cages"] = main.count
        form = "OSFP-RHS" if kind == "adapter" and main.form == "OSFP" else main.form
        facts |= {name: value for name, value in (("gbps", main.gbps), ("connector", form)) if value}
        if main.links > 1:
            facts["links_per_cage"] = main.links
        rates = {main.gbps}
        further = []
        for item in others if kind == "switch" else ():
            if item.gbps and item.form and item.gbps not in rates:
                rates.add(item.gbps)
                per_cage = {"links_per_cage": item.links} if item.links > 1 else {}
                further.append({"cages": item.count, "connector": item.form, "gbps": item.gbps, **per_cage})
            else:
                facts[OTHER_PORTS] = True
        if further:
            facts["other_cages"] = further
    elif kind == "adapter" and len(forms := list(dict.fromkeys(forms_in(text)))) == 1:
        rate = _one_rate(text, forms[0])
        facts |= {"connector": form_at_rate(forms[0], rate)} | ({"gbps": rate} if rate else {})
    if kind == "switch" and ports.management:
        facts["management_port"] = ports.management
    return facts


def _one_rate(text: str, form: str) -> float | None:
    """Return the rate of a plug with a single link."""
    rates = {gbps for links, gbps in rates_in(text) if links == 1}
    return rates.pop() if len(rates) == 1 else max(rates, default=usual_gbps(form))


def _links_and_rate(text: str, form: str) -> dict[str, Any]:
    """Return number and rate of a plug's links: two of 400 Gb/s for ``2x400G``."""
    rates = rates_in(text)
    several = [(links, gbps) for links, gbps in rates if links > 1]
    if len({*several}) == 1:
        links, gbps = several[0]
        if all(item in {gbps, links * gbps} for _, item in rates):
            return {"links": links, "gbps": gbps}
    rate = _one_rate(text, form)
    if rate and _TWIN.search(text) and rate >= _MAX_LINK_GBPS:
        return {"links": 2, "gbps": rate / 2}
    return {"gbps": rate} if rate else {}


def _assembly(text: str) -> dict[str, Any]:
    """Return ends, rate and length of a cable with plugs."""
    facts = {**_length(text), **_power(text)}
    forms = forms_in(text)
    if (split := breakout(text)) is not None:
        return {**facts, **split}
    ends = list(dict.fromkeys(forms))
    if not ends:
        rates = {gbps for links, gbps in rates_in(text) if links == 1}
        return facts | ({"gbps": rates.pop()} if len(rates) == 1 else {})
    if len(ends) == 1:
        facts |= _links_and_rate(text, ends[0])
        facts["connector"] = form_at_rate(ends[0], _plug_gbps(facts))
    elif len(ends) == 2:
        rate = _one_rate(text, ends[1])
        facts |= {"gbps": rate} if rate else {}
        facts |= {
            f"connector_{end}": form_at_rate(form, rate) for end, form in zip("ab", ends, strict=True)
        }
    return facts


def _plug_gbps(facts: Mapping[str, Any]) -> float | None:
    return facts["gbps"] * facts.get("links", 1) if "gbps" in facts else None


def _twisted_pair(text: str) -> dict[str, Any]:
    """Return length, plug and rate of a twisted-pair cord; the default rate is its category's."""
    rates = {gbps for _, gbps in rates_in(text)}
    facts = {**_length(text), "connector": "RJ45"}
    if len(rates) == 1:
        return facts | {"gbps": rates.pop()}
    categories = {match[1].upper() for match in _CATEGORY.finditer(text)}
    usual = {_GBPS_OF_CATEGORY[category] for category in categories if category in _GBPS_OF_CATEGORY}
    return facts | (
        {"gbps": usual.pop(), OF_STANDARD: frozenset({"gbps"})} if len(usual) == 1 and not rates else {}
    )


def category_of(text: str) -> str:
    """Return the only category of twisted pair in a text, such as ``6A``; empty for none or several."""
    categories = {match[1].upper() for match in _CATEGORY.finditer(text)}
    return categories.pop() if len(categories) == 1 else ""


def fibre_end(text: str, *, is_angled: bool) -> dict[str, Any]:
    """Return the fibre connector in a text; ``is_angled``: polish of an MPO without stated polish."""
    if (match := _MPO.search(text)) is not None:
        rest, fibres = match["rest"] or "", match["fibres"] or "12"
        angled = "APC" in rest.upper() or (is_angled and "UPC" not in rest.upper())
        form = {"16": MPO16, "24": MPO24}.get(fibres, MPO_APC if angled else MPO)
        return {"fibre_connector": form} | ({"links": int(match["links"])} if match["links"] else {})
    if (small := _SMALL.search(text)) is not None:
        return {"fibre_connector": small[2].upper()} | (
            {"links": int(small["links"])} if small["links"] else {}
        )
    return {}


def _fibre(text: str) -> str | None:
    """Return the type of fibre; OM4 for an unspecified multimode fibre."""
    types = sorted({result.upper() for result in _FIBRE.findall(text)})
    if types:
        multimode = [item for item in types if item != "OS2"]
        return multimode[-1] if multimode else "OS2"
    if _SINGLE_MODE.search(text):
        return "OS2"
    return "OM4" if _MULTIMODE.search(text) else None


#: The standards of both halves of a module with two MPO of 12 fibres: 800GBASE-DR8 is 2 x 400GBASE-DR4.
_HALF = {"DR8": "DR4", "SR8": "SR4", "VR8": "VR4"}


def _twin_of_optics(text: str, facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return links and rate of a module by its optics: two links for ``2xDR4``, and DR8 with two MPO-12."""
    gbps, links = facts.get("gbps"), optical_links(text)
    if gbps and "links" not in facts and len(names) == 1:
        if links > 1 and standard_of(gbps / links, names[0]) is not None:
            return {"links": links, "gbps": gbps / links}
        if names[0] in _HALF and _TWO_MPO.search(text) and standard_of(gbps / 2, _HALF[names[0]]):
            return {"links": 2, "gbps": gbps / 2, "half": True}
    return dict(facts)


def _transceiver(text: str) -> dict[str, Any]:
    """Return cage, rate, fibres and reach of an optical module."""
    facts = _power(text)
    forms = list(dict.fromkeys(form for form in forms_in(text) if form != "RJ45"))
    names = optical_names(text)
    if len(forms) == 1:
        facts |= _twin_of_optics(text, _links_and_rate(text, forms[0]), names)
        facts["connector"] = form_at_rate(forms[0], _plug_gbps(facts))
        if _FLAT.search(text) and facts["connector"] == "OSFP":
            facts["connector"] = "OSFP-RHS"
    elif rates := rates_in(text):
        facts["gbps"] = rates[-1][1]
    fibre = _fibre(text)
    names = [_HALF[name] for name in names if name in _HALF] or names if "half" in facts else names
    facts.pop("half", None)
    name = names[0] if len(names) == 1 else _implied(text, facts, fibre) if not names else None
    standard = standard_of(facts.get("gbps"), name) if name else None
    if name:
        facts["optics"] = name
    usual: dict[str, Any] = {}
    if standard is not None:
        if fibre is None or fibre not in standard.reach_m:
            fibre = "OM4" if standard.is_multimode else "OS2"
        usual = {"fibre_connector": standard.connector, "fibres": standard.fibres}
        usual["reach"] = standard.reach_m[fibre] * 1000
    if fibre:
        (facts if _FIBRE.search(text) else usual)["fibre"] = fibre
    end = fibre_end(text, is_angled=fibre == "OS2" or usual.get("fibre_connector") == MPO_APC)
    if end.get("links", 1) != facts.get("links", 1):
        end.pop("links", None)
    reach = int(_reach(text, fibre))
    facts |= {**end, **({"reach": reach} if reach else {})}
    return {**usual, **facts, OF_STANDARD: frozenset(usual) - {*facts}}


def _reach(text: str, fibre: str | None) -> float:
    """Return the reach in mm over a type of fibre; of several lengths, the one next to the type."""
    beside = {}
    for match in _REACH_OVER.finditer(text):
        number, unit, kind = (match[1], match[2], match[3]) if match[3] else (match[5], match[6], match[4])
        beside[kind.upper()] = float(number) * _UNITS_MM[unit.lower()]
    if fibre in beside and len(beside) > 1:
        return beside[fibre]
    return max(lengths_in(text), default=0)


def _implied(text: str, facts: Mapping[str, Any], fibre: str | None) -> str | None:
    """Infer the standard of a module from fibre, connector and reach if it names none."""
    end = fibre_end(text, is_angled=fibre == "OS2").get("fibre_connector", "")
    gbps, reach_m = facts.get("gbps"), max(lengths_in(text), default=0) / 1000
    if not gbps or not fibre or not end:
        return None
    if end == LC:
        names = (
            ["SR", "SX"]
            if fibre != "OS2"
            else ["LR4", "LR", "LX"]
            if reach_m >= 10_000
            else ["FR4", "CWDM4"]
        )
    else:
        names = ["SR4"] if fibre != "OS2" else ["DR4", "PSM4"]
    return next((name for name in names if standard_of(gbps, name)), None)


def _cord(text: str) -> dict[str, Any]:
    """Return fibre, connector, number of fibres and length of a cord."""
    facts = _length(text)
    fibre = _fibre(text)
    if fibre:
        facts["fibre"] = fibre
    if _OTHER_ENDS.search(text):
        return facts
    end = fibre_end(text, is_angled=fibre == "OS2")
    facts |= {name: value for name, value in end.items() if name == "fibre_connector"}
    counts = {int(number) for number in _FIBRES.findall(text)}
    if len(counts) == 1:
        facts["fibres"] = counts.pop()
    elif not counts and "fibre_connector" in facts:
        if facts["fibre_connector"] in {LC, "SN", "MDC", "CS"}:
            facts["fibres"] = 1 if re.search("simplex", text, re.IGNORECASE) else 2
        else:
            facts["fibres"] = {MPO16: 16, MPO24: 24}.get(facts["fibre_connector"], 12)
    return facts
