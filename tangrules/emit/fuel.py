"""What bounds the run of generated code, as the code and the machine that runs it both know it."""

from __future__ import annotations

FUEL = 1_000_000
"""Loops and calls between two answers are paid from this much fuel."""

FREE = 20
"""So many rounds of a loop cost no fuel, unless they may take long."""

HALT = 5
"""Where in V it stands that the game has been stopped (`ir.Reserved.HALT`)."""
