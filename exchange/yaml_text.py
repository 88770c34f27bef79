"""YAML from outside: one document, with limits on what could grow without end or nest too deep."""

from typing import Any

from netfloor.foundation.errors import InputError

#: Levels of lists and maps; the parser written in C would end the process at some thousands.
MAX_DEPTH = 30


def yaml_node(text: str, where: str, expected: str, *, aliases: bool) -> Any:
    """Return the root of a document as the parser's node, which knows the lines; None of an empty text.

    Raises
    ------
    InputError
        With the line, if it is not YAML, or nested too deep; for aliases (``*``) unless they are allowed.
    """
    import yaml  # noqa: PLC0415 - for some formats only

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            if isinstance(event, yaml.events.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.events.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.events.AliasEvent) and not aliases:
                raise InputError(where, "has aliases (*), which grow without end", "write each value out")
            if depth > MAX_DEPTH:
                at = f"{where}: line {event.start_mark.line + 1}"
                raise InputError(at, f"is nested deeper than {MAX_DEPTH} levels", expected)
        return yaml.compose(text, Loader=loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        at = where if line is None else f"{where}: line {line + 1}"
        raise InputError(at, "is not valid YAML", expected) from error


def yaml_value(text: str, where: str, expected: str) -> Any:
    """Return a document without aliases as Python's lists, dictionaries and texts."""
    import yaml  # noqa: PLC0415 - for some formats only

    node = yaml_node(text, where, expected, aliases=False)
    try:
        return None if node is None else yaml.SafeLoader("").construct_document(node)
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(where, "is not valid YAML", expected) from error
