"""A rules engine for board games: load a game, start it, play it.

    import tangrules

    game = tangrules.load("my_game.tang")
    state = game.start(players=3, seed=7)
    while not state.over:
        state = state.play(state.decision.options[0])
    print(state.result)

Importing this module does no work: each name is fetched when it is first used.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # type checkers take it to be true; importing typing costs more than all else here

if TYPE_CHECKING:
    from tangrules.diagnostics.diagnostic import Diagnostic
    from tangrules.diagnostics.errors import (
        ChanceError,
        IllegalMove,
        RuleError,
        SaveError,
        ScenarioError,
        TangError,
        UsageError,
    )
    from tangrules.play.decision import Decision, Option
    from tangrules.play.game import Game, load
    from tangrules.play.game_state import GameState as State
    from tangrules.play.playout import Playout
    from tangrules.play.replay import Replay, replay
    from tangrules.play.result import Result
    from tangrules.play.sample import sample
    from tangrules.play.score_pad import ScorePad
    from tangrules.play.thawed import Thawed
    from tangrules.play.views import View
    from tangrules.runtime.chance import Caller, NeedChance, Scripted

    __version__: str

__all__ = [
    "Caller",
    "ChanceError",
    "Decision",
    "Diagnostic",
    "Game",
    "IllegalMove",
    "NeedChance",
    "Option",
    "Playout",
    "Replay",
    "Result",
    "RuleError",
    "SaveError",
    "ScenarioError",
    "ScorePad",
    "Scripted",
    "State",
    "TangError",
    "Thawed",
    "UsageError",
    "View",
    "__version__",
    "load",
    "replay",
    "sample",
]

_HOMES = {
    "tangrules.diagnostics.diagnostic": ("Diagnostic",),
    "tangrules.diagnostics.errors": (
        "ChanceError",
        "IllegalMove",
        "RuleError",
        "SaveError",
        "ScenarioError",
        "TangError",
        "UsageError",
    ),
    "tangrules.runtime.chance": ("Caller", "NeedChance", "Scripted"),
    "tangrules.play.decision": ("Decision", "Option"),
    "tangrules.play.game": ("Game", "load"),
    "tangrules.play.game_state": ("State",),
    "tangrules.play.playout": ("Playout",),
    "tangrules.play.replay": ("Replay", "replay"),
    "tangrules.play.result": ("Result",),
    "tangrules.play.sample": ("sample",),
    "tangrules.play.score_pad": ("ScorePad",),
    "tangrules.play.thawed": ("Thawed",),
    "tangrules.play.views": ("View",),
}
_OTHER_NAMES = {"State": "GameState"}


def __getattr__(name: str) -> object:
    if name == "__version__":
        found: object = importlib.import_module("importlib.metadata").version("tangrules")
    else:
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(importlib.import_module(home), _OTHER_NAMES.get(name, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
