"""Neighbours in the tables of network systems, and the outputs of several devices in one text.

Tables of LLDP by Cumulus (``net show lldp``, ``nv show interface lldp``), SONiC, Arista EOS and NX-OS, and
of CDP by IOS and NX-OS (``show cdp neighbors``, also ``detail``).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from netfloor.exchange.tables.subject import compact
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import count_text, join_words
from netfloor.topologies.parameters import shown

#: Headings of the columns that are read, in `compact` form.
_COLUMNS = {
    "port": frozenset({"localport", "interface", "localintf", "localintrfce", "localinterface", "port"}),
    "device": frozenset(
        {"remotehost", "remotedevice", "neighbordeviceid", "deviceid", "systemname", "neighbor"}
    ),
    "far_port": frozenset({"remoteport", "remoteportid", "neighborportid", "portid", "portinfo"}),
    "capability": frozenset({"capability", "capabilities"}),
    "description": frozenset({"remoteportdescr", "remoteportdescription", "portdescription"}),
}
_HEADING = re.compile(r"\S+(?: \S+)*")
_RULE = re.compile(r"[-=+| ]{6,}")
#: Ends of a table.
_FOOTER = re.compile(r"total (?:cdp |lldp )?(?:entries|neighbou?rs)|capability codes|legend", re.IGNORECASE)
#: A line with the name of the device that prints what follows: ``leaf1# show``, ``user@leaf1:~$ net``,
#: ``RP/0/RP0/CPU0:xr1#``. Commands that print no neighbours, and none, have no blank before the sign and
#: no column behind it.
_PROMPT = re.compile(
    r"(?:[\w/]{1,40}/CPU[0-9]{1,3}:)?(?:\[?[\w.-]{1,60}@)?([\w.-]{1,80})(?:\([\w-]{1,30}\))?"
    r"(?::[^\s#$>]{0,60}| [^\s#$>]{1,60}(?=\]))?\]?"
    r"(?:\s?[#$>]\s?(?:sudo |run |do )?(?:show|sh|net show|nv show|lldpctl|lldpcli)\b.{0,120}"
    r"|[#$>](?: ?[a-z?!]\S{0,80}(?: \S{1,80}){0,40})?)"
)
#: A prompt that names no device: ``$ ls``.
_NAMELESS = re.compile(r"[#$>](?: ?[a-z?!].{0,200})?")
#: The serial number that NX-OS writes behind a name: ``N9K-2(FDO12345)``.
_SERIAL = re.compile(r"(?<=\S)\([A-Z]{3}[A-Z0-9]{0,6}[0-9][A-Z0-9]{1,8}\)")
#: The line that begins a neighbour in details of CDP, or in those of LLDP, with the name further below.
_FIRST = re.compile(r"\s{0,9}(Device ID|Local Int(?:f|erface)|Chassis ID)\s?:(.{0,120})", re.IGNORECASE)
_DEVICE_ID = re.compile(r"\s{0,9}Device ID\s?:", re.IGNORECASE)
_WHOLE = "the output as printed, each line whole"
_NAMED = {"device": "a name", "port": "its local port", "far_port": "the far port"}
_DETAIL = {
    "device": re.compile(r"System Name\s?:\s?(\S{1,120})", re.IGNORECASE),
    "port": re.compile(
        r"(?:Interface|Local Int(?:f|erface)|Local Port ID)\s?:\s?([^,]{1,80}?)\s?(?:,|$)", re.IGNORECASE
    ),
    "far_port": re.compile(
        r"(?<!Local )Port ID(?: \(outgoing port\))?\s?:\s?(\S.{0,80}?)\s{0,9}$", re.IGNORECASE
    ),
    "chassis": re.compile(r"Chassis ID\s?:\s?(\S{1,120})", re.IGNORECASE),
    "capability": re.compile(r"Capabilities\s?:\s?(.{0,120})", re.IGNORECASE),
}
#: Long names of ports by the abbreviations of network systems.
_LONG = {
    "fa": "FastEthernet", "fas": "FastEthernet", "gi": "GigabitEthernet", "gig": "GigabitEthernet",
    "te": "TenGigabitEthernet", "ten": "TenGigabitEthernet", "twe": "TwentyFiveGigE",
    "fo": "FortyGigabitEthernet", "for": "FortyGigabitEthernet", "hu": "HundredGigE", "hun": "HundredGigE",
    "et": "Ethernet", "eth": "Ethernet", "fou": "FourHundredGigE",
}  # fmt: skip
_MAC = re.compile(r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}", re.IGNORECASE)
_SHORT_PORT = re.compile(r"([A-Z][a-z]{1,2})\s?([0-9]+(?:[/:.][0-9]+)*)")


@dataclass
class Heard:
    """A neighbour as a table states it; capabilities are words in lower case."""

    where: str
    port: str = ""
    device: str = ""
    far_port: str = ""
    capabilities: frozenset[str] = frozenset()


@dataclass
class Output:
    """The lines of one device's output; the device is empty if no prompt names it."""

    device: str = ""
    parts: list[list[tuple[int, str]]] = field(default_factory=lambda: [[]])  # by command

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The lines of all commands."""
        return [line for part in self.parts for line in part]


def outputs_of(lines: Sequence[tuple[int, str]]) -> list[Output]:
    """Return the outputs of a text, split at prompts that name devices; one device's are joined."""
    results = [Output()]
    by_name: dict[str, Output] = {}
    for number, line in lines:
        match = _PROMPT.fullmatch(line.strip()[:300])
        if match is None and _NAMELESS.fullmatch(line.strip()[:300]) is None:
            results[-1].parts[-1].append((number, line))
            continue
        output = by_name.setdefault(match[1], Output(match[1])) if match else results[-1]
        output.parts.append([])
        if output is not results[-1]:
            results = [*(item for item in results if item is not output), output]
    are_named = any(item.device for item in results)
    return [item for item in results if item.device or not are_named or _holds_table(item.lines)]


def _holds_table(lines: Sequence[tuple[int, str]]) -> bool:
    """Return whether lines without a prompt are an output, unlike a banner above the first prompt."""
    return any(begins_table(line) or line.startswith(("lldp.", "LLDP nei")) for _, line in lines)


def begins_table(line: str) -> bool:
    """Return whether a line is the headings of a table of neighbours."""
    return _heads(line) is not None


def heard_in_tables(output: Output, where: str, notes: list[str]) -> list[Heard]:
    """Return the neighbours in the tables of an output, or in its details; none for another text.

    Raises `InputError` with the line, if a cell runs over the edge of its column, or a device has no port.
    Lines that are not rows of the table are counted in the notes.
    """
    heards = [heard for part in output.parts for heard in _of_table(part, where, notes)]
    return heards or [heard for part in output.parts for heard in _of_detail(part, where)]


def _of_table(lines: Sequence[tuple[int, str]], where: str, notes: list[str]) -> Iterator[Heard]:
    """Yield the rows of tables. A footer ends a table, and headings begin the next; blank lines do not.

    Only below a blank line may a line that fits no column be another text.
    """
    columns: dict[str, tuple[int, int | None]] | None = None
    long_name: tuple[str, str] | None = None  # with its line
    below_blank, others = False, list[tuple[int, str]]()
    for number, line in lines:
        at, text = f"{where}: line {number}", line.strip()
        if (heads := _heads(line)) is not None or _FOOTER.match(text):
            _refuse_alone(long_name)
            columns, long_name, below_blank = heads, None, False
        elif columns is None or _RULE.fullmatch(text):
            continue
        elif not text:
            below_blank = True
        elif " " not in text and line[:1] == text[:1] and columns["device"][0] == 0:
            _refuse_alone(long_name)
            long_name = text, at
        elif below_blank and not _is_row(line, columns, long_name is not None):
            others.append((number, text))
        else:
            cells = _cells(line, columns, at)
            if cells["device"]:
                _refuse_alone(long_name)
            yield _heard({**cells, "device": cells["device"] or (long_name or ("",))[0]}, at)
            long_name, below_blank = None, False
    _refuse_alone(long_name)
    notes.extend(_left_out(others, where))


def _is_row(line: str, columns: dict[str, tuple[int, int | None]], has_name: bool) -> bool:
    """Return whether a line fits the columns, with a name unless the line above is one."""
    try:
        cells = _cells(line, columns, "")
    except InputError:
        return False
    return all((cells["port"], cells["device"] or has_name, cells["far_port"]))


def _left_out(others: Sequence[tuple[int, str]], where: str) -> Iterator[str]:
    """Yield a note on lines below a table that are not rows of it."""
    if others:
        first = f"line {others[0][0]} ({shown(others[0][1][:40])!r})"
        counted = count_text(len(others), "line")
        yield f"{where}: {counted} below a table left out, no row of it: first {first}"


def _refuse_alone(long_name: tuple[str, str] | None) -> None:
    """Refuse a name on a line of its own that has no row."""
    if long_name is not None:
        what = f"{shown(long_name[0])} has no ports in the line below it"
        raise InputError(long_name[1], what, "the output as printed, or with detail")


def _heads(line: str) -> dict[str, tuple[int, int | None]] | None:
    """Return start and end of the known columns of a line of headings, None for another line."""
    if len(line) > 400:
        return None
    texts = [(match.start(), match[0]) for match in _HEADING.finditer(line)]
    parts = _split_heads(texts)
    result: dict[str, tuple[int, int | None]] = {}
    for index, (start, text) in enumerate(parts):
        end = parts[index + 1][0] if index + 1 < len(parts) else None
        for name, words in _COLUMNS.items():
            if compact(text) in words:
                result.setdefault(name, (start, end))
    return result if {"port", "device", "far_port"} <= {*result} else None


def _split_heads(texts: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return headings, separating two that are one blank apart if both are known."""
    known = frozenset().union(*_COLUMNS.values())
    parts: list[tuple[int, str]] = []
    for start, text in texts:
        words = text.split(" ")
        cut = next(
            (
                n
                for n in range(1, len(words))
                if compact(" ".join(words[:n])) in known and compact(" ".join(words[n:])) in known
            ),
            None,
        )
        if cut is None or compact(text) in known:
            parts.append((start, text))
        else:
            first = " ".join(words[:cut])
            parts += [(start, first), (start + len(first) + 1, " ".join(words[cut:]))]
    return parts


def _cells(line: str, columns: dict[str, tuple[int, int | None]], at: str) -> dict[str, str]:
    for name, (start, _) in columns.items():
        if (
            name != "description"
            and 0 < start < len(line)
            and line[start - 1] != " "
            and line[start] != " "
        ):
            text = line[max(0, start - 20) : start + 20].strip()
            what = f"text crosses the edge of the {name.replace('_', ' ')} column: {shown(text)}"
            raise InputError(at, what, "the output as printed, or with detail")
    return {name: line[start:end].strip() for name, (start, end) in columns.items()}


def _of_detail(lines: Sequence[tuple[int, str]], where: str) -> Iterator[Heard]:
    """Yield the neighbours of ``show cdp neighbors detail`` or of LLDP's, each from its first line on.

    Raises `InputError` with the line of a neighbour without a name or a port.
    """
    begins = next((match[1] for _, line in lines if (match := _FIRST.match(line[:400]))), "")
    if any(_DEVICE_ID.match(line[:400]) for _, line in lines):
        begins = "device id"
    found: list[tuple[str, dict[str, str]]] = []
    for number, line in lines if begins else ():
        at, text = f"{where}: line {number}", line[:400]
        first = _FIRST.match(text)
        if first and first[1].lower() == begins.lower():
            found.append((at, {"device": first[2].strip()} if begins == "device id" else {}))
        said = {
            name: match[1].strip() for name, pattern in _DETAIL.items() if (match := pattern.search(text))
        }
        if said and not found:
            raise InputError(at, f"{shown(text.strip()[:40])!r} above the first {begins}", _WHOLE)
        for name, value in said.items():
            found[-1][1].setdefault(name, value)
    for at, values in found:
        values.setdefault("device", values.get("chassis", ""))
        if missing := [name for name in ("device", "port", "far_port") if not values.get(name)]:
            what = f"a neighbour without {join_words([_NAMED[name] for name in missing])}"
            raise InputError(at, what, _WHOLE)
        yield _heard(values, at)


def _heard(values: dict[str, str], at: str) -> Heard:
    """Return a neighbour with the kind that its capabilities imply.

    ``S`` is a switch in CDP's codes and a station in LLDP's: it counts as a switch beside ``I`` for IGMP.
    """
    text = values.get("capability", "")
    words = frozenset(re.findall(r"[a-z]{3,}", text.lower()))
    codes = frozenset("".join(item for item in re.findall(r"\b[A-Za-z]{1,4}\b", text) if item.isupper()))
    is_switch = bool(codes & {"R", "B"} or {"S", "I"} <= codes or words & {"router", "switch", "bridge"})
    is_host = "H" in codes or "host" in words
    capabilities = {"bridge"} if is_switch else {"station"} if is_host else set()
    far_port, described = values["far_port"], values.get("description", "")
    if _MAC.fullmatch(far_port) and described and " " not in described:
        far_port = described  # SONiC shows a server's port so: the name is beside its address
    ports = [*map(_long_port, (values["port"], far_port))]
    return Heard(at, ports[0], _SERIAL.sub("", values["device"]), ports[1], frozenset(capabilities))


def _long_port(text: str) -> str:
    """Return the long name of a port, ``GigabitEthernet1/0/1`` for ``Gig 1/0/1``; ``eth1`` stays."""
    match = _SHORT_PORT.fullmatch(text)
    long = _LONG.get(match[1].lower()) if match else None
    return f"{long}{match[2]}" if match and long else text
