"""From a frame to the function of C that goes on with it, for the loop in `prelude.pyx`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tangrules.native.known import FAIL, Known

_STATE = "object S, list V, list Z, list P"
_RUN = re.compile(r"run_(\d+)")
_TAKE = re.compile(r"take_((\d+)_(\d+))")


def dispatched(known: Known) -> list[str]:
    """The lines of four functions: whether a frame waits for an answer, its answers, how it goes on with one of them,
    and how it goes on without one.
    """
    takes = [found for name in known.signatures if (found := _TAKE.fullmatch(name))]
    tests = [f"(verb == {found[2]} and pc == {found[3]})" for found in takes]
    lines = [
        "cdef bint takes(long long verb, long long pc) noexcept:",
        f"  return {' or '.join(tests) or 'False'}",
    ]
    lines.append("cdef object ask_on(object S, tuple frame):")
    lines += _chosen((found[2], found[3], f"ask_{found[1]}(S, frame, -1)") for found in takes)
    lines.append(f"cdef long long take_on({_STATE}, tuple frame, object answer) except? {FAIL}:")
    lines += _chosen((found[2], found[3], f"take_{found[1]}(S, V, Z, P, frame, answer)") for found in takes)
    lines.append(f"cdef long long run_on({_STATE}, tuple frame) except? {FAIL}:")
    runs = [found for name in known.signatures if (found := _RUN.fullmatch(name))]
    return [*lines, *_chosen((found[1], "", _run(known, found[0])) for found in runs)]


def _run(known: Known, name: str) -> str:
    """A call with the parts of a frame: where it goes on, and its locals."""
    signature = known.signatures[name]
    given = [
        f"part(frame, {place})" if known.param(signature, param).form == "number" else f"frame[{place}]"
        for place, param in enumerate(signature.params[4:], 1)
    ]
    return f"{name}(S, V, Z, P, {', '.join(given)})"


def _chosen(cases: Iterator[tuple[str, str, str]]) -> Iterator[str]:
    """What is returned for each verb and each place in it."""
    yield "  cdef long long verb = part(frame, 0), pc = part(frame, 1)"
    for verb, pc, text in cases:
        yield f"  if verb == {verb}{f' and pc == {pc}' if pc else ''}:"
        yield f"    return {text}"
    yield "  raise KeyError(frame[:2])"
