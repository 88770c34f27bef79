"""Where the prices, watts and parts lie that a plan names: of several files the one that it was made by."""

from collections.abc import Callable, Iterable
from pathlib import Path

from netfloor.costmodels.sets.load import set_sha256
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file
from netfloor.foundation.models import StrictModel


def near_plan(name: str, *folders: Path) -> str:
    """Return where a set's file is: from here, or in a folder, as the plan's; a shipped name as it is."""
    return next(iter(_places(name, folders)), name)


def set_file(name: str, sha256: str | None, load: Callable[[Path], StrictModel], *folders: Path) -> str:
    """Return where the file is that has a checksum; where none of that name has it, `near_plan`'s."""
    first, *others = dict.fromkeys(_places(name, folders)) or [name]
    if not others:
        return first
    return next((one for one in (first, *others) if _holds(Path(one), sha256, load)), first)


def _places(name: str, folders: Iterable[Path]) -> Iterable[str]:
    """Yield the files that a name may mean; shipped names have no ending, and mean none in a folder."""
    beside = (folder / Path(name).name for folder in folders if Path(name).suffix)
    return (str(one) for one in (Path(name), *beside) if is_file(one))


def _holds(file: Path, sha256: str | None, load: Callable[[Path], StrictModel]) -> bool:
    try:
        return set_sha256(load(file)) == sha256
    except InputError:
        return False
