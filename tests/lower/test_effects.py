"""What a verb may do through all it calls, and what is kept across a question."""

from __future__ import annotations

from tangrules import ir
from tangrules.ir import Const, TypeInfo
from tangrules.lower.effects import with_effects
from tangrules.lower.flatten import flatten

CALL = {
    "main": ("turn",),
    "turn": ("ask", "add"),
    "ask": (),
    "add": (),
    "draw": (),
    "draws": ("draw",),
    "both": ("draws", "turn"),
    "round_and_round": ("back",),
    "back": ("round_and_round", "draw"),
}
NAMES = list(CALL)
OWN: dict[str, ir.Body] = {
    "ask": (ir.Choose(0, Const(0), (), ()),),
    "add": (ir.Add(0, Const(0), Const(1)),),
    "draw": (ir.DrawOne(0, 0, Const(0)),),
}


def verb(name: str) -> ir.VerbDef:
    calls = tuple(ir.Invoke(NAMES.index(other), (Const(0),)) for other in CALL[name])
    code, _ = flatten((*OWN.get(name, ()), *calls))
    return ir.VerbDef(name, ("you",), (TypeInfo("seat"),), 1, (), code)


def test_asking_and_chance_pass_on_to_all_callers() -> None:
    verbs = with_effects([verb(name) for name in NAMES], NAMES.index("main"))
    assert {v.name for v in verbs if v.framed} == {"main", "turn", "ask", "both"}
    assert {v.name for v in verbs if v.chance} == {"draw", "draws", "both", "round_and_round", "back"}


def test_the_whole_game_is_framed_even_if_nobody_is_asked() -> None:
    (only,) = with_effects([verb("add")], 0)
    assert only.framed
    assert not only.chance
