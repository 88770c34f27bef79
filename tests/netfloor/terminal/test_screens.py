"""What each command shows on a terminal of 80 columns."""

import fcntl
import os
import pty
import struct
import sys
import termios
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from rich.cells import cell_len

from netfloor.command_line import run
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.place import LayoutRequest, run_layout

ROOT = Path(__file__).parents[3]
COLUMNS = 80
PARTS = "examples/catalogue/parts_200g.toml"
Show = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    """Run a command line in this process at a pseudo terminal; return its code and the lines shown.

    The terminal is a dumb one: what is shown are lines, without bars and colour.
    """
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.delenv("COLUMNS", raising=False)
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    screen = os.fdopen(follower, "w", encoding="utf-8", buffering=1)

    def call(*words: object) -> tuple[int, list[str]]:
        shown: list[bytes] = []

        def read() -> None:
            while not (shown and shown[-1].endswith(b"\x04")):
                shown.append(os.read(leader, 1 << 16))

        reader = threading.Thread(target=read)
        reader.start()
        monkeypatch.setattr(sys, "argv", ["netfloor", *map(str, words)])
        try:
            with monkeypatch.context() as patch:
                for name in ("stdout", "stderr", "__stdout__"):
                    patch.setattr(sys, name, screen)
                with pytest.raises(SystemExit) as ended:
                    run()
        finally:
            screen.write("\x04")
            screen.flush()
            reader.join()
        return int(ended.value.code or 0), b"".join(shown).decode()[:-1].splitlines()

    yield call
    screen.close()
    os.close(leader)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, plans: Mapping[str, str]) -> Path:
    """Return a folder with the examples and three plans, one of a rate that is sold."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "examples").symlink_to(ROOT / "examples")
    for name in ("slimfly", "random"):
        (folder / f"{name}.json").write_text(plans[name])
    sold = LayoutRequest("slimfly:3", None, folder / "sold.json", "anneal", 2000, None, 1, 0, 1, 2, 200.0)
    run_layout(sold, SILENT, Interrupt(), force=False)
    return folder


LINES = (
    "topology list",
    "topology show slimfly:3 --bisection",
    "topology compare slimfly:3 dragonfly:a=4,p=2,h=2,g=9 --bisection",
    "topology failures slimfly:3 --max-trials 10 --proportions 0.1,0.2",
    "topology feasible --family lps --max-routers 700",
    "design --endpoints 60 --ports 12 --family slimfly --family dragonfly",
    f"design --endpoints 60 --ports 12 --family slimfly --room grid:6x8 --catalogue {PARTS}",
    "circulant search --routers 16 --radix 4",
    "circulant product --routers 16 --radix 4",
    "room show examples/hall/room.toml",
    "room check examples/hall/room.toml --aisle 1.5",
    "layout slimfly:3 --room grid:4x5 --endpoints 2 --iterations 2000 --out placed.json",
    "layout slimfly:3 --iterations 2000 --pareto length,latency --points 2 --switch-ns 0 --out front",
    "verify slimfly.json",
    "cost slimfly.json",
    "power slimfly.json --bisection",
    "latency slimfly.json --switch-ns 0 --switch-ns 100",
    f"bom slimfly.json --catalogue {PARTS}",
    f"bom sold.json --catalogue {PARTS} --network-only --max-skus 4",
    "explain slimfly.json C000005",
    "diff slimfly.json random.json",
    "whatif slimfly.json --sweep row-pitch=1.2,1.6 --set electricity=0.2 --catalogue slimfly-2014",
    "grow slimfly.json slimfly:4 --room grid:6x6 --iterations 2000 --out grown.json",
    "compare slimfly.json random.json --catalogue slimfly-2014",
    "plan examples/hall/plan.toml --dry-run",
    "init example",
    f"catalogue show {PARTS}",
    f"catalogue check {PARTS} --for slimfly:9",
    "import examples/fabric/fabric.dump --from ibnetdiscover --locations examples/fabric/places.csv",
    "export slimfly.json --to netbox --out netbox",
    "papers slimfly.json --out papers --only switches --only ports",
    "partition bound --torus 5x3 --size 5",
    "partition policy examples/machines/juqueen.toml --against examples/machines/juqueen-54.toml",
    "partition place slimfly.json --size 6",
    "qap examples/qap/grid9.dat",
)


@pytest.mark.parametrize("line", LINES)
def test_no_line_is_wider_than_the_terminal(
    line: str, show: Show, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables, texts and notes of every command: what does not fit goes on below, nothing is cut."""
    monkeypatch.chdir(desk)
    _, lines = show(*line.split())
    assert lines
    assert not [one for one in lines if cell_len(one) > COLUMNS]


def test_the_answer_stands_before_the_notes(
    show: Show, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at the first line sees what was asked for."""
    monkeypatch.chdir(desk)
    _, lines = show(
        "whatif",
        "slimfly.json",
        "--sweep",
        "reach=5,7",
        "--set",
        "electricity=0.2",
        "--catalogue",
        "slimfly-2014",
    )
    notes = [number for number, one in enumerate(lines) if one.startswith("note:")]
    table = next(number for number, one in enumerate(lines) if one.startswith("as planned"))
    assert notes
    assert table < notes[0]
