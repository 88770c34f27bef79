"""Fetches the Debian programs that read our files, into a folder of the user's, without being root.

Prints the folders to put on ``PATH`` and, on stderr, one line that says which program is absent.
`make nightly` calls it; its tests skip what is not there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

#: What each package is there for.
PROGRAMS = {
    "ibsim-utils": "ibsim",
    "infiniband-diags": "ibnetdiscover",
    "opensm": "opensm",
    "slurm-wlm": "slurmctld",
    "slurm-client": "scontrol",
}
ADMIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")
SECONDS = 300


def cache() -> Path:
    """Return the folder of unpacked packages, below the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "netfloor" / "debian"


def folders(root: Path) -> list[str]:
    """Return where unpacked programs lie."""
    return [str(root / name) for name in ("usr/bin", "usr/sbin", "bin", "sbin")]


def absent(root: Path) -> dict[str, str]:
    """Return the packages whose program is neither installed nor unpacked."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *ADMIN, *folders(root)])
    return {package: name for package, name in PROGRAMS.items() if shutil.which(name, path=path) is None}


def packages(names: list[str]) -> list[str]:
    """Return packages and what they depend on, those that are installed left out."""
    command = [
        "apt-get",
        "install",
        "--print-uris",
        "--yes",
        "--quiet=2",
        "--no-install-recommends",
        *names,
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)  # noqa: S603 - fixed
    files = [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("'")]
    return [file.split("_")[0] for file in files]


def fetch(names: list[str], root: Path) -> None:
    """Download packages and unpack them below a folder."""
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root) as scratch:
        command = ["apt-get", "download", "--quiet=2", *packages(names)]
        subprocess.run(command, cwd=scratch, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL)  # noqa: S603 - fixed
        for archive in sorted(Path(scratch).glob("*.deb")):
            subprocess.run(["dpkg-deb", "--extract", archive, root], check=True, timeout=SECONDS)  # noqa: S603, S607 - fixed


def main() -> None:
    """Fetch what is absent, say what still is, print the folders."""
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
    print(os.pathsep.join(folders(root)))


if __name__ == "__main__":
    main()
