"""What can be wrong with a file of any format: refused with file and line, or read as if nothing was."""

import gzip

import pytest
from small_files import GOOD, Bad, check_refused

from netfloor.exchange.readers import READERS
from netfloor.foundation.errors import InputError

TEXTS = [form for form in GOOD if form != "netbox"]


def changed(form, change):
    """Return the good file of a format with its bytes changed; of NetBox, its cables."""
    name, content = GOOD[form]
    if isinstance(content, dict):
        return name, {**content, "cables.csv": change(content["cables.csv"].encode())}
    return name, change(content.encode())


SPOILT = {
    "UTF-16": (lambda data: data.decode().encode("utf-16"), "is not UTF-8 text", True),
    "Latin-1": (lambda data: data + "Zürich ü\n".encode("latin-1"), "is not UTF-8 text", True),
    "NUL": (lambda data: data + b"\0\n", "NUL", True),
    "empty": (lambda _: b"", "is empty", False),
    "blank": (lambda _: b" \n\t\n", "is empty", False),
    "gzip": (gzip.compress, "is not UTF-8 text", True),
    "endless line": (lambda data: data + b"x" * 20_000 + b"\n", "characters", True),
}
#: What tables say of bytes that are no text; UTF-16 and Windows-1252 they read.
OF_TABLES = {
    "gzip": ("is neither UTF-8 nor UTF-16 nor Windows-1252", False),
    "UTF-16": None,
    "Latin-1": None,
}
TABLES = {"edges", "opa", "cvt", "p2p"}
EVERYWHERE = [
    Bad(
        form,
        *changed(form, change),
        *(OF_TABLES.get(name, (says, line)) if form in TABLES else (says, line)),
    )
    for form in GOOD
    for name, (change, says, line) in SPOILT.items()
    if form not in TABLES or OF_TABLES.get(name, True)
]


@pytest.mark.parametrize("bad", EVERYWHERE, ids=str)
def test_a_bad_file_is_refused_by_its_line(read, bad, tmp_path):
    """One sentence that names the file, the line where there is one, and what is wrong."""
    check_refused(read, bad, tmp_path)


@pytest.mark.parametrize("form", GOOD)
def test_the_good_files_are_good(read, form):
    """What is spoilt above was readable before."""
    name, content = GOOD[form]
    assert len(read(form, content, name).cables) == (2 if form == "ibnetdiscover" else 1)


@pytest.mark.parametrize("form", READERS)
def test_what_is_no_file_is_refused(form, tmp_path):
    """Neither there nor readable nor of the right kind."""
    paths = [tmp_path / "absent"] if form == "netbox" else [tmp_path / "absent", tmp_path]
    for path in paths:
        with pytest.raises(InputError):
            READERS[form].read(path, {})


@pytest.mark.parametrize("form", GOOD)
@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_byte_order_marks_and_line_ends_change_nothing(read, links, form, ending):
    """A file that went through a spreadsheet or an editor says the same."""
    name, content = GOOD[form]

    def other(text):
        return "\ufeff" + text.replace("\n", ending)

    spelled = {k: other(v) for k, v in content.items()} if isinstance(content, dict) else other(content)
    assert links(read(form, spelled, f"other-{name}")) == links(read(form, content, name))


@pytest.mark.parametrize("form", TEXTS)
def test_a_file_cut_anywhere_is_read_or_refused(read, form):
    """Never anything but a fabric or an InputError."""
    name, content = GOOD[form]
    for end in range(1, len(content), 3):
        try:
            read(form, content[:end], name)
        except InputError:
            continue
