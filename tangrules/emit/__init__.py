"""From the intermediate representation to Python source, kept on disk and compiled."""

from __future__ import annotations

from tangrules.emit.machine import Machine, compile

__all__ = ["Machine", "compile"]
