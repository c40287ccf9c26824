"""Checking: names are resolved, types inferred, rules woven; the result is typed intermediate code.

`elaborate(model, reporter)` reports every fault it finds and returns the world and the parts of the program
that only it knows; `tangrules.lower` lays them out.
"""

from tangrules.check.elaborate import Elaborated, elaborate

__all__ = ["Elaborated", "elaborate"]
