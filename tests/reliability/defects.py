"""What can be wrong with a file, as changes of a good one."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

from good_files import Reader, zip_of_nothing

#: Returns what the file shall hold, or None where the reader has nothing that this could break.
Change = Callable[[Reader, bytes], bytes | None]

ENTITIES = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">' + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "&a;"}">' for n in range(12)
)
BOMB = (ENTITIES + "]><x>&a11;</x>\n").encode()


def _number(token: str) -> Change:
    return lambda reader, _: (
        reader.encoded(reader.with_token(reader.number, token)) if reader.number else None
    )


def _name(token: str) -> Change:
    return lambda reader, _: reader.encoded(reader.with_token(reader.name, token)) if reader.name else None


def _record(change: Callable[[str], str]) -> Change:
    def spoil(reader: Reader, _: bytes) -> bytes | None:
        if not reader.record:
            return None
        assert reader.record in reader.text, reader.form
        return reader.encoded(reader.text.replace(reader.record, change(reader.record), 1))

    return spoil


def _loop(reader: Reader, _: bytes) -> bytes | None:
    old, new = reader.loop
    assert old in reader.text, reader.form
    return reader.encoded(reader.text.replace(old, new, 1)) if old else None


def _more(tail: str) -> Change:
    return lambda reader, _: reader.encoded(reader.text + tail) if reader.text else None


def _bytes(change: Callable[[bytes], bytes]) -> Change:
    return lambda _, data: change(data)


def _plain(change: Callable[[bytes], bytes]) -> Change:
    """Change the bytes of a text file; nothing to do with a workbook or database."""
    return lambda reader, data: change(data) if b"\0" not in data and not reader.workbook else None


#: The file as a whole is wrong: its name says where.
WHOLE: dict[str, Change] = {
    "empty": _bytes(lambda _: b""),
    "blank": _bytes(lambda _: b" \n\t\r\n  \n"),
    "cut in half": _bytes(lambda data: data[: len(data) // 2]),
    "cut before its end": _bytes(lambda data: data.rstrip()[:-3]),
    "gzip": _bytes(gzip.compress),
    "zip bomb": _bytes(lambda _: zip_of_nothing()),
    "binary": _bytes(lambda _: bytes(range(256)) * 8),
    "entity bomb": _bytes(lambda _: BOMB),
    "deep nesting": _bytes(lambda _: b'{"a":' * 50_000),
    "deep array": _bytes(lambda _: b"a = " + b"[" * 5000 + b"\n"),
    "another format": _bytes(lambda _: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"),
    "a page": _bytes(lambda _: b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n"),
}
#: Something in it is wrong: a line, row or field says where.
INSIDE: dict[str, Change] = {
    "UTF-16": _plain(lambda data: data.decode().encode("utf-16")),
    "Latin-1": _plain(lambda data: data + "Zürich\n".encode("latin-1")),
    "surrogate": _plain(lambda data: data + b"\xed\xa0\x80\n"),
    "NUL": _plain(lambda data: data + b"\0\n"),
    "endless line": _plain(lambda data: data + b"x" * 200_000 + b"\n"),
    "foreign line": _more("what is this, then?\n"),
    "open quote": _more('"one,two\n'),
    "control character": _name("c\x07"),
    "line break in a name": _name("c\u2028d"),
    "long name": _name("n" * 300),
    "unknown name": _name("nobody"),
    "no name": _name(""),
    "formula": _name("=1+1"),
    "path": _name("../../etc/passwd"),
    "negative": _number("-3"),
    "NaN": _number("nan"),
    "infinite": _number("inf"),
    "beyond a float": _number("1e999"),
    "5,000 digits": _number("9" * 5000),
    "text": _number("two"),
    "quoted text": _number('"2"'),
    "fraction": _number("0.3333"),
    "huge": _number("1000000000000"),
    "zero": _number("0"),
    "no number": _number(""),
    "foreign digits": _number("\u0663"),
    "true": _number("true"),
    "twice": _record(lambda record: record * 2),
    "half a record": _record(lambda record: record[: len(record) // 2] + "\n"),
    "more in a record": _record(lambda record: record.rstrip("\n") + ",and,more,cells\n"),
    "loop": _loop,
}
#: Harmless: read as if nothing was.
HARMLESS: dict[str, Change] = {
    "byte order mark": _plain(lambda data: b"\xef\xbb\xbf" + data),
    "CRLF": _plain(lambda data: data.replace(b"\n", b"\r\n")),
    "no last line end": _plain(lambda data: data.rstrip(b"\n")),
}
CHANGES = WHOLE | INSIDE | HARMLESS
#: Differs from another defect in nothing but the value: counted with it.
LIKE = {
    "blank": "empty",
    "deep array": "deep nesting",
    "a page": "another format",
    "binary": "another format",
    "surrogate": "Latin-1",
    "infinite": "NaN",
    "beyond a float": "NaN",
    "5,000 digits": "huge",
    "quoted text": "text",
    "true": "text",
    "foreign digits": "text",
    "formula": "unknown name",
    "path": "unknown name",
}


def no_file(path: Path) -> None:
    """Leave nothing there."""
    path.unlink(missing_ok=True)


def folder(path: Path) -> None:
    """Put a folder there."""
    path.unlink(missing_ok=True)
    path.mkdir()


def pipe(path: Path) -> None:
    """Put a pipe there that nobody writes into."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def round_link(path: Path) -> None:
    """Put a link there that leads to itself."""
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


def giant(path: Path) -> None:
    """Put a file of 2 GiB there that takes no place on the disk."""
    with path.open("r+b") as stream:
        stream.truncate(2 << 30)


#: What stands at the name is no file that can be read.
PLACES: dict[str, Callable[[Path], None]] = {
    "no file": no_file,
    "folder": folder,
    "pipe": pipe,
    "round link": round_link,
    "2 GiB": giant,
}
