"""Reads ledgers from TOML. Apart from `ledger`, so that a game from the cache need not load what reads them.

A damaged ledger is reported like a damaged scenario: every fault of it, none of them by an exception.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable

import attrs
import cattrs
from cattrs import override
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

from tangrules.diagnostics import Related, Reporter, Span, did_you_mean
from tangrules.packs.ledger import Entry, Ledger

KINDS = (
    "choice",
    "component",
    "effect",
    "end",
    "hidden",
    "legality",
    "modifies",
    "option",
    "quantity",
    "scoring",
    "setup",
    "solo",
    "tie",
    "trigger",
    "action",
    "turn",
)

_ID = re.compile(r"[a-z0-9]+([.\-][a-z0-9]+)*")
_OPENING = re.compile(r"^\s*(\[\[\s*rule\s*\]\])")
_ID_LINE = re.compile(r"""^\s*id\s*=\s*["']([^"'\n]*)["']""")
_TOML_PLACE = re.compile(r"\s*\((?:at line (\d+), column (\d+)|at end of document)\)$")
_FIELDS = tuple(field.name for field in attrs.fields(Entry) if field.name != "span")
_REQUIRED = ("id", "section", "kind", "says")


def read_ledger(texts: Iterable[tuple[str, str]], reporter: Reporter) -> Ledger:
    """Read ledger files, given as pairs of name and text, into one ledger."""
    entries: dict[str, Entry] = {}
    for file, text in texts:
        for entry in _file_entries(text, file, reporter):
            earlier = entries.setdefault(entry.id, entry)
            if earlier is not entry:
                _report_twice(earlier, entry, reporter)
    return Ledger(entries)


def _file_entries(text: str, file: str, reporter: Reporter) -> list[Entry]:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _report_toml(str(error), text, file, reporter)
        return []
    top = Span.at(file, 1, 1)
    for key in sorted(document.keys() - {"rule"}):
        hint = did_you_mean(key, ["rule"]) or "each entry begins with `[[rule]]`"
        reporter.error("E-NAME", f"a ledger has no `{key}`", top, suggestion=hint)
    rules = document.get("rule", [])
    if not isinstance(rules, list):
        reporter.error("E-SYNTAX", "the entries of a ledger begin with `[[rule]]`", top)
        return []
    places = _Places(text, file)
    found = [_entry(rule, places.of(number, len(rules)), reporter) for number, rule in enumerate(rules)]
    return [entry for entry in found if entry is not None]


class _Places:
    """Finds the place of each entry, its `id` line if it has one; readers of TOML keep no places."""

    def __init__(self, text: str, file: str) -> None:
        self._top = Span.at(file, 1, 1)
        self._spans: list[Span] = []
        in_header = False
        for number, line in enumerate(text.split("\n"), start=1):
            if found := _OPENING.match(line):
                self._spans.append(Span(file, number, found.start(1) + 1, number, found.end(1) + 1))
                in_header = True
            elif in_header and (found := _ID_LINE.match(line)):
                self._spans[-1] = Span(file, number, found.start(1) + 1, number, found.end(1) + 1)
                in_header = False

    def of(self, entry: int, entries: int) -> Span:
        """Return the place of an entry by its number; the top of the file where entries are written oddly."""
        return self._spans[entry] if len(self._spans) == entries else self._top


def _entry(rule: object, span: Span, reporter: Reporter) -> Entry | None:
    if not isinstance(rule, dict):
        reporter.error("E-SYNTAX", "an entry of a ledger is a table", span)
        return None
    name = f"entry `{rule['id']}`" if "id" in rule else "an entry without an id"
    try:
        entry = _CONVERTER.structure(rule, Entry)
    except ClassValidationError as error:
        for message, hint in _faults(error):
            reporter.error("E-SYNTAX", f"{name}: {message}", span, suggestion=hint)
        return None
    if not _ID.fullmatch(entry.id):
        expected = "lower-case words and numbers, with dots between them"
        reporter.error("E-SYNTAX", f"`{entry.id}` is no id", span, expected=expected)
        return None
    if entry.kind not in KINDS:
        hint = did_you_mean(entry.kind, KINDS) or f"the kinds are {', '.join(sorted(KINDS))}"
        reporter.error("E-NAME", f"{name}: there is no kind `{entry.kind}`", span, suggestion=hint)
    return attrs.evolve(entry, span=span)


def _faults(error: ClassValidationError) -> list[tuple[str, str]]:
    """Turn what the converter gathered into sentences, each with a hint."""
    found: list[tuple[str, str]] = []
    noted, others = error.group_exceptions()
    for problem, note in noted:
        if isinstance(problem, KeyError):
            found.append((f"`{note.name}` is missing", f"every entry has {', '.join(_REQUIRED)}"))
        else:
            wanted = "a list of ids" if note.name == "changes" else "text"
            found.append((f"`{note.name}` is not {wanted}", ""))
    for other in others:
        if isinstance(other, ForbiddenExtraKeysError):
            for key in sorted(other.extra_fields):
                found.append((f"there is no field `{key}`", did_you_mean(key, _FIELDS)))
    return sorted(found)


def _text(value: object, _: type) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _ids(value: object, _: type) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError(value)
    return tuple(value)


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(detailed_validation=True)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _ids)
    entry = make_dict_structure_fn(Entry, converter, _cattrs_forbid_extra_keys=True, span=override(omit=True))
    converter.register_structure_hook(Entry, entry)
    return converter


_CONVERTER = _converter()


def _report_twice(earlier: Entry, entry: Entry, reporter: Reporter) -> None:
    related = [Related(earlier.span, "the first one")] if earlier.span else []
    message = f"there are two entries `{entry.id}`"
    reporter.error("E-DUPLICATE", message, entry.span, suggestion="an id is used once", related=related)


def _report_toml(message: str, text: str, file: str, reporter: Reporter) -> None:
    found = _TOML_PLACE.search(message)
    lines = text.split("\n")
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (len(lines), len(lines[-1]) + 1)
    what = message[: found.start()] if found else message
    reporter.error(
        "E-SYNTAX", f"this ledger is no TOML: {what[:1].lower()}{what[1:]}", Span.at(file, line, column)
    )
