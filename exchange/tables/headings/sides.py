"""The end of a cable that each column belongs to: by heading, by owner, otherwise by column order."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.tables.columns import give_owners_sides
from netfloor.exchange.tables.heading_lines import plain
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import Meaning, TableField, TableSubject, words_of


def with_sides(
    meanings: Sequence[Meaning | None], headings: Sequence[str], subject: TableSubject
) -> list[Meaning | None]:
    """Assign sides to the columns of ends: by heading, by owner, otherwise by column order."""
    result = _flipped(_without_tenants(meanings, headings))
    if "port" in subject.by_name:
        result = _ports_of_names(result, subject.by_name["port"])
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, meaning in enumerate(result):
        if meaning and meaning.field.sided:
            of_heading = plain(headings[index]) if meaning.field.several and not meaning.side else ""
            groups[meaning.field.name, of_heading].append(index)
    by_owner = _owners(result, groups.get(("device", ""), ()))
    ordered = sorted(groups.items(), key=lambda pair: pair[0][0] != "device")
    for (name, _), indices in ordered:
        if name != "device":
            give_owners_sides(result, indices)
        known = [(index, meaning) for index in indices if (meaning := result[index]) is not None]
        free = [index for index, meaning in known if not meaning.side]
        taken = {meaning.side for _, meaning in known} - {""}
        for index, side in zip(free, _sides_for(free, taken, result, by_owner, name), strict=True):
            meaning = result[index]
            assert meaning is not None  # noqa: S101 - of a group
            result[index] = replace(meaning, side=side) if side else None
    return result


def _without_tenants(meanings: Sequence[Meaning | None], headings: Sequence[str]) -> list[Meaning | None]:
    """Drop a column ``Tenant``, the owner of a cable, unless another is its far end, ``Aboutissant``."""
    words = [{*words_of(heading)} for heading in headings]
    has_far_end = any("aboutissant" in own for own in words)
    return [
        None if own == {"tenant"} and not has_far_end else meaning
        for own, meaning in zip(words, meanings, strict=True)
    ]


def _sides_for(
    free: Sequence[int],
    taken: set[str],
    found: Sequence[Meaning | None],
    by_owner: Mapping[str, str],
    name: str,
) -> list[str]:
    """Return the side of each column without one in its heading, empty for columns of neither end."""
    if not free:
        return []
    left = [side for side in SIDES if side not in taken]
    owners = [by_owner.get(found[index].of, "") for index in free]  # type: ignore[union-attr]
    if all(owners) and len({*owners}) == len(owners):
        return owners
    ends = {m.side: i for i, m in enumerate(found) if m and m.field.name == "device" and m.side}
    if len(free) == 2 and len(left) == 2:
        ordered = sorted(ends, key=lambda side: ends[side])
        is_behind = len(ordered) == 2 and ends[ordered[0]] < free[0] < ends[ordered[1]] < free[1]
        return ordered if is_behind and name != "device" else left
    if len(free) == 1 and len(left) == 1:
        return left
    if len(free) == 1 and name in BY_POSITION and len(ends) == 2:
        first, second = sorted(ends, key=lambda side: ends[side])
        return [second if free[0] > ends[second] else first]
    return [""] * len(free)


#: Fields of an end that may occur once, after its device.
BY_POSITION = frozenset({"port", "rack", "area", "unit", "slot"})


def _owners(found: Sequence[Meaning | None], devices_at: Sequence[int]) -> dict[str, str]:
    """Return the side of switch and server if the device headings name them: Switch, Server."""
    devices = [found[index] for index in devices_at]
    of = [meaning.of for meaning in devices if meaning and meaning.of and not meaning.side]
    return dict(zip(of, SIDES, strict=False)) if len(of) == len({*of}) == 2 else {}


def _flipped(found: list[Meaning | None]) -> list[Meaning | None]:
    """Read ``a`` as the far end if ``de`` or ``desde`` occurs: it means "to" in French and Spanish."""
    ends = [i for i, m in enumerate(found) if m and m.field.name == "device" and m.side == "a"]
    letters = [i for i in ends if found[i].by_letter]  # type: ignore[union-attr]
    others = any(m and m.field.name == "device" and m.side == "b" for m in found)
    if len(ends) == 2 and len(letters) == 1 and not others:
        found[letters[0]] = replace(found[letters[0]], side="b", by_letter=False)  # type: ignore[type-var]
    return found


def _ports_of_names(found: list[Meaning | None], port: TableField) -> list[Meaning | None]:
    """Read ``Name A`` or ``Termination A`` as the port for ``Device A``, if there is no port column."""
    for side in SIDES:
        keys = [meaning.key if meaning else "" for meaning in found]
        devices = [index for index, key in enumerate(keys) if key == f"device_{side}"]
        names = [index for index in devices if found[index].may_be_port]  # type: ignore[union-attr]
        if len(devices) == 2 and len(names) == 1 and f"port_{side}" not in keys:
            found[names[0]] = Meaning(port, side)
    return found
