"""Names that would leave the output folder, end a record or a quote; links where an output should be.

Router names: 200 injections over every export format stand in `tests/exchange/test_export.py`.
"""

import csv
import io
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import openpyxl
import pytest
from good_files import GRAPHS, ROOT

TRAVERSALS = (
    *("..", "../x", "../../etc/passwd", "/etc/passwd", "/tmp/netfloor-x", "//host/share", "~/x", "~root/x"),  # noqa: S108 - names
    *("a/../../x", "./../x", "..\\x", "..\\..\\windows\\win.ini", "C:\\x", "C:x", "\\\\host\\share"),
    *("%2e%2e%2fx", "..%2fx", "..;/x", "....//x", ".", "plans/../../x", "file:///etc/passwd", "x/../../y"),
    *("CON", "NUL.txt"),
)
LINKED = {
    "a plan": "layout slimfly:3 --iterations 10 --quiet --out link",
    "a folder": "export plan.json --to labels --quiet --out link",
    "a graph": "topology export slimfly:3 --to edges --out link",
    "a workbook": "bom plan.json --catalogue catalogue.toml --quiet --xlsx link",
    "results": "whatif plan.json --set inside=4 --quiet --results link",
}


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder; what is no file by its name alone."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def test_there_are_25() -> None:
    """No name twice."""
    assert len(set(TRAVERSALS)) == 25


def labelled(names: tuple[str, ...]) -> str:
    """Return a ring of routers with these names and a server each."""
    nodes = "".join(f"<node id={quoteattr(name)}><data key='endpoints'>1</data></node>" for name in names)
    edges = "".join(
        f"<edge source={quoteattr(one)} target={quoteattr(other)}/>"
        for one, other in zip(names, [*names[1:], names[0]], strict=True)
    )
    key = "<key id='endpoints' for='node' attr.name='endpoints' attr.type='int'/>"
    space = "xmlns='http://graphml.graphdrawing.org/xmlns'"
    return f"<graphml {space}>{key}<graph edgedefault='undirected'>{nodes}{edges}</graph></graphml>"


FORMS = ("netbox", "cvt", "labels", "pull-sheets", "slurm", "ibsim", "simgrid", "booksim", "sst", "graphml")


@pytest.mark.parametrize("form", FORMS)
def test_router_and_cabinet_names_stay_in_the_folder(cli: Any, here: Path, form: str) -> None:
    """Routers and the cabinets that they stand in are called so; only the output folder is new."""
    work = here / "a" / "b"
    work.mkdir(parents=True)
    (work / "x.graphml").write_text(labelled(TRAVERSALS))
    rows = "".join(
        f"[[row]]\nname = {json.dumps(name)}\nstart_m = [2, {2 + 3 * i}]\ncount = 1\npitch_m = 0.6\n"
        'depth_m = 1.2\nfront = "left"\n'
        for i, name in enumerate(TRAVERSALS)
    )
    hall = "[hall]\noutline_m = [[0, 0], [12, 0], [12, 90], [0, 90]]\n[cable]\nslack_per_end_m = 0.3\n"
    (work / "hall.toml").write_text(hall + rows)
    words = f"layout file:{work}/x.graphml --iterations 10 --quiet --out {work}/plan.json"
    if cli(*words.split(), "--room", work / "hall.toml").code:  # such rows are refused: the routers alone
        assert cli(*words.split()).code == 0
    before = tree(here)
    ran = cli("export", work / "plan.json", "--to", form, "--out", work / "out", "--quiet")
    assert ran.code in {0, 3}, ran.err
    new = {name for name in tree(here) if name not in before}
    assert bool(new) == (ran.code == 0)
    assert all(name == "a/b/out" or name.startswith("a/b/out/") for name in new)
    assert {name: data for name, data in tree(here).items() if name in before} == before


def test_names_of_a_study_stay_in_the_folder(cli: Any, here: Path) -> None:
    """Classes are called so, and the networks of a study name its plan files."""
    work = here / "a" / "b"
    work.mkdir(parents=True)
    for i, name in enumerate(("..edges.edges", "-x.edges", "a b.edges", "x\u2024\u2024.edges")):
        (work / name).write_text("".join(f"{u} {u + 1}\n" for u in range(3 + i)))
    specs = [f"file:{path}" for path in sorted(work.glob("*.edges"))]
    specs += [f"complete:{n}" for n in range(3, 3 + 25 - len(specs))]
    classes = "".join(
        f"[[classes]]\nname = {json.dumps(name)}\nnetworks = [{json.dumps(spec)}]\n"
        for name, spec in zip(TRAVERSALS, specs, strict=True)
    )
    text = (
        "[solver]\niterations = 10\nchains = 1\n[models]\nbisection_seeds = 1\nsweep_ns = [0]\n"
        "[baselines]\nkinds = []\nunplaced = 1\nplaced = 0\n"
    )
    (work / "study.toml").write_text(f"title = {json.dumps(TRAVERSALS[2])}\n{text}{classes}")
    before = set(tree(here))
    ran = cli(*f"compare {work}/study.toml --out {work}/out --workers 1 --quiet".split(), seconds=60)
    assert ran.code == 0, ran.err
    new = set(tree(here)) - before
    assert all(name == "a/b/out" or name.startswith("a/b/out/") for name in new)
    assert len([name for name in new if name.endswith(".json") and "/plans/" in name]) == 25


@pytest.mark.parametrize("kind", LINKED)
def test_nothing_is_written_through_a_link(cli: Any, good: Any, here: Path, kind: str) -> None:
    """Code 3; the link and what it leads to are as they were."""
    good(GRAPHS[0])
    (here / "mine").mkdir()
    (here / "mine/notes").write_text("keep")
    (here / "link").symlink_to("mine" if kind == "a folder" else "mine/notes")
    before = tree(here)
    ran = cli(*LINKED[kind].split(), seconds=60)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert "symbolic link" in ran.err
    assert tree(here) == before
    assert (here / "link").is_symlink()


ENDS = (
    "\n",
    "\r\n",
    "\r",
    "\u2028",
    "\u0085",
    "\t",
    '"',
    "'",
    "\\",
    '\\"',
    "</td>",
    "]]>",
    "--",
    ",",
    ";",
    "\x0b",
)
BODIES = (
    *(
        "SwitchName=evil",
        "evil,1,2,3",
        "<script>alert(1)</script>",
        "=cmd|'/c calc'!A1",
        "@SUM(1)",
        "+1",
        "-1",
    ),
    *("../../etc/passwd", '"}, "x": {"', "<link id='x'/>", "{{7*7}}", "${x}"),
)


def injected(seed: int) -> list[str]:
    """Return texts that try to end a record, a quote or a tag."""
    dice = random.Random(seed)  # noqa: S311 - names, not secrets
    return [f"p{i}{dice.choice(ENDS)}{dice.choice(BODIES)}{dice.choice(ENDS)}q" for i in range(4)]


def shape(folder: Path) -> dict[str, Any]:
    """Return the records of each file, by a reader of its kind, whatever stands in them."""
    found: dict[str, Any] = {}
    for path in folder.iterdir():
        if path.suffix == ".xlsx":
            book = openpyxl.load_workbook(path)
            cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
            assert not [cell for cell in cells if cell.data_type == "f"]
            found[path.name] = [(sheet.max_row, sheet.max_column) for sheet in book]
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".csv":
            rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            found[path.name] = [len(row) for row in rows]
            assert len(text.splitlines()) == len(rows) or any("\n" in cell for row in rows for cell in row)
        elif path.suffix == ".html":
            found[path.name] = Counter(re.findall(r"<(\w+)", text))
    return found


@pytest.mark.parametrize("seed", range(50))
def test_injections_through_parts_and_sites_add_no_record(
    cli: Any, good: Any, here: Path, seed: int
) -> None:
    """200 texts: names of both parts, of the set and of the site, in all formats that show them."""
    good(GRAPHS[0])
    electrical, optical, title, site = injected(seed)
    text = (ROOT / "costmodels/data/cost/slimfly-2014.toml").read_text()
    first = text.index('part = "electrical cable')
    for place, part in ((text.index('part = "optical cable'), optical), (first, electrical)):
        end = text.index("\n", place)
        text = f"{text[:place]}part = {json.dumps(part)}{text[end:]}"
    text = re.sub(r"title = .*", lambda _: f"title = {json.dumps(title)}", text)
    (here / "evil.toml").write_text(text)
    form = ("labels", "pull-sheets", "netbox", "cvt", "labels")[seed % 5]
    more = ["--with", f"site={site}"] if form == "netbox" else []
    if form == "labels":
        more = ["--label-format", "{part} {id}"]
    before = set(tree(here))
    export = ("export", "plan.json", "--to", form, "--quiet")
    ran = cli(*export, "--out", "evil", "--catalogue", "evil.toml", *more)
    assert ran.code in {0, 3}, ran.err
    if ran.code == 3:
        assert ran.err.count("\n") == 1
        assert set(tree(here)) == before
        return
    more = ["--with", "site=X"] if form == "netbox" else more
    assert cli(*export, "--out", "good", "--catalogue", "slimfly-2014", *more).code == 0
    assert shape(here / "evil") == shape(here / "good")
