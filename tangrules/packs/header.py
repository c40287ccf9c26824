"""Reads the header of a `.tang` file without parsing the rest.

It accepts what the grammar's header accepts, and stops at the first line that is no directive, so that packs
can be found, ordered and fingerprinted before anything is parsed. Faults are left to the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from tangrules.diagnostics import Span
from tangrules.packs.pack import ONLY_ONE, WORDS
from tangrules.syntax.heading import Cite, Header, Name, PackLine, TextLit

FORMS = ("game", "module", "mix")
"""The forms of a pack's main file; further files are of the form `part`."""

_TOKEN = re.compile(r'--.*|"[^"]*"|@[a-z0-9]+(?:[.\-][a-z0-9]+)*|[a-z][a-z0-9_]*|[0-9]+|[^ ]')
_FILES = {"ledger": "ledgers", "include": "includes"}


@attrs.frozen
class _Token:
    text: str
    span: Span

    @property
    def is_name(self) -> bool:
        return self.text[0].isalpha()

    @property
    def is_number(self) -> bool:
        return self.text.isdigit()

    @property
    def is_cite(self) -> bool:
        return self.text[0] == "@" and len(self.text) > 1

    @property
    def is_text(self) -> bool:
        return self.text[0] == '"' and len(self.text) > 1


def scan_header(text: str, file: str) -> Header | None:
    """Return the header of a file, or nothing where the file does not begin with one."""
    lines = _lines(text, file)
    first, second = next(lines, []), next(lines, [])
    if len(first) != 2 or first[0].text != "tang" or not first[1].is_number:
        return None
    header = _opening(int(first[1].text), second)
    if header is None:
        return None
    span = first[0].span.to(second[-1].span)
    for line in lines:
        changed = _with_directive(header, line)
        if changed is None:
            break
        header, span = changed, span.to(line[-1].span)
    return attrs.evolve(header, span=span)


def scan_summary(text: str) -> str:
    """Return the first comment of a file as one line: authors say there what the pack is."""
    words: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("--"):
            words.append(stripped.lstrip("-").strip())
        elif words:
            break
    return " ".join(word for word in words if word)


def _lines(text: str, file: str) -> Iterator[list[_Token]]:
    for number, line in enumerate(text.split("\n"), start=1):
        tokens = [
            _Token(
                found.group(),
                Span(file, number, found.start() + 1, number, found.end() + 1),
            )
            for found in _TOKEN.finditer(line.removesuffix("\r"))
            if not found.group().startswith("--")
        ]
        if tokens:
            yield tokens


def _opening(edition: int, line: list[_Token]) -> Header | None:
    words = [token.text for token in line]
    if len(line) == 3 and words[:2] == ["part", "of"] and line[2].is_name:
        return Header(edition, "part", _name(line[2]))
    if len(line) not in (2, 3) or words[0] not in FORMS or not line[1].is_name:
        return None
    if len(line) == 3 and not line[2].is_text:
        return None
    title = line[2].text[1:-1] if len(line) == 3 else None
    return Header(edition, words[0], _name(line[1]), title)


def _with_directive(header: Header, line: list[_Token]) -> Header | None:
    word, rest = line[0].text, line[1:]
    if word == "players":
        return _with_players(header, rest)
    if word == "at" and len(rest) == 3 and rest[0].text == "most" and rest[1].is_number:
        return attrs.evolve(header, horizon=int(rest[1].text))
    listed = _listed(rest)
    if word in _FILES and listed and all(token.is_text for token in listed):
        key = _FILES[word]
        texts = tuple(TextLit(token.text[1:-1], span=token.span) for token in listed)
        return attrs.evolve(header, **{key: getattr(header, key) + texts})
    about = _about_packs(line, 1) if word in WORDS else None
    if [token.text for token in line[:2]] == ONLY_ONE.split():
        about = _about_packs(line, 2)
    return None if about is None else attrs.evolve(header, others=(*header.others, about))


def _about_packs(line: list[_Token], first: int) -> PackLine | None:
    """Read names from this place on, perhaps a reason, perhaps citations."""
    end = len(line)
    while line[end - 1].is_cite:
        end -= 1
    reason = line[end - 1] if line[end - 1].is_text else None
    listed = _listed(line[first : end - 1 if reason else end])
    if not listed or not all(token.is_name for token in listed):
        return None
    return PackLine(
        " ".join(token.text for token in line[:first]),
        tuple(_name(token) for token in listed),
        None if reason is None else reason.text[1:-1],
        tuple(Cite(cite.text[1:], span=cite.span) for cite in line[end:]),
        span=line[0].span.to(line[-1].span),
    )


def _with_players(header: Header, rest: list[_Token]) -> Header | None:
    words = [token.text for token in rest]
    if len(rest) == 1 and rest[0].is_number:
        return attrs.evolve(header, players=(int(words[0]), int(words[0])))
    if len(rest) == 3 and words[1] == "to" and rest[0].is_number and rest[2].is_number:
        return attrs.evolve(header, players=(int(words[0]), int(words[2])))
    return None


def _listed(tokens: list[_Token]) -> list[_Token]:
    """Return what stands between the commas, or nothing where the commas are not in between."""
    if len(tokens) % 2 == 0 or any(token.text != "," for token in tokens[1::2]):
        return []
    return tokens[::2]


def _name(token: _Token) -> Name:
    return Name(token.text, span=token.span)
