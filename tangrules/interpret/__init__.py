"""The reference evaluator of the intermediate representation: slow, plain, the oracle."""

from __future__ import annotations

from tangrules.interpret.machine import Machine
from tangrules.interpret.tracer import Tracer

__all__ = ["Machine", "Tracer"]
