"""The real NetBox takes a plan by its import forms, and what it exports again is the same plan.

Needs a Python that has NetBox (``pip install netbox``, Python 3.12 or later), named by ``NETFLOOR_NETBOX``,
and PostgreSQL and Redis, which are started here on the loopback with a database of their own.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.orders import orders_of_parts, with_orders
from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import Fabric
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.plan_fabric import fabric_of_plan

pytestmark = pytest.mark.nightly

NETBOX = "NETFLOOR_NETBOX"
DRIVER = Path(__file__).with_name("netbox_driver.py")
ROOT = Path(__file__).parents[2]
PATIENCE_S = 1500
#: What NetBox asks of its settings; the driver's variables name the ports.
SETTINGS = """
import os
ALLOWED_HOSTS = ["*"]
SECRET_KEY = "x" * 50
DATABASES = {"default": {
    "ENGINE": "django.db.backends.postgresql", "NAME": os.environ["NETBOX_DATABASE"], "USER": "netbox",
    "SERVER": "127.0.0.1", "PORT": os.environ["NETBOX_POSTGRES"]}}
redis = {"SERVER": "127.0.0.1", "PORT": int(os.environ["NETBOX_REDIS"]), "SSL": False}
REDIS = {"tasks": {**redis, "DATABASE": 0}, "caching": {**redis, "DATABASE": 1}}
"""
#: Ten switches with four servers each, in the example hall, ordered by an example catalogue.
PLAN = """
schema = 1
room = "{room}"
catalogue = "{catalogue}"
aisle_m = 1.1
[network]
spec = "random:10,3"
endpoints = 4
gbps = {gbps}
[servers]
rule = "same-cabinet"
per_cabinet = 20
[layout]
iterations = 2000
seed = 1
[parts]
criterion = "price"
"""


def found(name: str) -> str:
    """Return the path of a program, Debian's folders of PostgreSQL too; or skip."""
    folders = [str(path) for path in Path("/usr/lib/postgresql").glob("*/bin")]
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders, "/usr/sbin"])
    program = shutil.which(name, path=path)
    if program is None:
        pytest.skip(f"{name} is not installed")
    return program


def free_port() -> int:
    """Return a port of the loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(stack: ExitStack, words: list[str], folder: Path, user: str | None = None) -> None:
    """Run a server until the end of the session."""
    log = stack.enter_context((folder / f"{Path(words[0]).name}.log").open("w"))
    server = subprocess.Popen(words, cwd=folder, stdout=log, stderr=log, user=user)  # noqa: S603 - found by name
    stack.callback(server.wait, 60)
    stack.callback(server.terminate)


@pytest.fixture(scope="session")
def netbox() -> Iterator[Any]:
    """Return how to run the driver in a NetBox of its own, with an empty database; or skip."""
    python = os.environ.get(NETBOX)
    if not python:
        pytest.skip(f"{NETBOX} names no Python that has NetBox (pip install netbox, Python 3.12 or later)")
    initdb, postgres, redis = (found(name) for name in ("initdb", "postgres", "redis-server"))
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
    stack = ExitStack()
    # pytest takes other users' rights from its own folder whenever it starts
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="netfloor-netbox-")))
    folder.chmod(0o711)
    (folder / "database").mkdir()
    if user:
        shutil.chown(folder / "database", user)
    (folder / "netbox_driver_configuration.py").write_text(SETTINGS)
    shutil.copy(DRIVER, folder)
    ports = {"NETBOX_POSTGRES": str(free_port()), "NETBOX_REDIS": str(free_port())}
    settings = {**os.environ, **ports, "PYTHONPATH": str(folder)}

    def run(database: str, *words: str) -> str:
        ran = subprocess.run(  # noqa: S603 - a Python that the user names
            [python, str(folder / DRIVER.name), *words],
            cwd=folder,
            env={**settings, "NETBOX_DATABASE": database},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    with stack:
        words = [initdb, "-D", "database", "-U", "netbox", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(words, cwd=folder, user=user, check=True, capture_output=True, timeout=PATIENCE_S)  # noqa: S603 - found by name
        serve(
            stack,
            [postgres, "-D", "database", "-p", ports["NETBOX_POSTGRES"], "-h", "127.0.0.1", "-k", "", "-F"],
            folder,
            user,
        )
        serve(
            stack,
            [redis, "--port", ports["NETBOX_REDIS"], "--bind", "127.0.0.1", "--save", ""],
            folder,
        )
        for port in ports.values():
            _wait_for(int(port))
        run("netbox", "migrate")
        yield run


def _wait_for(port: int) -> None:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nobody listens at port {port}")


def netfloor(*words: object, folder: Path) -> str:
    """Run a command in a process of its own; return what it prints."""
    ran = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-m", "netfloor", *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return ran.stdout


def cables(fabric: Fabric) -> list[tuple[Any, ...]]:
    """Return every cable by devices and ports, the length bought, rounded up to cm, and its rate."""
    rows = []
    for cable in fabric.cables:
        ends = sorted((fabric.devices[end.device].name, end.port) for end in cable.ends)
        bought = cable.bought_mm
        rows.append((*ends, None if bought is None else -(-bought // 10) * 10, cable.gbps))
    return sorted(rows)


def places(fabric: Fabric) -> set[tuple[Any, ...]]:
    """Return what stands where."""
    return {
        (device.name, device.kind, fabric.cabinet_name(index), device.unit)
        for index, device in enumerate(fabric.devices)
    }


@pytest.mark.parametrize(
    ("catalogue", "gbps", "words"),
    [("parts_200g", 200, ()), ("parts_400g", 400, ("--with", "cables=piece"))],
)
def test_netbox_takes_a_plan_and_gives_it_back(
    netbox: Any, tmp_path: Path, catalogue: str, gbps: int, words: tuple[str, ...]
) -> None:
    """No row is refused; the export again has the same devices, places, ports, lengths and rates."""
    examples = ROOT / "examples"
    text = PLAN.format(
        room=examples / "hall/room.toml", catalogue=examples / f"catalogue/{catalogue}.toml", gbps=gbps
    )
    (tmp_path / "plan.toml").write_text(text)
    netfloor("plan", "plan.toml", "--out", "made", "--date", "2026-01-01", folder=tmp_path)
    netfloor("export", "made/plan.json", "--to", "netbox", "--out", "files", *words, folder=tmp_path)
    answers = json.loads(netbox(catalogue, "import", str(tmp_path / "files"), str(tmp_path / "lists")))
    assert {answer["file"]: answer["errors"] for answer in answers if answer["status"] != 302} == {}
    assert len(answers) == 10
    netfloor(
        *("import", "lists/all-data", "--from", "netbox", "--room", "made/room.toml", "-o", "back.json"),
        folder=tmp_path,
    )
    changes = json.loads(netfloor("diff", "made/plan.json", "back.json", "--json", folder=tmp_path))
    assert changes["equal"], changes["counts"]
    plan = load_plan(tmp_path / "made/plan.json")
    parts = parts_list(plan)
    ours = with_orders(fabric_of_plan(plan), orders_of_parts(parts))
    theirs = READERS["netbox"].read(tmp_path / "lists/all-data", {})
    assert places(theirs) == places(ours)
    assert cables(theirs) == cables(ours)
