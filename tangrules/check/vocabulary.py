"""Words that mean something in every game: names, types, and what every cell, edge, site or piece has."""

from __future__ import annotations

from collections.abc import Mapping

from tangrules.check.world import World
from tangrules.diagnostics import Span
from tangrules.link.model import Rule
from tangrules.link.names import place_of
from tangrules.syntax import tree

SIDES = ("north", "east", "south", "west")

BUILTIN_NAMES = (
    "players",
    "seats",
    "others",
    "turns",
    "player_count",
    "turn_number",
    "round_number",
    "current_player",
    "box",
)

TYPE_NAMES = (
    "number",
    "yesno",
    "text",
    "player",
    "side",
    "turn",
    "site",
    "cell",
    "edge",
    "area",
    "slot",
    "piece",
)

ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "cell": (
        "neighbours",
        "around",
        "row",
        "col",
        "owner",
        "on_rim",
        "edges",
        "areas",
        "sites",
        "next",
        "edge",
    ),
    "edge": ("cell", "side", "across", "beyond", "off_board", "area"),
    "area": ("cell", "icon", "edges"),
    "site": ("icon", "holds", "piece", "cell"),
    "slot": ("holds",),
    "side": ("opposite",),
    "piece": ("cell", "turn"),
    "seat": ("next", "number"),
}
"""What a thing has by itself, before anything is declared."""


def check_names(world: World) -> None:
    """Reports declared names that already mean something in every game (E-RESERVED)."""
    model = world.model
    words = (*SIDES, *BUILTIN_NAMES)
    for rules in (model.tables, model.zones, model.values, model.regions):
        _check(world, rules, words)
    _check(world, model.icons, (*words, *TYPE_NAMES))
    _check(world, model.kinds, (*words, *TYPE_NAMES))
    for name, layout in model.layouts.items():
        if name in ATTRIBUTES["cell"]:
            _taken(world, name, layout.item.name.span, "for every cell")
    for rule in model.kinds.values():
        for field in rule.item.fields:
            if field.name.text in ATTRIBUTES["piece"]:
                _taken(world, field.name.text, field.name.span, "for every piece")
    for name, zone in model.zones.items():
        _check_indexed(world, name, zone.item)


def _check(world: World, rules: Mapping[str, Rule[tree.Item]], words: tuple[str, ...]) -> None:
    for name, rule in rules.items():
        if name in words:
            _taken(world, name, place_of(rule.item), "in every game")


def _check_indexed(world: World, name: str, item: tree.Zone | tree.Track) -> None:
    """A zone with one index is read like an attribute of it, a player's zone like one of the player."""
    if item.your and name in ATTRIBUTES["seat"]:
        _taken(world, name, item.name.span, "for every player")
    if not item.your and len(item.index) == 1:
        index = item.index[0].text
        form = "cell" if index in world.model.zones else "piece" if index in world.model.kinds else index
        if name in ATTRIBUTES.get(form, ()):
            _taken(world, name, item.name.span, f"for every {form}")


def _taken(world: World, name: str, span: Span, where: str) -> None:
    message = f"`{name}` already means something {where}"
    world.reporter.error("E-RESERVED", message, span, expected="another name")
