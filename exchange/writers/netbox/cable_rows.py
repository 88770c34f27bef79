"""NetBox records of cables and cable bundles: one cable per link or per purchased piece."""

from collections import Counter
from decimal import Decimal

from netfloor.exchange.cable_looks import category_of, hex_color
from netfloor.exchange.job import Job
from netfloor.exchange.readers.netbox.cables import (
    OTHERS_TEXT,
    OWN_DESCRIPTION,
    OWN_INSTALLED,
    OWN_INSTALLED_LISTED,
    OWN_LABEL,
)
from netfloor.exchange.tables.fields import UNITS_MM
from netfloor.exchange.writers.netbox.kinds import CABLE_TYPES, cable_color, cable_type
from netfloor.exchange.writers.netbox.port_rows import POWER_PORT, port_name, termination
from netfloor.exchange.writers.netbox.power_rows import POWER_FEED, feed_cables
from netfloor.exchange.writers.netbox.rows import SEPARATORS, Row, site_of, text_of
from netfloor.exchange.writers.number_text import metres_up, number_text
from netfloor.exchange.writers.sheets.labels import chosen_format, label_of
from netfloor.fabric.fabric import Cable, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.topologies.parameters import shown

MAX_LABEL, MAX_DESCRIPTION = 100, 200
#: 999,999.99 m: ten digits with two decimals.
MAX_CM = 99_999_999
#: Profile by number of links: one connector per link, the k-th of side A joined to the k-th of side B
#: (dcim/cable_profiles.py).
PROFILE_OF = {2: "trunk-2c1p", 3: "trunk-4c1p", 4: "trunk-4c1p"}
_STATUSES = frozenset(("connected", "planned", "decommissioning"))
#: The links of one cable in order, each with its two ends, side A first.
Piece = tuple[tuple[Cable, End, End], ...]
_Pair = tuple[str, str]


def by_piece(job: Job) -> bool:
    """Return True if links that share a piece are exported as one cable with several ends per side.

    By default this holds if the plan has such a piece.
    """
    asked = job.values["cables"]
    return asked == "piece" or (not asked and any(cable.piece for cable in job.fabric.cables))


def pieces(job: Job) -> list[Piece]:
    """Return the links of each cable, in the order of their first links.

    A piece with more links than a profile has connectors is exported as one cable per link. Side A is the
    device that all links of a piece share, such as a splitter's; otherwise each link's own order applies.
    """
    links_of: dict[str, list[Cable]] = {}
    joined = by_piece(job)
    for cable in job.fabric.cables:
        key = cable.piece if joined and cable.piece else cable.id
        links_of.setdefault(key, []).append(cable)
    results: list[Piece] = []
    for links in links_of.values():
        if len(links) == 1 or len(links) in PROFILE_OF:
            results.append(_sided(links))
        else:
            results += [_sided([cable]) for cable in links]
    return results


def split_pieces(job: Job) -> int:
    """Return the number of links in pieces that exceed every profile's connectors."""
    count = Counter(cable.piece for cable in job.fabric.cables if cable.piece)
    return sum(links for links in count.values() if links not in PROFILE_OF) if by_piece(job) else 0


def _sided(links: list[Cable]) -> Piece:
    shared = set.intersection(*({end.device for end in cable.ends} for cable in links))
    hub = links[0].a.device if links[0].a.device in shared else min(shared, default=None)
    return tuple((c, c.b, c.a) if hub == c.b.device else (c, c.a, c.b) for c in links)


def cable_bundles(job: Job) -> list[Row]:
    """Return one bundle for each pair of cabinets that several cables connect."""
    return [(name, " to ".join(pair).translate(SEPARATORS)) for pair, name in bundle_names(job).items()]


def cables(job: Job) -> list[Row]:
    """Return every cable, its length rounded up to whole centimetres."""
    fabric, bundles = job.fabric, bundle_names(job)
    status = "connected" if job.values["status"] == "active" else job.values["status"]
    rows: list[Row] = []
    for piece in pieces(job):
        first = piece[0][0]
        length = _length(fabric, piece)
        rows.append(
            (
                *_side(job, [(cable, a) for cable, a, _ in piece]),
                *_side(job, [(cable, b) for cable, _, b in piece]),
                _type(job, first),
                _status(first, status),
                bundles.get(_cabinet_pair(fabric, piece), ""),
                _label(fabric, piece),
                _color(job, first),
                *length,
                _description(piece),
                *(text_of(first.attributes, name, 10_000) for name in further(job)),
                *([PROFILE_OF.get(len(piece), "")] if by_piece(job) else []),
                *([""] if to_feeds(job) else []),
            )
        )
    return rows + _feed_rows(job, status)


def to_feeds(job: Job) -> bool:
    """Return True if any PDU is cabled to its power feed."""
    return any(feed_cables(job))


def _feed_rows(job: Job, status: str) -> list[Row]:
    """Return the cables from PDUs to their power feeds; their lengths are unknown."""
    rows: list[Row] = []
    blank = ["" for _ in (*further(job), *([""] if by_piece(job) else []))]
    for device, port, panel, feed in feed_cables(job):
        near = site_of(job), device, POWER_PORT, port
        far = site_of(job), "", POWER_FEED, feed
        label = f"{device} {port} / {feed}"[:MAX_LABEL]
        rows.append((*near, *far, "power", status, "", label, "", "", "", "", *blank, panel))
    return rows


def _side(job: Job, ends: list[tuple[Cable, End]]) -> Row:
    """Return site, device, type and port of one side; for several ends, one device per port."""
    devices = ",".join(job.fabric.devices[end.device].name for _, end in ends)
    kind = termination(job.fabric, *ends[0])
    return site_of(job), devices, kind, ",".join(port_name(end) for _, end in ends)


def further(job: Job) -> list[str]:
    """Return the optional columns that the cables use."""
    return ["comments"] if any("comments" in cable.attributes for cable in job.fabric.cables) else []


def _type(job: Job, cable: Cable) -> str:
    """Return NetBox's cable type: from the purchased part if known, otherwise from the source file."""
    if POWER_PORT in {termination(job.fabric, cable, end) for end in cable.ends}:
        return "power"
    own = cable.attributes.get("type", "")
    own = own if own in CABLE_TYPES else category_of(cable)
    bought = cable_type(job.values, cable) if cable.medium else ""
    return bought or (own if own in CABLE_TYPES else cable_type(job.values, cable))


def _color(job: Job, cable: Cable) -> str:
    """Return the colour of the user's option, else that of the list, else the usual one of the part."""
    told = job.values.get(f"{cable.medium}_color", "") if cable.medium else ""
    return told or hex_color(cable) or (cable_color(job.values, cable) if cable.medium else "")


def _status(cable: Cable, usual: str) -> str:
    own = cable.attributes.get("status", "")
    return own if own in _STATUSES else "connected" if cable.installed else usual


def _label(fabric: Fabric, piece: Piece) -> str:
    """Return the cable's own label, otherwise the printed side-A label, if need be of one link."""
    if own := text_of(piece[0][0].attributes, "label", MAX_LABEL):
        return own
    form = chosen_format(fabric, None)
    label = label_of(fabric, form, piece)[0]
    if len(label) > MAX_LABEL and len(piece) > 1:
        label = label_of(fabric, form, piece[:1])[0]
    if len(label) > MAX_LABEL:
        what = f"its label has {len(label)} characters, NetBox holds {MAX_LABEL}: {shown(label)!r}"
        raise InputError(f"{shown(fabric.name)}: cable {piece[0][0].id}", what, "shorten the names")
    return label


def _description(piece: Piece) -> str:
    """Return the link ids (for reimport), the longest route among them, and the part."""
    routed_mm = [cable.length_mm for cable, *_ in piece if cable.length_mm is not None]
    first = piece[0][0]
    ids = " ".join(one_line(cable.id).translate(SEPARATORS) for cable, *_ in piece)
    words = [f"{OWN_DESCRIPTION}{ids}{OWN_LABEL if first.attributes.get('label') else ''}"]
    if first.installed:
        words += [OWN_INSTALLED_LISTED if first.length_listed else OWN_INSTALLED]
    words += (
        [f"routed {number_text(max(routed_mm) / 1000)} m"] if routed_mm and not first.length_listed else []
    )
    words += [one_line(first.part).translate(SEPARATORS)] if first.part else []
    others = text_of(first.attributes, "description", MAX_DESCRIPTION)
    return (", ".join(words) + (f"{OTHERS_TEXT}{others}" if others else ""))[:MAX_DESCRIPTION].strip()


def _length(fabric: Fabric, piece: Piece) -> Row:
    """Return the purchased length and its unit: metres rounded up, or the unit of the source file."""
    bought_mm = [cable.bought_mm for cable, *_ in piece if cable.bought_mm is not None]
    if not bought_mm:
        return "", ""
    if max(bought_mm) > MAX_CM * 10:
        what = f"is {max(bought_mm) / 1000:,.2f} m long, NetBox holds {MAX_CM / 100:,.2f} m"
        raise InputError(f"{shown(fabric.name)}: cable {piece[0][0].id}", what)
    unit = piece[0][0].attributes.get("length_unit", "")
    if unit and unit in UNITS_MM and len(set(bought_mm)) == 1:
        number = (Decimal(bought_mm[0]) / UNITS_MM[unit]).quantize(Decimal("0.01"))
        if round(number * UNITS_MM[unit]) == bought_mm[0]:
            return str(number), unit
    return metres_up(max(bought_mm)), "m"


def bundle_names(job: Job) -> dict[_Pair, str]:
    """Return the bundle name of each pair of cabinets that several cables connect."""
    counts = Counter(_cabinet_pair(job.fabric, piece) for piece in pieces(job))
    return {
        pair: "-".join(pair)
        for pair, count in counts.items()
        if count > 1 and all(pair) and pair[0] != pair[1]
    }


def _cabinet_pair(fabric: Fabric, piece: Piece) -> _Pair:
    """Return the pair of cabinets that all links of a cable connect, or two empty names if they differ."""
    pairs = {tuple(sorted(fabric.cabinet_name(end.device) for end in link[1:])) for link in piece}
    first, second = pairs.pop() if len(pairs) == 1 else ("", "")
    return first, second
