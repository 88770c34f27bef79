"""The records of a NetBox import, one function a file."""

import re
from collections import Counter

from netfloor.exchange.fabric import HOST, SWITCH, Cable, Device, End, Fabric, FloorCabinet
from netfloor.exchange.job import Job, whole_number
from netfloor.exchange.writers.number_text import metres_up, number_text
from netfloor.exchange.writers.sheets.labels import TIA, label_of
from netfloor.foundation.errors import InputError
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.topologies.parameters import shown

Row = tuple[str, ...]

MOST_LABEL, MOST_DESCRIPTION = 100, 200
#: 999,999.99 m: ten digits, two of them decimals.
MOST_CM = 99_999_999
#: Rack units of a cabinet, and most that NetBox knows.
USUAL_UNITS, MOST_UNITS = 42, 100
#: NetBox guesses the separator of a file: none but the comma may stand in it.
SEPARATORS = str.maketrans(",;|\t", "    ")
CABLE_TYPES = ("dac-passive", "dac-active", "mmf-om3", "mmf-om4", "mmf-om5", "smf-os1", "smf-os2", "aoc")
#: Words of a part's name that leave no doubt about its cable type.
_CERTAIN = (
    (r"\baoc\b", "aoc"),
    (r"\bom3\b", "mmf-om3"),
    (r"\bom4\b", "mmf-om4"),
    (r"\bom5\b", "mmf-om5"),
    (r"\bos1\b", "smf-os1"),
    (r"\bos2\b", "smf-os2"),
    (r"\bpassive dac\b|\bdac passive\b", "dac-passive"),
    (r"\bactive dac\b|\bdac active\b", "dac-active"),
)
#: By the kind of the part, where a catalogue says it: its ACC and AEC have electronics, its DAC none.
_BY_KIND = {
    "DAC": "dac-passive",
    "ACC": "dac-active",
    "AEC": "dac-active",
    "AOC": "aoc",
    "OM3": "mmf-om3",
    "OM4": "mmf-om4",
    "OM5": "mmf-om5",
    "OS2": "smf-os2",
}


def rack_groups(job: Job) -> list[Row]:
    """Return the rows of cabinets: name, slug."""
    names = dict.fromkeys(c.row_name for c in _used(job.fabric) if c.row_name)
    return [(name, slug(name)) for name in names]


def racks(job: Job) -> list[Row]:
    """Return every cabinet that holds a device."""
    site, status = job.values["site"], job.values["status"]
    usual = max(USUAL_UNITS, highest_unit(job))
    return [
        (site, "", c.row_name, c.name, c.name, status, "4-post-cabinet", "19", str(c.units or usual))
        for c in _used(job.fabric)
    ]


def devices(job: Job) -> list[Row]:
    """Return every device; those of unknown place without a position."""
    values, fabric = job.values, job.fabric
    type_of = device_type_names(job)
    rows: list[Row] = []
    for index, device in enumerate(fabric.devices):
        position = _position(job, device)
        unit = "" if position is None else str(position)
        rows.append(
            (
                device.name,
                values[f"{device.kind}_role"],
                values["manufacturer"],
                type_of[device.kind, device.units],
                values["status"],
                values["site"],
                fabric.cabinet_name(index),
                unit,
                "front" if unit else "",
            )
        )
    return rows


def device_type_names(job: Job) -> dict[tuple[str, int | None], str]:
    """Return the device type by kind and height: one for each height where a kind has several."""
    kinds = dict.fromkeys((device.kind, device.units) for device in job.fabric.devices)
    heights = Counter(kind for kind, units in kinds if units is not None)
    names = {}
    for kind, units in kinds:
        name = job.values[f"{kind}_type"]
        names[kind, units] = f"{name} {units}U" if units is not None and heights[kind] > 1 else name
    return names


def device_types(job: Job) -> list[str]:
    """Return every device type that must be there before, with its rack units."""
    usual = str(max(1, whole_number(job.values, "switch_units", 0, MOST_UNITS)))
    names, listed = device_type_names(job), []
    for kind, otherwise in ((SWITCH, usual), (HOST, "")):
        types = {name: units for (own, units), name in names.items() if own == kind}
        for name, units in types.items() or ((job.values[f"{kind}_type"], None),):
            height = otherwise if units is None else str(units)
            listed.append(f"{name} (of {height} rack units)" if height else name)
    return listed


def interfaces(job: Job) -> list[Row]:
    """Return every port in use, with its rate in kbit/s."""
    kind, fabric = job.values["interface_type"], job.fabric
    return [
        (device.name, port_name(_end_at(cable, index, port)), kind, _kbps(cable.gbps))
        for index, device in enumerate(fabric.devices)
        for port, cable in fabric.cables_of[index]
    ]


def cable_bundles(job: Job) -> list[Row]:
    """Return a bundle for each pair of cabinets that several cables join."""
    return [
        (name, " to ".join(pair).translate(SEPARATORS)) for pair, name in bundle_names(job.fabric).items()
    ]


def cables(job: Job) -> list[Row]:
    """Return every cable, its length rounded up to centimetres."""
    fabric, bundles = job.fabric, bundle_names(job.fabric)
    status = "connected" if job.values["status"] == "active" else job.values["status"]
    rows: list[Row] = []
    for cable in fabric.cables:
        length = _length(fabric, cable)
        rows.append(
            (
                *_side(job, cable.a),
                *_side(job, cable.b),
                cable_type(job, cable),
                status,
                bundles.get(_cabinet_pair(fabric, cable), ""),
                _label(fabric, cable),
                "",
                length,
                "m" if length else "",
                _description(cable),
            )
        )
    return rows


def cable_type(job: Job, cable: Cable) -> str:
    """Return NetBox's cable type, nothing where it is not certain: the user's, else as the part tells."""
    told = job.values.get(f"{cable.medium}_type", "") if cable.medium else ""
    words = re.sub(r"[^a-z0-9]+", " ", cable.part.lower())
    known = {name for pattern, name in _CERTAIN if re.search(pattern, words)}
    return told or _BY_KIND.get(cable.kind) or (known.pop() if len(known) == 1 else "")


def port_name(end: End) -> str:
    """Return the name of an interface."""
    return end.port_name or f"p{end.port}"


def _side(job: Job, end: End) -> Row:
    return job.values["site"], job.fabric.devices[end.device].name, "dcim.interface", port_name(end)


def _label(fabric: Fabric, cable: Cable) -> str:
    label = label_of(fabric, TIA, cable, cable.a, cable.b)[0]
    if len(label) > MOST_LABEL:
        what = f"its label has {len(label)} characters, NetBox holds {MOST_LABEL}: {shown(label)!r}"
        raise InputError(f"{shown(fabric.name)}: cable {cable.id}", what, "shorten the names")
    return label


def _description(cable: Cable) -> str:
    routed = "" if cable.length_mm is None else f" routed {number_text(cable.length_mm / 1000)} m"
    part = one_line(cable.part).translate(SEPARATORS)
    return f"{cable.id}{routed} {part}".strip()[:MOST_DESCRIPTION]


def _length(fabric: Fabric, cable: Cable) -> str:
    if cable.bought_mm is None:
        return ""
    if cable.bought_mm > MOST_CM * 10:
        what = f"is {cable.bought_mm / 1000:,.2f} m long, NetBox holds {MOST_CM / 100:,.2f} m"
        raise InputError(f"{shown(fabric.name)}: cable {cable.id}", what)
    return metres_up(cable.bought_mm)


def bundle_names(fabric: Fabric) -> dict[tuple[str, str], str]:
    """Return the name of a bundle for each pair of cabinets that several cables join."""
    counts = Counter(_cabinet_pair(fabric, cable) for cable in fabric.cables)
    return {
        pair: "-".join(pair)
        for pair, count in counts.items()
        if count > 1 and all(pair) and pair[0] != pair[1]
    }


def _cabinet_pair(fabric: Fabric, cable: Cable) -> tuple[str, str]:
    first, second = sorted(fabric.cabinet_name(end.device) for end in cable.ends)
    return first, second


def _used(fabric: Fabric) -> list[FloorCabinet]:
    used = {device.cabinet for device in fabric.devices}
    return [cabinet for index, cabinet in enumerate(fabric.cabinets) if index in used]


def _position(job: Job, device: Device) -> int | None:
    """Return the lowest rack unit of a device: its own, else by its place in the cabinet."""
    units = whole_number(job.values, "switch_units", 0, MOST_UNITS)
    if device.unit is not None:
        return device.unit
    if device.position is None or units == 0:
        return None
    return 1 + (device.position - 1) * units


def covered_units(job: Job) -> list[tuple[int, range]]:
    """Return the rack units of each device that has a position, by its index."""
    usual = max(1, whole_number(job.values, "switch_units", 0, MOST_UNITS))
    covered = []
    for index, device in enumerate(job.fabric.devices):
        lowest = _position(job, device)
        if lowest is not None:
            height = device.units or (usual if device.kind == SWITCH else 1)
            covered.append((index, range(lowest, lowest + height)))
    return covered


def highest_unit(job: Job) -> int:
    """Return the highest rack unit that a device takes, 0 without positions."""
    return max((units[-1] for _, units in covered_units(job)), default=0)


def _end_at(cable: Cable, device: int, port: int) -> End:
    return cable.a if (cable.a.device, cable.a.port) == (device, port) else cable.b


def _kbps(gbps: float | None) -> str:
    """Return a rate in kbit/s, nothing where it is not known or no whole number."""
    return str(round(gbps * 10**6)) if gbps is not None and (gbps * 10**6).is_integer() else ""


def slug(name: str) -> str:
    """Return a name as NetBox has it in addresses."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
