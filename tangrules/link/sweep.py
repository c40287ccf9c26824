"""What goes with a removed thing: the rules about it in those packs that the remover knows.

A rule about it in any other pack stays, and is reported as a rule about something that is not there.
"""

from __future__ import annotations

import attrs

from tangrules.link.collect import Placed
from tangrules.link.declared import Declarations, Declared
from tangrules.link.model import Change
from tangrules.link.names import Key, target_of
from tangrules.syntax import tree


def sweep(found: Declarations) -> None:
    """Take out adjustments, requirements, waivers and triggers of what was removed."""
    removers = {key: remover for key, (_, remover) in found.gone.items()}
    for key, known in list(found.by_key.items()):
        target = target_of(known.item)
        if target is None:
            continue
        remover = removers.get(("name", target.text))
        if remover is not None and known.pack in remover.knows:
            del found.by_key[key]
        elif isinstance(known.item, tree.Waive):
            _sweep_waiver(found, key, known, known.item, removers)


def _sweep_waiver(
    found: Declarations, key: Key, known: Declared, waiver: tree.Waive, removers: dict[Key, Placed]
) -> None:
    for name in waiver.names:
        remover = removers.get(("require", waiver.verb.text, name.text))
        if remover is None or known.pack not in remover.knows:
            continue
        kept = tuple(other for other in waiver.names if other.text != name.text)
        if not kept:
            del found.by_key[key]
            return
        waiver = attrs.evolve(waiver, names=kept)
        known.item = waiver
        known.changes.append(Change(remover.pack, "remove", f"name {name.text}", remover.item))
