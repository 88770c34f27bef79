"""Text that a spreadsheet, reading a CSV file, does not run as a formula."""

#: What makes a spreadsheet take a text for a formula, in both widths of East Asian type, and the
#: control characters that it passes over before one (OWASP, CSV injection; CWE-1236).
FORMULA_STARTS = frozenset("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")


def neutralised(clean: str, original: str | None = None) -> str:
    """Return text with a leading apostrophe if a spreadsheet might run it.

    Parameters
    ----------
    clean
        What is to be written.
    original
        The text before it was cleaned, which may have begun otherwise; None where it was not.
    """
    texts = (clean, clean.lstrip(), clean if original is None else original)
    runs = any(text[:1] in FORMULA_STARTS for text in texts if text)
    return f"'{clean}" if runs else clean
