"""Writer of point-to-point workbooks for NVIDIA's Cable Validation Tool, unified and legacy format."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO

from netfloor.exchange.job import Exporter, Field, Files, Job, with_field
from netfloor.exchange.names import Alphabet, check_cabinets, check_devices
from netfloor.fabric.fabric import SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.topologies.parameters import shown

ALPHABET = Alphabet("CVT", 64)
RACKS = Alphabet("CVT", 64, signs="._:/- ")
#: Sheet ``Links`` of the unified format, CVT 1.7.1: mandatory columns, then transceivers and cable id.
UNIFIED = ("A-Node", "A-Port", "Z-Node", "Z-Port", "Protocol", "A-Module-PN", "Z-Module-PN", "Source-Ref")
#: Sheet ``Nodes``, which must list both ends of every link.
NODES = ("Node", "Type", "Rack", "U")
#: Ethernet header of the legacy format, in its own spelling.
LEGACY = (
    "A-Rack",
    "A-U",
    "A-Node Name",
    "A-Type",
    "A-Port",
    "Z-Rack",
    "Z-RU",
    "Z-Node Name",
    "Z-Type",
    "Z-Port",
)
PROTOCOLS = ("ib", "ethernet", "nvlink")
#: Workbooks contain a creation date; a fixed one keeps the output byte-identical for the same plan.
_CREATED = datetime(2000, 1, 1, tzinfo=UTC)
_MAX_ROWS = 1_048_575


def write(job: Job) -> Files:
    """Return ``unified.xlsx`` and ``legacy.xlsx``; no cell contains a formula or a hyperlink.

    Raises `InputError` if a name is not safe, the format does not allow a value, or the cables exceed the
    rows of a sheet.
    """
    fabric = job.fabric
    check_devices(fabric, ALPHABET)
    check_cabinets(fabric, RACKS)
    _check_values(job)
    protocol = job.values["protocol"]
    unified, legacy = [], []
    for cable in fabric.cables:
        a, z = _ends(fabric, cable)
        ports = [_port(job, end) for end in (a, z)]
        names = [fabric.devices[end.device].name for end in (a, z)]
        modules = [cable.modules[cable.ends.index(end)] for end in (a, z)]
        source = cable.attributes.get(UNIFIED[-1], cable.id)  # the cable's id in the source file
        unified.append((names[0], ports[0], names[1], ports[1], protocol, *modules, source))
        legacy.append((*_legacy(job, a, ports[0]), *_legacy(job, z, ports[1])))
    return {
        "unified.xlsx": _workbook({"Nodes": (NODES, _nodes(job)), "Links": (UNIFIED, unified)}),
        "legacy.xlsx": _workbook({"P2P": (LEGACY, legacy)}),
    }


def _nodes(job: Job) -> list[tuple[str, ...]]:
    """Return every cabled device with its type and location."""
    fabric = job.fabric
    rows: list[tuple[str, ...]] = []
    for index, device in enumerate(fabric.devices):
        if fabric.cables_of[index]:
            unit = "" if device.height is None else str(device.height)
            kind = job.values[f"{_side(device)}_type"]
            rows.append((device.name, kind, fabric.cabinet_name(index), unit))
    return rows


def _ends(fabric: Fabric, cable: Cable) -> tuple[End, End]:
    """Return both ends, the server's first."""
    return cable.ends if not fabric.devices[cable.b.device].is_end_device else (cable.b, cable.a)


def _port(job: Job, end: End) -> str:
    side = _side(job.fabric.devices[end.device])
    return end.port_name or job.values[f"{side}_port"].replace("{port}", str(end.port))


def _side(device: Device) -> str:
    """Return the fields that describe a device: those of switches or those of attached devices."""
    return "switch" if device.kind == SWITCH else "server"


def _legacy(job: Job, end: End, port: str) -> tuple[str, ...]:
    device = job.fabric.devices[end.device]
    return (
        job.fabric.cabinet_name(end.device),
        "" if device.height is None else str(device.height),
        device.name,
        job.values[f"{_side(device)}_type"],
        port,
    )


def _check_values(job: Job) -> None:
    if job.values["protocol"] not in PROTOCOLS:
        what = f"{shown(job.values['protocol'])!r} is not a protocol"
        raise InputError(with_field("protocol"), what, f"known: {', '.join(PROTOCOLS)}")
    for name in ("switch_port", "server_port"):
        value = job.values[name]
        rest = value.replace("{port}", "1", 1)
        if "{port}" not in value or not ALPHABET.holds(rest):
            what = f"{shown(value)!r} is not a name with {{port}} in it"
            raise InputError(with_field(name), what, "such as swp{port}")
    for name in ("switch_type", "server_type"):
        if not ALPHABET.holds(job.values[name]):
            raise InputError(with_field(name), f"{shown(job.values[name])!r} is not a safe name")
    if len(job.fabric.cables) > _MAX_ROWS:
        raise InputError(shown(job.fabric.name), f"has more cables than a sheet has rows, {_MAX_ROWS:,}")


def _warnings(job: Job) -> tuple[str, ...]:
    if not job.fabric.lacks_units:
        return ()
    return ("rack units are not known: A-U and Z-RU hold a switch's position in its cabinet",)


def _workbook(sheets: Mapping[str, tuple[Sequence[str], Iterable[Sequence[str]]]]) -> bytes:
    """Return a workbook with the headings and rows of each sheet; every cell is text."""
    import xlsxwriter  # noqa: PLC0415 - for this format only

    buffer = BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    book = xlsxwriter.Workbook(buffer, options)
    book.set_properties({"created": _CREATED})
    for sheet, (columns, rows) in sheets.items():
        page = book.add_worksheet(sheet)
        for number, row in enumerate((columns, *rows)):
            for column, text in enumerate(row):
                page.write_string(number, column, text)
        page.freeze_panes(1, 0)
    book.close()
    return buffer.getvalue()


EXPORTER = Exporter(
    name="cvt",
    summary="NVIDIA point-to-point workbooks, unified and older form",
    losses="lengths, rates",
    write=write,
    orders=True,
    fields={
        "protocol": Field("ethernet", f"one of {', '.join(PROTOCOLS)}"),
        "switch_port": Field("swp{port}", "name of a switch's port, an example"),
        "server_port": Field("eth{port}", "name of a host's port, an example"),
        "switch_type": Field("switch", "type of the switches, an example"),
        "server_type": Field("host", "type of the hosts, an example"),
    },
    warnings=_warnings,
)
