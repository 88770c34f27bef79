"""Everything that a user may give, with defaults and limits, as text.

``python -m tests.netfloor.interface.record`` writes it anew; what has changed in it, users will notice.
"""

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import EnumMeta
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

import netfloor
from netfloor import research
from tests.fixtures.commands import every_command
from tests.package_tree import ROOT, folders

HERE = Path(__file__).parent
#: As many as the machine has cores.
BY_MACHINE = ("--workers",)


def commands() -> Iterator[str]:
    """Yield every argument and option of every command."""
    for called, command in every_command():
        yield " ".join(("netfloor", *called))
        for one in command.params:
            default = "as many as there are cores" if one.opts[0] in BY_MACHINE else one.default
            words = [*one.opts, *one.secondary_opts, f"takes {_kind(one)}", f"default {default!r}"]
            words += ["needed"] * one.required + ["hidden"] * getattr(one, "hidden", False)
            words += ["several"] * (one.nargs != 1 or getattr(one, "multiple", False))
            yield f"  {', '.join(words)}"


def _kind(parameter: Any) -> str:
    """Return what an option takes, with its limits."""
    annotation = parameter.type_descriptor.annotation
    choices = " or ".join(annotation) if isinstance(annotation, EnumMeta) else annotation.__name__
    limits = ("any" if end is None else f"{end:,}" for end in (parameter.min, parameter.max))
    shown = " to ".join(limits)
    return choices + f" {shown}" * (shown != "any to any")


def tables() -> Iterator[str]:
    """Yield every field of every table that is read from a user's file."""
    for folder, package in folders().items():
        for path in (ROOT / folder).rglob("*.py"):
            inside = path.relative_to(ROOT / folder).with_suffix("").parts
            if path.name not in ("__init__.py", "__main__.py"):
                import_module(".".join((*Path(package).parts, *inside)))
    for model in sorted(set(_models(BaseModel)), key=lambda one: (one.__module__, one.__name__)):
        yield f"{model.__module__}.{model.__name__}"
        yield from (f"  {_field(name, field)}" for name, field in model.model_fields.items())


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in model.__subclasses__():
        if one.__module__.startswith("netfloor."):
            yield one
        yield from _models(one)


def _field(name: str, field: FieldInfo) -> str:
    every = [*field.metadata, *_inside(field.annotation)]
    limits = "".join(f", {shown}" for one in every for shown in _limits(one))
    default = "needed" if field.is_required() else _shown(field.get_default(call_default_factory=True))
    return f"{field.alias or name}: {_type(field.annotation)}, {default}{limits}"


def _type(annotation: Any) -> str:
    """Return the name of a type; of a choice or a list also what is in it, but no limits."""
    inner, kind = get_args(annotation), get_origin(annotation)
    if kind is Annotated:
        return _type(inner[0])
    if kind is Literal:
        return " or ".join(map(repr, inner))
    if kind in (Union, UnionType):
        return " or ".join(map(_type, inner))
    if inner:
        return f"{kind.__name__} of {', '.join(map(_type, inner))}"
    if annotation is ...:
        return "..."
    return annotation.__name__ if isinstance(annotation, type) else repr(annotation)


def _inside(annotation: Any) -> Iterator[Any]:
    """Yield what limits the parts of a type, such as the texts of a list."""
    for one in getattr(annotation, "__metadata__", ()):
        yield from getattr(one, "metadata", [one])
    for part in get_args(annotation):
        yield from _inside(part)


def _limits(one: Any) -> Iterator[str]:
    """Yield what limits a field."""
    for name in ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern", "strict"):
        if getattr(one, name, None) is not None:
            yield f"{name} {getattr(one, name)!r}"


def _shown(value: Any) -> str:
    """Return a default; of a table what it is made of, of an object without a text of its own the kind."""
    if isinstance(value, BaseModel):
        return str(value.model_dump())
    return type(value).__name__ if " object at 0x" in repr(value) else repr(value)


def library() -> Iterator[str]:
    """Yield every public function and class of the library with what it may be given."""
    yield from _public(netfloor, "")
    yield from _public(research, "research.")


def _public(module: ModuleType, prefix: str) -> Iterator[str]:
    for public in sorted(module.__all__):
        thing: Any = getattr(module, public)
        name = f"{prefix}{public}"
        if not callable(thing):
            yield f"{name}: {thing!r}" if isinstance(thing, int | float | tuple) else name
            continue
        yield f"{name}{_given(thing)}" if is_dataclass(thing) or not isinstance(thing, type) else name
        if isinstance(thing, type):
            for method in sorted(vars(thing)):
                if not method.startswith("_") and inspect.isfunction(getattr(thing, method)):
                    yield f"  {method}{_given(getattr(thing, method))}"


def _given(function: Any) -> str:
    """Return names and defaults of what a function takes."""
    given = inspect.signature(function)
    words = []
    for one in given.parameters.values():
        stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        by_name = " by name" * (one.kind == one.KEYWORD_ONLY)
        default = "" if one.default is one.empty else f"={_shown(one.default)}"
        words.append(f"{stars}{one.name}{by_name}{default}")
    return f"({', '.join(words)})"


PARTS = {"commands": commands, "tables": tables, "library": library}


def text_of(part: str) -> str:
    """Return a part of the record."""
    return "".join(f"{line}\n" for line in PARTS[part]())


if __name__ == "__main__":
    for part in PARTS:
        (HERE / f"{part}.txt").write_text(text_of(part), encoding="utf-8")
