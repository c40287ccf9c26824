"""The stages of the compiler as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tangrules.explain.reading import read_packs
from tangrules.ir import Code, Program
from tangrules.link.dump import dump_model as model_text
from tangrules.lower.pipeline import build_all
from tangrules.syntax import dump

_WIDTH = 110


def dump_tree(packs: Sequence[str]) -> str:
    """Return what the parser read, file by file."""
    parts: list[str] = []
    for pack in read_packs(packs):
        for source, file in zip(pack.scripts, pack.files, strict=False):
            parts.append(f"-- {source.name}\n{dump(file)}")
    return "\n".join(parts)


def dump_model(packs: Sequence[str], players: int) -> str:
    """Return the linked packs in their authors' words."""
    return model_text(build_all(packs, players, examples=False).model)


def dump_ir(packs: Sequence[str], players: int) -> str:
    """Return the instructions and all they refer to by number."""
    return "\n".join(_program(build_all(packs, players, examples=False).program)) + "\n"


def dump_python(packs: Sequence[str], players: int) -> str:
    """Return the Python that is generated."""
    from tangrules.emit.module import ModuleBuilder

    return ModuleBuilder(build_all(packs, players, examples=False).program).main.text


def dump_native(packs: Sequence[str], players: int) -> str:
    """Return the Cython that is made of the Python."""
    from tangrules.native import source_of

    return source_of(build_all(packs, players, examples=False).program).text


# ------------------------------------------------------------------------------ instructions


def _program(program: Program) -> Iterator[str]:
    yield f"program {program.name} for {program.players} players, {program.fingerprint}"
    yield f"numbers {program.v_size}, tuples {program.z_size}, pieces {len(program.pieces)}"
    yield ""
    for number, zone in enumerate(program.zones):
        told = [
            zone.storage,
            f"at {zone.base}",
            f"count {zone.count}",
            f"holds {zone.holds.form} {zone.holds.name}",
        ]
        told += ["per seat"] * zone.per_seat + ["posed"] * zone.posed
        told += [zone.visibility] * (zone.visibility != "public") + [f"reset each {zone.reset}"] * bool(
            zone.reset
        )
        yield f"zone {number} {zone.name}: {', '.join(part.strip() for part in told)}"
    for number, table in enumerate(program.tables):
        yield f"table {number} {table.name}: {len(table.values)} entries"
    for number, value in enumerate(program.values):
        yield ""
        params, kind = ", ".join(value.params), value.result
        yield f"value {number} {value.name}({params}): {kind.form} {kind.name}".rstrip()
        yield from _node(value.body, 2)
    for number, verb in enumerate(program.verbs):
        yield ""
        marks = [word for word in ("framed", "chance", "is_turn") if getattr(verb, word)]
        yield f"verb {number} {verb.name}({', '.join(verb.params)}) {' '.join(marks)}".rstrip()
        for condition in verb.requirements:
            yield f"  require {condition.name}:"
            yield from _node(condition.test, 4)
        yield from _code(verb.code)


def _code(code: Code) -> Iterator[str]:
    for pc, instruction in enumerate(code.instructions):
        lines = list(_node(instruction, 6))
        yield f"{pc:>4}  {lines[0].strip()}"
        yield from lines[1:]
        if pc in code.targets:
            yield f"      goes on at {', '.join(map(str, code.targets[pc]))}"


def _node(node: object, indent: int) -> Iterator[str]:
    """Write a node in one line where it fits, else with a line for each of its parts."""
    one = _one(node)
    if indent + len(one) <= _WIDTH or not _parts(node):
        yield " " * indent + one
        return
    yield f"{' ' * indent}{type(node).__name__ if attrs.has(type(node)) else ''}("
    for name, part in _parts(node):
        lines = list(_node(part, indent + 2))
        yield f"{' ' * (indent + 2)}{name}{lines[0].strip()}"
        yield from lines[1:]
    yield f"{' ' * indent})"


def _parts(node: object) -> list[tuple[str, object]]:
    if isinstance(node, tuple):
        return [("", part) for part in node]
    if not attrs.has(type(node)):
        return []
    found: list[tuple[str, object]] = []
    for field in attrs.fields(type(node)):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        if field.name != "origin" and value != field.default:
            found.append((f"{field.name}=", value))
    return found


def _one(node: object) -> str:
    if isinstance(node, tuple):
        return f"({', '.join(_one(part) for part in node)})"
    if not attrs.has(type(node)):
        return repr(node)
    return f"{type(node).__name__}({', '.join(name + _one(part) for name, part in _parts(node))})"
