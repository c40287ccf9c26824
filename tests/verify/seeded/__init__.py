"""Tables of faults, game by game."""

from __future__ import annotations

from tests.verify.seeded.classics import CONNECT_FOUR, HEX, TIC_TAC_TOE
from tests.verify.seeded.hanging_gardens import HANGING_GARDENS
from tests.verify.seeded.tang_garden import TANG_GARDEN

GAMES = (TANG_GARDEN, HANGING_GARDENS, TIC_TAC_TOE, CONNECT_FOUR, HEX)
