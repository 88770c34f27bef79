"""Fetches the Debian programs that read our files, into a folder of the user's, without being root.

Prints what a shell needs to find them and, on stderr, one line that says which program is absent.
`make nightly` evaluates it; the tests skip what is not there.
"""

# ruff: noqa: T201 - what it prints is what it is for

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

#: What each package is there for: a program, or a module of Debian's own Python.
PROGRAMS = {
    "ibsim-utils": "ibsim",
    "infiniband-diags": "ibnetdiscover",
    "opensm": "opensm",
    "slurm-wlm": "slurmctld",
    "slurm-client": "scontrol",
    "python3-simgrid": "simgrid",
    "postgresql": "initdb",
    "redis-server": "redis-server",
}
MODULES = "usr/lib/python3/dist-packages"
ADMIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")
SECONDS = 300


def cache() -> Path:
    """Return the folder of unpacked packages, below the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "netfloor" / "debian"


def folders(root: Path) -> list[str]:
    """Return where unpacked programs lie."""
    postgres = (str(path) for path in sorted(root.glob("usr/lib/postgresql/*/bin")))
    return [*(str(root / name) for name in ("usr/bin", "usr/sbin", "bin", "sbin")), *postgres]


def libraries(root: Path) -> list[str]:
    """Return where unpacked libraries lie."""
    found = [path.parent for path in root.glob("**/*.so*") if path.parent.name != "umad2sim"]
    return sorted({str(folder) for folder in found})


def absent(root: Path) -> dict[str, str]:
    """Return the packages whose program or module is neither installed nor unpacked."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *ADMIN, *folders(root)])
    return {
        package: name
        for package, name in PROGRAMS.items()
        if not any(
            shutil.which(one, path=path) for one in (name, f"{name}-wlm")
        )  # Debian's own name for Slurm's
        and not any(any((base / MODULES).glob(f"{name}.*.so")) for base in (Path("/"), root))
    }


def packages(names: list[str]) -> list[str]:
    """Return packages and what they depend on, those that are installed left out."""
    words = ["apt-get", "install", "--simulate", "--yes", "--no-install-recommends", *names]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, timeout=SECONDS)  # noqa: S603 - fixed
    return [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("Inst ")]


def fetch(names: list[str], root: Path) -> None:
    """Download packages and unpack them below a folder."""
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root) as scratch:
        command = ["apt-get", "download", "--quiet=2", *packages(names)]
        subprocess.run(command, cwd=scratch, check=True, timeout=SECONDS, capture_output=True)  # noqa: S603 - fixed
        for archive in sorted(Path(scratch).glob("*.deb")):
            subprocess.run(["dpkg-deb", "--extract", archive, root], check=True, timeout=SECONDS)  # noqa: S603, S607 - fixed


def main() -> None:
    """Fetch what is absent, say what still is, print what a shell needs."""
    root, reason = cache(), ""
    if missing := absent(root):
        try:
            fetch(list(missing), root)
        except FileNotFoundError as failure:
            reason = f"{failure.filename} is not on this machine"
        except (OSError, subprocess.SubprocessError) as failure:
            reason = str(failure).splitlines()[0]
    if missing := absent(root):
        names = ", ".join(f"{name} ({package})" for package, name in missing.items())
        print(
            f"absent, their tests are skipped: {names}" + (f"; {reason}" if reason else ""), file=sys.stderr
        )
    for name, places in (("PATH", folders(root)), ("LD_LIBRARY_PATH", libraries(root))):
        value = os.pathsep.join(filter(None, (os.environ.get(name), *places)))
        print(f"export {name}={shlex.quote(value)}")


if __name__ == "__main__":
    main()
