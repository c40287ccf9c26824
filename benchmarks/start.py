"""Measure how long a game takes to start, anew and from what was kept: `python -m benchmarks.start`.

Each start is a process of its own, which loads the packs, compiles them, and begins a game. *Anew* means that nothing
was kept, neither of this game nor of the grammar; the package's own bytecode is there, as it is once it is installed.
Processor time is counted, that of the system included, from the start of Python to its end.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ANEW, KEPT = "anew", "from what was kept"


def measured(packs: list[str], players: int, rounds: int) -> dict[str, list[float]]:
    """Return the seconds that each start took, in turns."""
    program = f"import tangrules; tangrules.load(*{packs!r}).start(players={players})"
    with tempfile.TemporaryDirectory() as folder:
        bytecode = {"PYTHONPYCACHEPREFIX": os.path.join(folder, "bytecode")}
        kept = _places(Path(folder) / "kept") | bytecode
        _start(program, kept)
        found: dict[str, list[float]] = {ANEW: [], KEPT: []}
        for number in range(rounds):
            found[ANEW].append(_start(program, _places(Path(folder) / f"anew {number}") | bytecode))
            found[KEPT].append(_start(program, kept))
    return found


def _places(folder: Path) -> dict[str, str]:
    """Return where a process is to keep things."""
    return {"TANGRULES_CACHE": str(folder), "XDG_CACHE_HOME": str(folder)}


def _start(program: str, places: Mapping[str, str]) -> float:
    """Return the processor time of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", program], check=True, env=own | dict(places))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def table(found: Mapping[str, list[float]]) -> str:
    """Return the figures as lines."""
    lines = [f"{'start':<22}{'seconds':>10}{'lowest':>10}{'highest':>10}"]
    for name, values in found.items():
        figures = (statistics.median(values), min(values), max(values))
        lines.append(f"{name:<22}" + "".join(f"{value:>10.3f}" for value in figures))
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__.split("\n")[0])
    parser.add_argument("packs", nargs="*", default=["tang-garden"], help="names or paths")
    parser.add_argument("--rounds", type=int, default=7, help="starts of each kind (default 7)")
    parser.add_argument("--players", type=int, default=4, help="seats (default 4)")
    chosen = parser.parse_args(argv)
    print(table(measured(chosen.packs, chosen.players, chosen.rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
