"""Find the files of prices, watts and parts that a plan names, by checksum where several exist."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from netfloor.costmodels.sets.load import set_sha256
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import SEPARATOR, files_of, is_file
from netfloor.foundation.models import StrictModel


def near_plan(name: str, *folders: Path) -> str:
    """Return the path of a set's file, relative to here or in a folder; a shipped name unchanged."""
    return next(iter(_places(name, folders)), name)


def set_file(name: str, sha256: str | None, load: Callable[[Path], StrictModel], *folders: Path) -> str:
    """Return the file with this checksum; without a match, the file of `near_plan`."""
    first, *others = dict.fromkeys(_places(name, folders)) or [name]
    if not others:
        return first
    return next((item for item in (first, *others) if _holds(Path(item), sha256, load)), first)


def _places(name: str, folders: Iterable[Path]) -> Iterator[str]:
    """Yield the files that a name may mean; a shipped name has no suffix and means no file in a folder.

    For several files joined in a name, yield the first choice of each, then the second, and so on.
    """
    places, files = list(folders), files_of(name)
    if len(files) > 1:
        each = [list(_places(str(file), places)) for file in files]
        turns = max(map(len, each)) if all(each) else 0
        for turn in range(turns):
            yield SEPARATOR.join(own[min(turn, len(own) - 1)] for own in each)
        return
    beside = (folder / Path(name).name for folder in places if Path(name).suffix)
    yield from (str(item) for item in (Path(name), *beside) if is_file(item))


def _holds(file: Path, sha256: str | None, load: Callable[[Path], StrictModel]) -> bool:
    try:
        return set_sha256(load(file)) == sha256
    except InputError:
        return False
