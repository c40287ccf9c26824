"""`tangrules rules`: the clauses of the rulebook, where each is implemented, and which examples prove it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tangrules.cli.options import add_json, add_packs, write_json

if TYPE_CHECKING:
    from tangrules.explain.clauses import Clause, ClauseReport


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_packs(parser)
    parser.add_argument("--missing", action="store_true", help="list only clauses that lack something")
    parser.add_argument("--clause", metavar="ID", help="show one clause, or those whose id begins so")
    parser.add_argument(
        "--require", action="store_true", help="1 if a clause is not implemented, for use in checks"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the report."""
    from tangrules.diagnostics import UsageError, did_you_mean
    from tangrules.explain.clauses import report

    found = report(options.packs)
    failed = int(options.require and bool(found.not_implemented))
    if options.json:
        write_json(options.json, _document(found))
    elif options.clause:
        wanted = options.clause.removeprefix("@")
        chosen = [clause for clause in found.clauses if clause.id.startswith(wanted)]
        if not chosen:
            hint = did_you_mean(wanted, [clause.id for clause in found.clauses])
            raise UsageError(f"there is no clause {wanted!r}" + (f": {hint}" if hint else ""))
        print("\n\n".join("\n".join(_lines(clause, whole=True)) for clause in chosen))
    elif options.missing:
        print(found.text())
    else:
        lines = [line for clause in found.clauses for line in _lines(clause, whole=False)]
        print("\n".join([*lines, "", found.summary]))
    return failed


def _lines(clause: Clause, *, whole: bool) -> list[str]:
    state = _state(clause)
    if not whole:
        return [f"{clause.id:<22} {clause.kind:<10} {state:<12} {clause.says}"]
    lines = [f"{clause.id} ({clause.kind}, {state}): {clause.says}"]
    lines += [f"  at {place}" for place in clause.implemented]
    lines += [f"  by construction: {told}" for told in clause.notes]
    lines += [f"  only {told}" for told in clause.absent]
    return lines + [f'  proved by "{title}"' for title in clause.examples]


def _state(clause: Clause) -> str:
    if not clause.is_in_play:
        return "not in play"
    return "proved" if clause.is_proved else "implemented" if clause.is_implemented else "missing"


def _document(found: ClauseReport) -> dict[str, object]:
    return {
        "clauses": len(found.in_play),
        "implemented": sum(clause.is_implemented for clause in found.in_play),
        "proved": sum(clause.is_proved for clause in found.in_play),
        "not_in_play": len(found.not_in_play),
        "each": [
            {
                "id": clause.id,
                "kind": clause.kind,
                "says": clause.says,
                "implemented": [str(place) for place in clause.implemented],
                "examples": list(clause.examples),
                "notes": list(clause.notes),
                "absent": list(clause.absent),
            }
            for clause in found.clauses
        ],
    }
