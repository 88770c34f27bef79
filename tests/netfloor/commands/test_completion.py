"""What a shell is offered while a command line is typed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("layout slim", {"slimfly:"}),
        ("topology show sto", {"stored.json"}),
        ("cost plan.json --catalogue per", {"perseus-2011"}),
        ("cost plan.json --power-set cha", {"chaix-2014"}),
        ("export plan.json --to net", {"netbox"}),
        ("import fabric --from ibnet", {"ibnetdiscover"}),
        ("layout slimfly:5 --placer ann", {"anneal"}),
        ("init own", {"ownership"}),
        ("topology export x --to graphm", {"graphml"}),
    ],
)
def test_names_and_files_are_offered(words: str, offered: set[str], tmp_path: Path) -> None:
    """As bash asks for them."""
    (tmp_path / "stored.json").write_text("{}")
    asked: dict[str, Any] = {
        "COMP_WORDS": f"netfloor {words}",
        "COMP_CWORD": str(len(words.split())),
        "_NETFLOOR_COMPLETE": "complete_bash",
    }
    command = [sys.executable, "-c", "from netfloor.__main__ import main; main()"]
    found = subprocess.run(  # noqa: S603 - our own command
        command, env=os.environ | asked, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert set(found.stdout.split()) == offered, found.stderr
