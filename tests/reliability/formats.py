"""The formats of files that are fuzzed: their readers, and how a changed file is packed again."""

import io
import json
import random
import zipfile
from collections.abc import Callable

from good_as_found import AS_FOUND, DRAWN
from good_files import READERS, Reader

from netfloor.layout.chains.checkpoint import KIND, sealed
from netfloor.plans.file import document_sha256

_WORDS = "-1 0 1e999 nan inf 99999999999999999999 0.1 true null =1+1 0x -- .."
TOKENS = [word.encode() for word in _WORDS.split()]
TOKENS += [bytes([sign]) for sign in b"\0\xff\n\r\t,;\"'[]{}<>&=#%/\\"]
TOKENS += [b'""', b"''", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"a" * 300, b"\xed\xa0\x80", b"\xc2\x85"]
#: Readers whose file may ask for more work than a test has time for, and be right.
WORKS = {"study", "plan request", "ownership", "servers", "machine", "qaplib", "catalogue", "catalogue csv"}

_BY_FORM = {reader.form: reader for reader in (*READERS, *AS_FOUND, *DRAWN)}
_NAMES = {
    "sqlite": "results",
    "workbook": "opa workbook,cvt workbook,price workbook",
    "csv": "csv,servers,fixed switches,match,price list,locations,p2p,edges with places,netbox,"
    "netbox devices,opa,cvt,catalogue csv,places filled in",
    "toml": "room,hall,hall in use,study,catalogue,cost set,power set,machine,plan request,ownership",
    "json": "plan file,plan file to cost,plan file to export,circulant checkpoint,"
    "failures checkpoint,lldp json",
    "npz": "layout checkpoint",
    "dxf": "dxf",
    "graph": "edges,graphml,graph6,adjacency,graphgolf,graphgolf-grid,dot",
    "dump": "ibnetdiscover,ibnetdiscover -p,ibsim,topo,node names,qaplib",
}
#: Readers by format.
FORMATS: dict[str, list[Reader]] = {
    form: [_BY_FORM[name] for name in names.split(",") if name in _BY_FORM]
    for form, names in _NAMES.items()
}
Change = Callable[[bytes], bytes]


def packed_again(data: bytes, seed: int, change: Change) -> bytes:
    """Return a file with one part of it changed: of an archive a part, of what is sealed what is inside.

    One in four is changed as it is, seals and all.
    """
    dice = random.Random(seed)  # noqa: S311 - no secret
    if dice.randrange(4):
        mark = KIND.name.encode()
        if data.startswith(mark):
            return sealed(packed_again(data.partition(b"\n")[2], seed + 1, change))
        if data.startswith(b"PK\x03\x04"):
            return _archive(data, dice, change)
        if data.startswith(b"{"):
            return _document(data, dice, change)
    return change(data)


def _archive(data: bytes, dice: random.Random, change: Change) -> bytes:
    buffer = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
            parts = [(part, old.read(part)) for part in old.infolist()]
            chosen = dice.randrange(len(parts))
            for number, (part, content) in enumerate(parts):
                new.writestr(part.filename, change(content) if number == chosen else content)
    except Exception:  # noqa: BLE001 - damaged already
        return change(data)
    return buffer.getvalue()


def _document(data: bytes, dice: random.Random, change: Change) -> bytes:
    """Change one value of a JSON document, and redo the checksum where it has one."""
    try:
        document = json.loads(data)
        place = document
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            above, key = place, dice.choice(keys)
            place = place[key]
        try:
            above[key] = json.loads(change(json.dumps(place).encode()))
        except ValueError:
            above[key] = json.loads(dice.choice(VALUES))
        if "sha256" in document:
            document["sha256"] = document_sha256(document)
        return json.dumps(document).encode()
    except (ValueError, RecursionError, NameError, TypeError, AttributeError, KeyError):
        return change(data)


VALUES = [
    b"null",
    b"true",
    b"-1",
    b"0",
    b"1e308",
    b"99999999999999999999",
    b'""',
    b"[]",
    b"{}",
    b'"\\u0000"',
]
VALUES += [b'"\\ud800"', b"0.5", b"[[]]", b'{"a": 1}', b'"../../x"', b"[null]"]
