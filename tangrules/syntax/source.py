"""From a file's bytes to text that the parser may see: its size, its encoding, its unseen characters."""

from __future__ import annotations

import re

from tangrules.diagnostics import Reporter, Span

MAX_BYTES = 1_000_000
"""A larger file is refused unread. A large game with all its tables has about a tenth of this."""

_BOM = "\ufeff"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LINE_ENDS = re.compile(r"\r\n?")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
_REPORTED = 5


def read_source(data: bytes, file: str, reporter: Reporter) -> str | None:
    """Return the text of a file's bytes, line ends made plain, or report why it is not text."""
    if len(data) > MAX_BYTES:
        _too_large(len(data), file, reporter)
        return None
    if data.startswith(_UTF_16) or b"\x00" in data:
        reporter.error(
            "E-ENCODING",
            "this is not a file of text",
            Span.at(file, 1, 1),
            expected="text saved as UTF-8",
            suggestion="open it in a text editor and save it as UTF-8; office documents won't do",
        )
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        _not_utf_8(data, error.start, file, reporter)
        return None
    return clean(text, file, reporter)


def clean(text: str, file: str, reporter: Reporter) -> str | None:
    """Return the text with line ends made plain and without a byte order mark, or report its faults."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        _too_large(size, file, reporter)
        return None
    text = _LINE_ENDS.sub("\n", text.removeprefix(_BOM))
    unseen = list(_UNSEEN.finditer(text))
    for match in unseen[:_REPORTED]:
        before = text[: match.start()]
        line, column = before.count("\n") + 1, match.start() - before.rfind("\n")
        reporter.error(
            "E-ENCODING",
            f"there is a character here that can't be seen (U+{ord(match[0]):04X})",
            Span.at(file, line, column),
            suggestion="delete it, or type this part of the line again",
        )
    return None if unseen else text


def _too_large(size: int, file: str, reporter: Reporter) -> None:
    reporter.error(
        "E-SIZE",
        f"the file is too large: {size:,} bytes",
        Span.at(file, 1, 1),
        expected=f"at most {MAX_BYTES:,} bytes",
        suggestion='cut it into several files and name them with `include "cards.tang"`',
    )


def _not_utf_8(data: bytes, at: int, file: str, reporter: Reporter) -> None:
    start = data.rfind(b"\n", 0, at) + 1
    column = len(data[start:at].decode("utf-8").removeprefix(_BOM)) + 1
    reporter.error(
        "E-ENCODING",
        "there is a character here that is not UTF-8",
        Span.at(file, data.count(b"\n", 0, at) + 1, column),
        expected="text saved as UTF-8",
        suggestion="an editor saved the file in an older form: save it again, as UTF-8",
    )
