"""Runs in a Python that has NetBox: posts files to its import forms, and exports its lists.

``python netbox_driver.py migrate`` makes the tables of an empty database; ``import FOLDER OUT`` posts
the numbered files of a folder as its forms take them, in their order, and writes the lists' "All data" and
"Current view" into another folder. Standard output is one JSON document: what each form answered.
PostgreSQL and Redis are on the loopback, at the ports ``NETBOX_POSTGRES`` and ``NETBOX_REDIS``; ``migrate``
makes the database netbox, each import one of its own, ``NETBOX_DATABASE``, of that one.
"""

import html
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

#: Where each file goes, by the words of its name behind the number, and the path of that list.
LISTS = {
    "sites": "sites",
    "manufacturers": "manufacturers",
    "device-types": "device-types",
    "device-roles": "device-roles",
    "rack-groups": "rack-groups",
    "racks": "racks",
    "devices": "devices",
    "interfaces": "interfaces",
    "front-ports": "front-ports",
    "rear-ports": "rear-ports",
    "cable-bundles": "cable-bundles",
    "cables": "cables",
}
EXPORTED = ("devices", "racks", "interfaces", "cables")


def make_database(template: str) -> None:
    """Make the database of this run."""
    import psycopg  # noqa: PLC0415 - only NetBox's Python has it

    port = os.environ["NETBOX_POSTGRES"]
    place = f"host=127.0.0.1 port={port} user=netbox dbname=postgres"
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{os.environ["NETBOX_DATABASE"]}" TEMPLATE {template}')


def start() -> None:
    """Set Django up with NetBox's settings."""
    os.environ.setdefault("NETBOX_CONFIGURATION", "netbox_driver_configuration")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "netbox.settings")
    import django  # noqa: PLC0415

    django.setup()


def browser() -> Any:
    """Return a client that is logged in."""
    from django.contrib.auth import get_user_model  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    users = get_user_model()
    user = users.objects.filter(username="admin").first() or users.objects.create_superuser("admin")
    client = Client()
    client.force_login(user)
    return client


def post(client: Any, file: Path) -> dict[str, Any]:
    """Return what the form of a file answers, the errors as it shows them."""
    name = re.sub(r"^[0-9]+-", "", file.name.split(".")[0])
    kind = next(kind for kind in sorted(LISTS, key=len, reverse=True) if name.startswith(kind))
    data = {
        "import_method": "direct",
        "format": "auto",
        "csv_delimiter": "auto",
        "data": file.read_text(),
    }
    begin = time.monotonic()
    answer = client.post(f"/dcim/{LISTS[kind]}/import/", data)
    seconds = time.monotonic() - begin
    text = answer.content.decode()
    errors = [
        re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", found))).strip()
        for found in re.findall(r"Record \d+[^<]*|errorlist[^>]*>.*?</ul", text, re.DOTALL)
    ]
    return {"file": file.name, "status": answer.status_code, "seconds": seconds, "errors": errors}


def export(client: Any, out: Path) -> None:
    """Write each list as the button Export does: "All data", and the "Current view" of a new user."""
    for name in EXPORTED:
        for folder, words in ((out / "all-data", "export"), (out / "current-view", "export=table")):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"netbox_{name}.csv").write_bytes(client.get(f"/dcim/{name}/?{words}").getvalue())


def main() -> None:
    """Do what the words ask for."""
    make_database("netbox" if sys.argv[1] == "import" else "template0")
    start()
    if sys.argv[1] == "migrate":
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0, interactive=False)
        return
    folder, out = Path(sys.argv[2]), Path(sys.argv[3])
    client = browser()
    answers = []
    for file in sorted(path for path in folder.iterdir() if path.name[0].isdigit()):
        answers.append(post(client, file))
        if answers[-1]["status"] != 302:
            break
    export(client, out)
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
