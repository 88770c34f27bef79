"""Reading of untrusted YAML: one document, with limits on nesting and growth."""

from typing import Any

from netfloor.foundation.errors import InputError

#: Maximum nesting of lists and maps; the C parser crashes the process at several thousand levels.
MAX_DEPTH = 30


def yaml_node(text: str, where: str, expected: str, *, aliases: bool) -> Any:
    """Return the root of a document as a parser node with line numbers; None for an empty text.

    Raises `InputError` if the text is not YAML, is nested too deep, or has disallowed aliases (``*``); with
    the line.
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
    """Return a document without aliases as Python lists, dictionaries and strings."""
    import yaml  # noqa: PLC0415 - for some formats only

    node = yaml_node(text, where, expected, aliases=False)
    try:
        return None if node is None else yaml.SafeLoader("").construct_document(node)
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(where, "is not valid YAML", expected) from error
