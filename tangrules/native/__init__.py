"""Rules in machine code: the generated Python, with types found for it, goes through Cython and a C compiler.

Nothing is decided here: what runs is the same code, statement by statement, and answers the same. The stages are
`known` and `function` (which variable holds what), `source` (the text for Cython), `build` (the compilers),
`loaded` and `machine`. It is optional: without a C compiler rules are played by compiled Python.
"""

from __future__ import annotations

from tangrules.native.loaded import Native, is_built, load, make, source_of
from tangrules.native.machine import Machine

__all__ = ["Machine", "Native", "is_built", "load", "make", "source_of"]
