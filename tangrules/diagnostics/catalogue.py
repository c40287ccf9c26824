"""Every code that the library reports, with its page: what it means, what fails, what works.

To add a code, add its page to the module of `codes/` that fits.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from tangrules.diagnostics.codes import components, names, packs, questions, rules, text
from tangrules.diagnostics.codes.info import CodeInfo
from tangrules.diagnostics.errors import UsageError
from tangrules.diagnostics.suggest import did_you_mean

__all__ = ["CODES", "CodeInfo", "explain"]

_WIDTH = 88


def _by_code(pages: Iterable[CodeInfo]) -> dict[str, CodeInfo]:
    found: dict[str, CodeInfo] = {}
    for page in pages:
        if page.code in found:
            raise ValueError(f"two pages for {page.code}")
        found[page.code] = page
    return dict(sorted(found.items()))


CODES: dict[str, CodeInfo] = _by_code(
    [*text.PAGES, *names.PAGES, *components.PAGES, *questions.PAGES, *rules.PAGES, *packs.PAGES]
)


def explain(code: str) -> str:
    """Return the page of a code as text."""
    info = CODES.get(code.strip().upper())
    if info is None:
        message = f"there is no code {code!r}"
        guess = did_you_mean(code.strip().upper(), CODES)
        raise UsageError(f"{message}: {guess}" if guess else message)
    paragraphs = [textwrap.fill(part, _WIDTH) for part in info.explanation.split("\n\n")]
    examples = ["This fails:", _indented(info.bad), "This works:", _indented(info.good)]
    return "\n\n".join([f"{info.code}: {info.title}", *paragraphs, *examples])


def _indented(snippet: str) -> str:
    return textwrap.indent(snippet, "    ")
