"""Fill in the generated parts of the documentation: `python docs/generate_reference.py [--check]`.

In a page, what stands between `<!-- generated: WHAT -->` and `<!-- end -->` is written by this program:

    grammar RULE…      the forms of these rules, read from grammar/tang.lark; RULE.ALIAS is one of them
    attributes FORM    what can be asked of a thing, read from tangrules/check/vocabulary.py
    functions          the language's own functions, read from tangrules/check/functions.py
    names              the language's own names, read from tangrules/check/vocabulary.py
    words …            the reserved words, read from tangrules/syntax/vocabulary.py
    codes              every diagnostic, read from tangrules/diagnostics/catalogue.py
    api                the public names of the library, read from tangrules/__init__.py
    explain            functions that explain, outside of the package's door

What an entry means is written by hand, in language/entries.toml; its type and its cost come from compiling
its example. With --check nothing is written, and pages that are out of date are named.
"""

from __future__ import annotations

import importlib
import inspect
import re
import shutil
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import attrs

import tangrules
from tangrules import ir
from tangrules.check.functions import FUNCTIONS
from tangrules.check.vocabulary import ATTRIBUTES, BUILTIN_NAMES
from tangrules.diagnostics import ScenarioError
from tangrules.diagnostics.catalogue import CODES
from tangrules.lower.pipeline import build_all
from tangrules.syntax import vocabulary

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
GRAMMAR = ROOT / "grammar" / "tang.lark"
BASE = DOCS / "bases" / "meadow.tang"
ENTRIES = DOCS / "language" / "entries.toml"
PAGES = ("language/reference.md", "errors.md", "api.md")

_REGION = re.compile(r"(<!-- generated: (?P<what>[^\n]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


# ------------------------------------------------------------------------------ grammar


@attrs.frozen
class Form:
    """One alternative of a grammar rule. Its name is `rule.alias`, or the rule's own."""

    rule: str
    alias: str
    text: str

    @property
    def name(self) -> str:
        """The form as pages call it."""
        return f"{self.rule}.{self.alias}" if self.alias else self.rule


@cache
def forms() -> tuple[Form, ...]:
    """Return every form of the grammar, in its order."""
    return tuple(_forms(GRAMMAR.read_text(encoding="utf-8")))


def _forms(grammar: str) -> Iterator[Form]:
    grammar = re.sub(r"^//.*$", "", grammar, flags=re.MULTILINE)
    for found in re.finditer(r"^[!?]*([a-z_]+): *(.*?)(?=^\S|\Z)", grammar, re.DOTALL | re.MULTILINE):
        rule = found[1]
        for number, alternative in enumerate(_split(found[2])):
            body, _, alias = alternative.partition("->")
            yield Form(
                rule, alias.strip().strip("_") or (str(number) if number else ""), " ".join(body.split())
            )


def _split(body: str) -> Iterator[str]:
    """Yield the alternatives of a rule: what stands between bars that are in no bracket and no quotes."""
    depth, start = 0, 0
    for found in re.finditer(r'"[^"]*"|[()\[\]|]', body):
        sign = found.group()
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == "|" and depth == 0:
            yield body[start : found.start()]
            start = found.end()
    yield body[start:]


_WORDS = {
    "STRING": '"TEXT"',
    "CITE": "@CLAUSE",
    "BAR": "|",
    "YOUR": "your",
    "OR_PASS": "or pass",
    "COMMA_TIES": ", ties",
    "_NL": "",
    "expr": "EXPRESSION",
    "cites": "[@CLAUSE …]",
    "_players": "players",
    "_rounds": "rounds",
    "assumed": 'assumed "TEXT"',
    "block": "BLOCK",
    "condition": "CONDITION",
    "guard": "when CONDITION",
    "index": '"["NAME, …"]"',
    "label": "LABEL",
    "names": "NAME, …",
    "once": "once per NAME",
    "params": "(PARAMETER, …)",
    "type": "TYPE",
    "args": "EXPRESSION, …",
    "names_bracketed": "(NAME, …)",
    "binder": "BINDER",
    "binders": "BINDER, …",
    "thing": "COUNTER",
    "otherwise": "\notherwise: BLOCK",
    "sum": "EXPRESSION",
    "sum_or_range": "EXPRESSION",
    "or_": "EXPRESSION",
    "and_": "EXPRESSION",
    "not_": "EXPRESSION",
    "cmp": "EXPRESSION",
    "prod": "EXPRESSION",
    "unary": "EXPRESSION",
    "postfix": "EXPRESSION",
    "atom": "EXPRESSION",
}
"""How parts are shown. Other rules are shown by their name in <…>, rules of bare words by these words."""

_LEVELS = ("expr", "or_", "and_", "not_", "cmp", "sum_or_range", "sum", "prod", "unary", "postfix")
"""The rules that only say which operator binds tighter."""

_BY_NAME = ("colour", "outcome", "zopt")
"""Rules of words that are shown by their names, since their words are many."""

_TIGHT_BEFORE = (":", ",", ")", "]", ".", "!", "+…", '"[', '"]')
_TIGHT_AFTER = ("(", "[", ".", "{", '"["')


@cache
def word_rules() -> dict[str, str]:
    """Return the rules that only list words, with these words."""
    by_rule: dict[str, list[str]] = {}
    for form in forms():
        by_rule.setdefault(form.rule, []).append(form.text)
    return {
        rule: " | ".join(" ".join(re.findall(r'"([^"]*)"', text)) for text in texts)
        for rule, texts in by_rule.items()
        if all(re.fullmatch(r'("[^"]*"\s*)+', text) for text in texts) and not rule.startswith("_")
    }


def is_through(form: Form) -> bool:
    """Whether a form is nothing but another rule."""
    is_rule = re.fullmatch(r"[a-z_]+( _NL)?", form.text) is not None and form.text.strip("_") not in _WORDS
    return is_rule or (form.rule in _LEVELS and re.fullmatch(r"[a-z_]+", form.text) is not None)


def shown(form: Form) -> str:
    """Return a form as readers see it: words of the language as they are, parts in capitals or in <…>."""
    tokens = re.findall(r'"[^"]*"|[A-Za-z_]+|[()\[\]|*+?]', form.text)
    parts, rest = _sequence(tokens)
    assert not rest, (form, rest)
    text = _joined(parts)
    text = re.sub(r"(\S+) \{, \1\} ?…", r"\1, …", text)
    text = text.replace("[\notherwise: BLOCK]", "\n[otherwise: BLOCK]")
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def _sequence(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Render tokens up to a closing bracket; return the parts and what is left."""
    parts: list[str] = []
    while tokens and tokens[0] not in (")", "]"):
        token, tokens = tokens[0], tokens[1:]
        if token in ("(", "["):
            inner, tokens = _sequence(tokens)
            tokens = tokens[1:]
            text = _joined(inner)
            text = (f"[{text}]" if token == "[" else f"{{{text}}}") if text else ""
        elif token.startswith('"'):
            text = token.strip('"')
            text = f'"{text}"' if text in "[]" else text
        elif token == "_INDENT":
            text = "\n    "
        elif token == "_DEDENT":
            text = ""
        else:
            text = _part(token)
        if tokens and tokens[0] in ("*", "+", "?"):
            text = {"*": f"{text}…", "+": f"{text} …", "?": f"[{text}]"}[tokens[0]] if text else ""
            tokens = tokens[1:]
        if text:
            parts.append(text)
    return parts, tokens


def _part(token: str) -> str:
    """Return how a part of a form is shown."""
    if token in _WORDS:
        return _WORDS[token]
    if token in word_rules() and token not in _BY_NAME:
        words = word_rules()[token]
        return f"{{{words}}}" if "|" in words else words
    return token if token.isupper() else f"<{token.strip('_')}>"


def _joined(parts: list[str]) -> str:
    text = ""
    for part in parts:
        tight = not text or text.endswith((*_TIGHT_AFTER, "\n    ")) or part.startswith(_TIGHT_BEFORE)
        call = part.startswith("(") and text[-1:].isalpha() and not text.endswith("without")
        optional = part.startswith(("[(", '["[', "[:"))
        text += part if tight or call or optional or part.startswith("\n") else f" {part}"
    return text


def grammar_region(names: list[str]) -> str:
    """Return the forms of these rules as a text block."""
    lines: list[str] = []
    for name in names:
        chosen = [form for form in forms() if name in (form.rule, form.name) and not is_through(form)]
        if not chosen:
            raise SystemExit(f"the grammar has no form {name}")
        if name in word_rules():
            lines.append(f"{name}: {word_rules()[name]}")
        else:
            lines += [shown(form) for form in chosen]
    return "```text\n" + "\n".join(lines) + "\n```\n"


def to_be_covered() -> list[Form]:
    """Return the forms that a page has to show."""
    return [
        form for form in forms() if not is_through(form) and form.rule not in ("start", "_rounds", "_players")
    ]


def covered(what: list[str]) -> set[str]:
    """Return the names of the forms that grammar regions show."""
    names = {name for region in what if region.startswith("grammar ") for name in region.split()[1:]}
    return {form.name for form in forms() if form.rule in names or form.name in names}


# ------------------------------------------------------------------------------ entries

PROBE = (
    "c: cell of meadow, e: edge of meadow, a: area of meadow, s: site, t: tile, k: creature, b: strip, "
    "d: side, r: turn, q: player, n: number"
)
"""What stands for what in the examples of entries."""


@cache
def entries() -> dict[str, dict[str, dict[str, str]]]:
    """Return what is written by hand: by section and name, `says` and `example`."""
    return tomllib.loads(ENTRIES.read_text(encoding="utf-8"))


IN_BRACKETS = {"cell": ("next", "edge")}
"""Attributes that are asked with something in brackets."""


def attributes() -> dict[str, list[str]]:
    """Return the attributes of each form of thing, as pages write them."""
    return {
        form: [f"{name}(…)" if name in IN_BRACKETS.get(form, ()) else name for name in names]
        for form, names in ATTRIBUTES.items()
    }


def wanted() -> list[tuple[str, str]]:
    """Return what must have an entry: pairs of section and name."""
    pairs = [(f"attributes-{form}", name) for form, names in attributes().items() for name in names]
    pairs += [("functions", name) for name in FUNCTIONS]
    pairs += [("names", name) for name in BUILTIN_NAMES]
    return pairs


@cache
def probes() -> dict[str, ir.ValueDef]:
    """Compile the example of every entry; return the values by example."""
    examples = list(dict.fromkeys(e["example"] for section in entries().values() for e in section.values()))
    lines = [f"value your probe_{n}({PROBE}) = {example}" for n, example in enumerate(examples)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "probe.tang"
        file.write_text("\n".join([BASE.read_text(encoding="utf-8"), *lines, ""]), encoding="utf-8")
        program = build_all([str(file)], 2, examples=False).program
    _PROGRAM.append(program)
    by_name = {value.name: value for value in program.values}
    return {example: by_name[f"probe_{n}"] for n, example in enumerate(examples)}


_PROGRAM: list[ir.Program] = []


def type_of(kind: ir.TypeInfo) -> str:
    """Return a type in a reader's words."""
    if kind.form == "list":
        return f"list of {type_of(kind.element)}" if kind.element else "list"
    word = {
        "yesno": "yes or no",
        "seat": "player",
        "icon": kind.name or "icon",
        "piece": kind.name or "piece",
    }
    return word.get(kind.form, kind.form) + (" or nothing" if kind.optional else "")


NONE, ONE, EACH, REGION = "none", "one", "each", "region"


def cost_of(value: ir.ValueDef) -> str:
    """Return what an answer costs: nothing, one step, a step for each element, or the size of a region."""
    if isinstance(value.body, ir.Const):
        return NONE
    costs = {_cost(node) for node in _nodes(value.body, set())}
    return next(cost for cost in (REGION, EACH, ONE) if cost in costs or cost == ONE)


def _cost(node: object) -> str:
    if isinstance(node, ir.Reach):
        return REGION
    if isinstance(node, ir.Fold | ir.Range):
        return EACH
    if isinstance(node, ir.Op) and node.op in ("concat", "in", "take", "union", "except", "row"):
        return EACH
    return ONE


def _nodes(node: object, seen: set[int]) -> Iterator[object]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part, seen)
    elif attrs.has(type(node)):
        yield node
        if isinstance(node, ir.CallValue) and node.value not in seen:
            seen.add(node.value)
            yield from _nodes(_PROGRAM[0].values[node.value].body, seen)
        for field in attrs.fields(type(node)):
            yield from _nodes(getattr(node, field.name), seen)


def entry_table(section: str, names: list[str], before: str = "") -> str:
    """Return the entries of a section as a table, in the order in which they are written down."""
    known = entries().get(section, {})
    missing, strange = [n for n in names if n not in known], [n for n in known if n not in names]
    if missing or strange:
        raise SystemExit(f"{ENTRIES.name}: {section} lacks {missing}, and has {strange} which is not there")
    lines = ["| name | gives | what it is | example | cost |", "| --- | --- | --- | --- | --- |"]
    for name, entry in known.items():
        value = probes()[entry["example"]]
        row = (
            f"`{before}{name}`",
            type_of(value.result),
            entry["says"],
            f"`{entry['example']}`",
            cost_of(value),
        )
        lines.append("| " + " | ".join(row) + " |")
    return "\n".join([*lines, ""])


# ------------------------------------------------------------------------------ words, codes, library


def word_list(names: frozenset[str]) -> str:
    """Return words in order, as code."""
    return textwrap.fill(" ".join(f"`{name}`" for name in sorted(names)), 118, break_on_hyphens=False) + "\n"


REPORTED = re.compile(r"""["']([ENW]-[A-Z]+(?:-[A-Z]+)*)["']""")


@cache
def reported_codes() -> frozenset[str]:
    """Return the codes that some stage really reports."""
    found: set[str] = set()
    for path in (ROOT / "tangrules").rglob("*.py"):
        if "codes" not in path.parts:
            found.update(REPORTED.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


_OPENING = re.compile(r"^-- (\w+\.tang)$", re.MULTILINE)
_HEADER = 'tang 1\ngame boats "Boats"\nplayers 2 to 4\nat most 30 rounds\nledger "boats.toml"\n'
_PARTS = (
    ("to setup", "to setup: nothing happens"),
    ("to round", "to round: nothing happens"),
    ("\nend ", "end never when round_number > 90: finish the game"),
    ("\nwinner", "winner: most score then shared"),
)


def write_example(text: str, folder: Path) -> list[Path]:
    """Write the files of an example of a diagnostic; return those that it opens. A game is completed.

    An example that opens no file is a piece of a game. Packs that it only mentions are in docs/bases.
    """
    shutil.copytree(BASE.parent, folder, dirs_exist_ok=True)
    parts = _OPENING.split(text)
    if len(parts) == 1:
        parts = ["", "boats.tang", f"{_HEADER}\n{text}"]
    written = []
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        body = body.strip("\n") + "\n"
        if re.search(r"^game ", body, re.MULTILINE):
            body += "".join(f"{line}\n" for word, line in _PARTS if word not in body)
        damaged = body.replace("\N{REPLACEMENT CHARACTER}", "\udce9")
        (folder / name).write_bytes(damaged.encode("utf-8", "surrogateescape"))
        written.append(folder / name)
    return written


def codes_of(paths: list[Path]) -> set[str]:
    """Return the codes that packs played together are reported for; what nobody calls is left out."""
    chosen = [str(path) for path in paths if path.name != "boats.tang"] or [str(path) for path in paths]
    found: set[str] = set()
    try:
        for seats in (2, 3):
            found |= {warning.code for warning in build_all(chosen, seats).warnings}
    except ScenarioError as error:
        found = {fault.code for fault in error.diagnostics}
    return found


@cache
def proved(code: str) -> tuple[bool, bool]:
    """Return whether the failing example of a code is reported for it, and whether the other one is clean."""
    info = CODES[code]
    with tempfile.TemporaryDirectory() as folder:
        bad = codes_of(write_example(info.bad, Path(folder)))
        good = codes_of(write_example(info.good, Path(folder)))
    return code in bad and "E-EXCLUDES" not in bad - {code}, not good - {"W-UNCALLED"}


def codes_region() -> str:
    """Return the page of every code. An example is shown if it does what it should."""
    parts = []
    for info in CODES.values():
        fails, works = proved(info.code)
        parts += [
            f"## {info.code}",
            "",
            f"*{info.title[0].upper()}{info.title[1:]}.*",
            "",
            _wrapped(info.explanation),
            "",
        ]
        if fails:
            told = "This fails:" if info.code[0] == "E" else "This is warned of:"
            parts += [told, "", f"<!-- code: {info.code}, bad -->", "```tang", info.bad, "```", ""]
        if fails and works:
            parts += ["This works:", "", f"<!-- code: {info.code}, good -->", "```tang", info.good, "```", ""]
    return "\n".join(parts)


def _wrapped(text: str) -> str:
    return "\n\n".join(textwrap.fill(part, 118) for part in text.split("\n\n"))


def api_region() -> str:
    """Return every public name with its members and their first lines."""
    parts: list[str] = []
    for name in tangrules.__all__:
        thing = getattr(tangrules, name)
        if name.startswith("__"):
            continue
        parts += [f"## {name}", ""]
        if inspect.isclass(thing):
            parts += _class_parts(thing)
        else:
            parts += ["```text", f"{name}{_signature(thing)}", "```", "", _wrapped(_doc(thing)), ""]
    return "\n".join(parts)


EXPLAINING = (
    "tangrules.explain.provenance.whence",
    "tangrules.explain.provenance.story",
    "tangrules.explain.clauses.report",
    "tangrules.explain.assumptions.assumptions",
    "tangrules.verify.everywhere.run_everywhere",
    "tangrules.draw.read_scene",
    "tangrules.draw.draw_text",
    "tangrules.draw.draw_svg",
)


def explain_region() -> str:
    """Return the functions that are imported from their own modules."""
    rows = ["| function | what it does |", "| --- | --- |"]
    for path in EXPLAINING:
        module, _, name = path.rpartition(".")
        function = getattr(importlib.import_module(module), name)
        rows.append(f"| `{path}{_signature(function)}` | {' '.join(_doc(function).split())} |")
    return "\n".join([*rows, ""])


def _class_parts(thing: type) -> list[str]:
    parts = [_wrapped(_doc(thing)), ""]
    if issubclass(thing, Exception):
        bases = [base.__name__ for base in thing.__bases__]
        parts += [f"Derives from {' and '.join(f'`{base}`' for base in bases)}.", ""]
    rows = [*_fields_of(thing), *_members_of(thing)]
    if rows:
        parts += ["| member | what it is |", "| --- | --- |", *rows, ""]
    return parts


def _fields_of(thing: type) -> Iterator[str]:
    members = dict(inspect.getmembers(thing))
    names = (
        [f.name for f in attrs.fields(thing)] if attrs.has(thing) else list(inspect.get_annotations(thing))
    )
    kinds = {
        name: kind for base in reversed(thing.__mro__) for name, kind in inspect.get_annotations(base).items()
    }
    for name in names:
        if not name.startswith("_") and not isinstance(members.get(name), property):
            yield f"| `{name}` | `{_plain(kinds.get(name, ''))}` |"


def _members_of(thing: type) -> Iterator[str]:
    for name, member in thing.__dict__.items():
        if name.startswith("_") or not _doc(getattr(member, "func", member)):
            continue
        if isinstance(member, staticmethod | classmethod) or inspect.isfunction(member):
            function = member.__func__ if isinstance(member, staticmethod | classmethod) else member
            told = f"{name}{_signature(function)}"
        elif isinstance(member, property) or hasattr(member, "func"):
            told = name
        else:
            continue
        text = " ".join(_doc(getattr(member, "func", member)).split())
        yield f"| `{told}` | {text} |".replace("|  ", "| ")


def _signature(function: Callable[..., object]) -> str:
    """Return what goes into the brackets, without types: they are in the source."""
    parts: list[str] = []
    stars = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not stars:
            stars = True
            parts.append("*")
        text = f"*{parameter.name}" if parameter.kind is parameter.VAR_POSITIONAL else parameter.name
        stars = stars or parameter.kind is parameter.VAR_POSITIONAL
        if parameter.default is not parameter.empty:
            text += f"={parameter.default!r}"
        parts.append(text)
    return f"({', '.join(parts)})"


def _doc(thing: object) -> str:
    return inspect.cleandoc(getattr(thing, "__doc__", None) or "")


def _plain(kind: object) -> str:
    return str(kind).replace("tangrules.", "")


# ------------------------------------------------------------------------------ pages


def region(what: str) -> str:
    """Return what stands in a generated region."""
    word, *rest = what.split()
    match word:
        case "grammar":
            return grammar_region(rest)
        case "attributes":
            return entry_table(f"attributes-{rest[0]}", attributes()[rest[0]], ".")
        case "functions":
            return entry_table("functions", list(FUNCTIONS))
        case "names":
            return entry_table("names", list(BUILTIN_NAMES))
        case "words":
            return word_list({"reserved": vocabulary.RESERVED, "free": vocabulary.WORDS_ALSO_NAMES}[rest[0]])
        case "codes":
            return codes_region()
        case "api":
            return api_region()
        case "explain":
            return explain_region()
    raise SystemExit(f"there is no region {what!r}")


def filled(text: str) -> str:
    """Return a page with its generated regions written anew."""
    return _REGION.sub(lambda found: f"{found[1]}\n{region(found['what'])}\n{found[3]}", text)


def regions_of(text: str) -> list[str]:
    """Return what the generated regions of a page hold."""
    return [found["what"] for found in _REGION.finditer(text)]


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check say which are out of date."""
    stale = []
    for name in PAGES:
        page = DOCS / name
        before = page.read_text(encoding="utf-8")
        after = filled(before)
        if after != before:
            stale.append(name)
            if "--check" not in arguments:
                page.write_text(after, encoding="utf-8")
    print("\n".join(f"{'out of date' if '--check' in arguments else 'written'}: {name}" for name in stale))
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
