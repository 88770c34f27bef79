"""Where the prices, watts and parts lie that a plan names: of several files the one that it was made by."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from netfloor.costmodels.sets.load import set_sha256
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import SEPARATOR, files_of, is_file
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


def _places(name: str, folders: Iterable[Path]) -> Iterator[str]:
    """Yield the files that a name may mean; shipped names have no ending, and mean none in a folder.

    Of several files together first those that are first for each.
    """
    places, files = list(folders), files_of(name)
    if len(files) > 1:
        each = [list(_places(str(one), places)) for one in files]
        turns = max(map(len, each)) if all(each) else 0
        for turn in range(turns):
            yield SEPARATOR.join(own[min(turn, len(own) - 1)] for own in each)
        return
    beside = (folder / Path(name).name for folder in places if Path(name).suffix)
    yield from (str(one) for one in (Path(name), *beside) if is_file(one))


def _holds(file: Path, sha256: str | None, load: Callable[[Path], StrictModel]) -> bool:
    try:
        return set_sha256(load(file)) == sha256
    except InputError:
        return False
