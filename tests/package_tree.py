"""Lays the packages out as the wheel does, as links: for tools that read files instead of importing.

The folders of the repository are packages below ``netfloor`` (the wheel's table of sources in
pyproject.toml). mypy, import-linter and editors find them in the tree that this writes.
"""

import os
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def folders() -> dict[str, str]:
    """Return folder of the repository -> folder below site-packages, as the wheel has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    return {folder: wheel["sources"].get(folder, folder) for folder in wheel["only-include"]}


def lay_out(tree: Path) -> int:
    """Return the number of files linked into a tree, which is made anew."""
    shutil.rmtree(tree, ignore_errors=True)
    count = 0
    for folder, package in folders().items():
        for source in sorted((ROOT / folder).rglob("*")):
            if source.is_dir() or "__pycache__" in source.parts:
                continue
            link = tree / package / source.relative_to(ROOT / folder)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(os.path.relpath(source, link.parent))
            count += 1
    return count


if __name__ == "__main__":
    sys.stdout.write(f"{lay_out(Path(sys.argv[1]))} files\n")
