"""``netfloor export`` and ``netfloor check routable`` from the command line."""

import csv
import io
import json
import os
import random
import re
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from defusedxml.ElementTree import fromstring

from netfloor import exit_codes
from netfloor.exchange.writers import EXPORTERS
from netfloor.foundation.files import FOLDER_MARK
from netfloor.plans.load import load_plan
from netfloor.topologies.files import parse_graph, write_topology

FORMS = sorted(EXPORTERS)


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("form", FORMS)
def test_a_folder_appears_and_nothing_else(cli: Any, plan: Path, here: Path, form: str) -> None:
    """The files that the answer names, and the mark by which netfloor knows its folders."""
    before = tree(here)
    ran = cli("export", plan, "--to", form, "--out", "there/out", "--json")
    assert ran.code == 0, ran.err
    answer = ran.json()
    after = tree(here)
    assert set(after) - set(before) == {f"there/out/{name}" for name in (*answer["files"], FOLDER_MARK)}
    assert {name: after[name] for name in before} == before
    assert (answer["schema"], answer["format"], answer["switches"]) == (1, form, 18)


@pytest.mark.parametrize("form", FORMS)
def test_the_same_plan_gives_the_same_bytes(cli: Any, plan: Path, here: Path, form: str) -> None:
    """No date, no path of this machine; a folder of ours is replaced."""
    folders = []
    for _ in range(2):
        assert cli("export", plan, "--to", form, "--out", "out").code == 0
        folders.append(tree(here / "out"))
    assert folders[0] == folders[1]
    assert not any(str(here).encode() in data for data in folders[0].values())


@pytest.mark.parametrize("form", ["graphml", "dot", "graph6", "edges"])
def test_graph_files_read_back_are_the_network(cli: Any, plan: Path, here: Path, form: str) -> None:
    """The graph of the plan, up to the losses that the format declares."""
    assert cli("export", plan, "--to", form, "--out", "out").code == 0
    (path,) = (p for p in (here / "out").iterdir() if p.name != FOLDER_MARK)
    topology = load_plan(plan).topology
    graph = parse_graph(path.read_text(), form)
    assert graph.links.tolist() == topology.links.tolist()
    assert path.read_text() == write_topology(topology, form)


def test_an_order_shows_in_the_labels(cli: Any, plan: Path, here: Path) -> None:
    """With a cost set labels know the part."""
    words = ("export", plan, "--to", "labels", "--out", "out", "--label-format", "{part}")
    assert cli(*words, "--catalogue", "slimfly-2014").code == 0
    rows = list(csv.DictReader(io.StringIO((here / "out/labels.csv").read_text())))
    assert all("cable" in row["Line1"] for row in rows)


REFUSED = {
    "unknown format": (("--to", "excel"), "known: netbox"),
    "chunks of labels": (("--to", "labels", "--chunk-rows", "5"), "--chunk-rows"),
    "labels of netbox": (("--to", "netbox", "--label-format", "x"), "--label-format"),
    "no such field": (("--to", "netbox", "--with", "colour=red"), "known: site"),
    "no pair": (("--to", "netbox", "--with", "site"), "NAME=VALUE"),
    "twice": (("--to", "netbox", "--with", "site=a", "--with", "site=b"), "twice"),
    "reach alone": (("--to", "labels", "--reach", "5"), "--catalogue"),
    "no such cost set": (("--to", "labels", "--catalogue", "none"), "none"),
    "bad label": (("--to", "labels", "--label-format", "{x.y}"), "--label-format"),
}


@pytest.mark.parametrize(("words", "told"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_option_writes_nothing(
    cli: Any, plan: Path, here: Path, words: tuple[str, ...], told: str
) -> None:
    """Exit code 3, one message that says what would be right."""
    ran = cli("export", plan, "--out", "out", *words)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert not (here / "out").exists()


def test_no_chunk_of_no_rows(cli: Any, plan: Path) -> None:
    """Wrong usage, as Typer says it."""
    ran = cli("export", plan, "--to", "netbox", "--out", "out", "--chunk-rows", "0")
    assert ran.code == exit_codes.WRONG_USAGE


def test_a_plan_that_is_not_what_it_claims_is_not_exported(cli: Any, plan: Path, here: Path) -> None:
    """Nobody labels cables by a plan that does not hold."""
    document = json.loads(plan.read_text())
    document["cables"]["length_mm"][0] += 1
    plan.write_text(json.dumps(document))
    assert cli("export", plan, "--to", "labels", "--out", "out").code == exit_codes.CHECK_FAILED
    assert not (here / "out").exists()


def test_a_foreign_folder_a_file_and_a_link_stay_as_they_are(cli: Any, plan: Path, here: Path) -> None:
    """Without --force netfloor replaces only what it wrote."""
    (here / "mine").mkdir()
    (here / "mine/notes.txt").write_text("keep me")
    (here / "file").write_text("keep me")
    (here / "link").symlink_to(here / "mine", target_is_directory=True)
    (here / "dangling").symlink_to(here / "nowhere")
    before = tree(here)
    for out in ("mine", "file", "link", "dangling"):
        ran = cli("export", plan, "--to", "labels", "--out", out)
        assert ran.code == exit_codes.INVALID_INPUT, out
    assert tree(here) == before


def injected_labels(seed: int) -> list[str]:
    """Return router names that try to end a record, a quote or a tag, each another one."""
    rng = random.Random(seed)  # noqa: S311 - names, not secrets
    ends = [
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
        "</node>",
        "]]>",
        "--",
        "#",
        "\x0b",
        "\0",
    ]
    bodies = [
        "SwitchName=evil Nodes=h",
        '[9]\t"S-0"[1]',
        "evil,1,2,3",
        "<link id='x'/>",
        "router 0 node 9",
        "=cmd|'/c calc'!A1",
        "@SUM(1)",
        "../../etc/passwd",
        "<script>",
        "- switch: evil",
        "; DROP",
        '"}, "x": {"',
    ]
    return [f"r{i}{rng.choice(ends)}{rng.choice(bodies)}{rng.choice(ends)}" for i in range(20)]


def records(form: str, folder: Path) -> Any:
    """Return how many records each file of an export has, by a reader of its kind."""
    counts = {}
    for path in sorted(folder.iterdir()):
        text = "" if path.suffix == ".xlsx" else path.read_text()
        if path.suffix == ".csv":
            counts[path.name] = [len(row) for row in csv.reader(io.StringIO(text, newline=""))]
        elif path.suffix in {".xml", ".graphml"}:
            counts[path.name] = sorted(e.tag for e in fromstring(text).iter())
        elif path.suffix == ".html":
            counts[path.name] = re.findall(r"<(\w+)", text)
        elif path.suffix in {".edges", ".dot"}:
            counts[path.name] = len(parse_graph(text, form).links)
        elif path.suffix == ".g6":
            counts[path.name] = text.count("\n")
    return counts


@pytest.mark.parametrize("seed", range(10))
def test_injections_through_router_names_add_no_record(cli: Any, here: Path, seed: int) -> None:
    """200 names: formats for machines refuse them, the others hold as many records as ever.

    GraphML can hold any name; what has control characters is refused before it is a plan.
    """

    def laid(name: str, labels: list[str]) -> bool:
        nodes = "".join(f"<node id={quoteattr(label)}><data key='e'>1</data></node>" for label in labels)
        edges = "".join(
            f"<edge source={quoteattr(labels[u])} target={quoteattr(labels[v])}/>"
            for u, v in zip(range(20), [*range(1, 20), 0], strict=True)
        )
        key = "<key id='e' for='node' attr.name='endpoints' attr.type='int'/>"
        space = "xmlns='http://graphml.graphdrawing.org/xmlns'"
        text = f"<graphml {space}>{key}<graph edgedefault='undirected'>{nodes}{edges}</graph></graphml>"
        (here / f"{name}.graphml").write_text(text, encoding="utf-8", newline="")
        ran = cli(
            "layout", f"file:{name}.graphml", "--iterations", "10", "--out", f"{name}.json", "--quiet"
        )
        assert ran.code in {exit_codes.DONE, exit_codes.INVALID_INPUT}, ran.err
        return bool(ran.code == exit_codes.DONE)

    labels = injected_labels(seed)
    if not laid("evil", labels):
        clean = ["".join(c for c in label if c.isprintable()) for label in labels]
        assert laid("evil", clean)
    assert laid("good", [f"r{i}" for i in range(20)])
    before, written = set(tree(here)), set()
    for form in FORMS:
        ran = cli("export", "evil.json", "--to", form, "--out", f"evil-{form}", "--quiet")
        assert ran.code in {exit_codes.DONE, exit_codes.INVALID_INPUT}, ran.err
        if ran.code == exit_codes.INVALID_INPUT:
            assert not (here / f"evil-{form}").exists()
            continue
        written.add(form)
        assert cli("export", "good.json", "--to", form, "--out", f"good-{form}", "--quiet").code == 0
        assert records(form, here / f"evil-{form}") == records(form, here / f"good-{form}")
    assert {"labels", "pull-sheets", "graphml", "graph6"} <= written
    assert written <= {"labels", "pull-sheets", "graphml", "graph6", "dot", "edges"}
    new = {Path(name).parts[0] for name in set(tree(here)) - before}
    assert new <= {f"{kind}-{form}" for kind in ("evil", "good") for form in FORMS}


@pytest.mark.parametrize("program", ["ibsim", "opensm"])
def test_a_missing_program_ends_the_check_with_one_line(
    cli: Any, plan: Path, here: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """Exit code 5 names it."""
    for name in {"ibsim", "opensm"} - {program}:
        (here / name).write_text("#!/bin/sh\n")
        (here / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(here))
    monkeypatch.setattr("netfloor.exchange.opensm.programs._ADMIN", ())
    ran = cli("check", "routable", plan)
    assert (ran.code, ran.out) == (exit_codes.UNPLANNED_STOP, "")
    assert f"{program} is not installed" in ran.err
    assert ran.err.count("\n") == 1


def fake_programs(folder: Path, opensm: str) -> None:
    """Put an ibsim that is ready at once and an opensm of the given script on a path."""
    (folder / "bin").mkdir()
    (folder / "lib/umad2sim").mkdir(parents=True)
    (folder / "lib/umad2sim/libumad2sim.so").write_bytes(b"")
    scripts = {"ibsim": "echo Network simulator ready.\nexec sleep 60", "opensm": opensm}
    for name, script in scripts.items():
        path = folder / "bin" / name
        path.write_text(f"#!/bin/sh\necho $$ > {folder}/{name}.pid\n{script}\n")
        path.chmod(0o755)


STOPS = {
    "an engine that gives up": (
        "echo '[X] 0x01 -> ucast: ERR 1: no way' > opensm.log\n"
        "echo 'No routing engine able to' >> opensm.log\nexec sleep 60",
        exit_codes.CHECK_FAILED,
        "ERR 1: no way",
    ),
    "an opensm that dies": ("echo broken; exit 3", exit_codes.UNPLANNED_STOP, "broken"),
    "an opensm that hangs": ("exec sleep 60", exit_codes.UNPLANNED_STOP, "--seconds"),
}


@pytest.mark.parametrize(("script", "code", "told"), STOPS.values(), ids=STOPS)
def test_programs_that_fail_are_ended_and_reported(
    cli: Any, plan: Path, here: Path, monkeypatch: pytest.MonkeyPatch, script: str, code: int, told: str
) -> None:
    """One verdict or one line, and no process is left."""
    fake_programs(here, script)
    monkeypatch.setenv("PATH", f"{here}/bin{os.pathsep}{os.environ['PATH']}")
    ran = cli("check", "routable", plan, "--seconds", "1.5")
    assert ran.code == code, ran.err
    assert told in ran.out + ran.err
    for name in ("ibsim", "opensm"):
        with pytest.raises(ProcessLookupError):
            os.kill(int((here / f"{name}.pid").read_text()), 0)


def test_an_engine_that_is_none_is_refused(cli: Any, plan: Path) -> None:
    """Before any program is looked for."""
    ran = cli("check", "routable", plan, "--engine", "minhop")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "dfsssp" in ran.err


def test_more_lanes_than_the_simulator_has_are_refused(cli: Any, plan: Path) -> None:
    """OpenSM stops counting at ibsim's eight: whether nine would do is not known."""
    ran = cli("check", "routable", plan, "--lanes", "9")
    assert ran.code == exit_codes.WRONG_USAGE
    assert "8" in ran.err
