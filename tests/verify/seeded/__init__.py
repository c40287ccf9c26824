"""Tables of faults, game by game."""

from __future__ import annotations

from tests.verify.seeded.classics import CONNECT_FOUR, HEX, TIC_TAC_TOE
from tests.verify.seeded.hanging_gardens import HANGING_GARDENS
from tests.verify.seeded.peach import PEACH
from tests.verify.seeded.spring import SPRING
from tests.verify.seeded.tang_garden import TANG_GARDEN
from tests.verify.seeded.winter import WINTER

GAMES = (TANG_GARDEN, HANGING_GARDENS, WINTER, SPRING, PEACH, TIC_TAC_TOE, CONNECT_FOUR, HEX)
