"""Names, patches and conflicts: from packs to one resolved model."""

from __future__ import annotations

from tangrules.link.dump import dump_model, dump_rule
from tangrules.link.linker import link
from tangrules.link.misfits import blame_replacements
from tangrules.link.model import Change, Model, Rule

__all__ = ["Change", "Model", "Rule", "blame_replacements", "dump_model", "dump_rule", "link"]
