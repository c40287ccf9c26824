"""The base game of Tang Garden for 2 to 4 seats, written out by hand in plain Python.

This is the yardstick for the compiled scenario: the same rules, the same full list of legal
moves at each decision, and no library. `playout` plays one game at random. A decision with a
single legal answer is taken at once and is not counted. The rulings are those of the rule
ledger; where it leaves an order open, this program takes:

* one placed tile advances its edges north, east, south, west, then its enclosures (its own
  areas by element, then the neighbours' by side), then the footpath prize: all one cause;
* unchosen cards are discarded in the order drawn, so the last one drawn lies on top;
* free actions (move lantern, refresh) are offered with the main action and after it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from random import Random

from benchmarks.tables import (
    ACROSS,
    ARCHITECT,
    BIRD,
    BRIDGE,
    CARDS,
    CELL_ACROSS,
    CHILD,
    DECORATION_SKILL,
    ELEMENTS,
    EMPEROR,
    EMPRESS,
    EMPTY,
    FACE_OF,
    FIRST_TREE,
    FISH,
    FITS,
    GREENERY,
    HERMIT,
    ICON,
    ICON_PREFERENCE,
    KINDS,
    LADY,
    LANDSCAPE_ICONS,
    LARGE,
    LAYOUT_2,
    LAYOUT_34,
    LOTUS,
    MERCHANT,
    MONK,
    MOON,
    OFFICER,
    PATH,
    PAVILION,
    PEONY,
    POET,
    POWERS,
    RAYS,
    RIM,
    ROCK,
    SMALL,
    SPOT,
    STACKS,
    START_CELLS,
    START_ELEMENT,
    START_FACES,
    STUDENT,
    SUN,
    SUPPLY,
    SWORD_DANCER,
    TEMPLE,
    TOKEN_BONUS,
    TRACK_SKILL,
    TURNED,
    WATER,
)

Move = int

LAST_LEVEL = 10
THRESHOLDS = (3, 6, 9)
LEVEL_COINS = (0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 5)
DOUBLE_DECORATION, MOVE_CHARACTER, DOUBLE_TILE, SELECT = range(4)
MAX_ROUNDS = 80  # in about one random game of 1,500 no open tile fits any more: the game would not end

# Moves. build: stack * 256 + cell * 4 + turn. figure: FIGURE + figure * 256 + cell * 4 + facing.
# refresh: REFRESH + size * 4 + lantern. landscape: tile * 16 + slot. The rest: an index or a cell.
DECORATE, SEARCH, INFLUENCE, PASS, DECK, REFRESH, FIGURE = 1024, 1025, 1026, 1027, 1028, 1032, 2048

# Phases: what the pending decision is about.
(FLIP, MAIN, PRIZE, LANDSCAPE, HIDDEN_LANDSCAPE, TILE_2, HAGGLE, CARD, AREA, TOKEN, CARD_2) = range(11)
(OPTIONAL, SOURCE, HIDDEN_CHARACTER, PLACE, OVER) = range(11, 16)
# Where play goes on once rewards, token and landscape of the current step are settled.
BUILT_FIRST, BUILT_SECOND, DECORATED_FIRST, DECORATED_SECOND = range(4)


class Game:
    """One game. Ask `legal()` for the moves of the pending decision and `play` one of them."""

    __slots__ = (
        "after",
        "board",
        "calls",
        "card",
        "cards",
        "cause_paid",
        "cell",
        "coins",
        "deck",
        "decoration",
        "discard",
        "display",
        "face",
        "figure",
        "figure_cell",
        "figure_deck",
        "figure_display",
        "figure_facing",
        "first",
        "first_was_seen",
        "free_areas",
        "free_slots",
        "free_spots",
        "frontier",
        "hand",
        "hidden",
        "icons",
        "invited",
        "key",
        "lantern_used",
        "lanterns",
        "levels",
        "open_edges",
        "open_stacks",
        "parent",
        "phase",
        "placed",
        "players",
        "price",
        "rng",
        "rounds",
        "seat",
        "seen",
        "size",
        "skill",
        "stacks",
        "supply",
        "token",
        "token_cells",
        "tokens",
    )

    # ------------------------------------------------------------------ setup

    def __init__(self, players: int, rng: Random, start: tuple[int, int] | None = None) -> None:
        self.players = players
        self.rng = rng
        self.price = 4 if players == 2 else 3
        self.set_up_garden(start or (rng.randrange(2), rng.randrange(4)))
        self.set_up_piles()
        self.coins = [0] * players
        self.levels = [0, 0, 0, 0] * players  # seat * 4 + element
        self.lanterns = [True] * 4 * players  # seat * 4 + lantern
        self.tokens = [0, 0] * players  # seat * 2 + size
        self.cards = [0] * KINDS * players  # seat * KINDS + kind
        self.calls = [False] * players  # character tokens
        self.deal_characters()
        self.first = self.seat = rng.randrange(players)
        self.rounds = 0
        self.begin_turn()

    def set_up_garden(self, start: tuple[int, int]) -> None:
        self.board = [-1] * 64  # tile or -1; 99 is the starting tile
        self.face = [EMPTY] * 256 + [RIM]  # cell * 4 + side
        self.key = [0] * 64
        self.parent = list(range(256))  # areas, cell * 4 + element
        self.open_edges = [0] * 256
        self.frontier: list[int] = []
        self.free_spots: list[int] = []
        self.free_areas: list[list[int]] = [[] for _ in range(5)]
        self.decoration = [-1] * 64
        self.token = [-1] * 64
        layout = LAYOUT_2 if self.players == 2 else LAYOUT_34
        for i, cell in enumerate(layout):
            self.token[cell] = i & 1
        self.token_cells = sorted(layout)
        self.lay_start(*start)

    def lay_start(self, which: int, turn: int) -> None:
        for cell in START_CELLS:
            self.board[cell] = 99
        for i in range(8):
            face = FACE_OF[START_FACES[which][(i - 2 * turn) % 8]]
            cell = START_CELLS[(i + 1) // 2 % 4]
            edge = cell * 4 + i // 2
            self.face[edge] = face
            if face <= ROCK:
                self.parent[cell * 4 + face] = START_CELLS[0] * 4 + face
                self.open_edges[START_CELLS[0] * 4 + face] += 1
            outside = CELL_ACROSS[edge]
            self.key[outside] += face * POWERS[ACROSS[edge] & 3]
            insort(self.frontier, outside)
        self.free_spots += sorted((START_CELLS[turn % 2], START_CELLS[turn % 2 + 2]))

    def set_up_piles(self) -> None:
        shuffle = self.rng.shuffle
        self.stacks = [stack.copy() for stack in STACKS]  # the top is the last one
        for stack in self.stacks:
            shuffle(stack)
        self.open_stacks = [0, 1, 2, 3]
        self.deck = list(range(len(CARDS)))
        shuffle(self.deck)
        self.discard: list[int] = []
        self.hand: list[int] = []
        self.supply = list(SUPPLY)
        self.hidden = [list(range(12)), list(range(8))]
        for pile in self.hidden:
            shuffle(pile)
        self.icons = [0] * 32  # side * 8 + icon
        self.free_slots = [list(range(12)), list(range(8))]  # side * 3 + i, side * 2 + i
        for side in range(4):
            self.insert_landscape(SMALL, self.hidden[SMALL].pop(), side * 3 + 1)
        self.display = [sorted((pile.pop(), pile.pop())) for pile in self.hidden]

    def deal_characters(self) -> None:
        starting = [ARCHITECT, CHILD, EMPRESS, HERMIT, POET, STUDENT]
        self.rng.shuffle(starting)
        self.skill = [starting.pop() for _ in range(self.players)]
        for seat, figure in enumerate(self.skill):
            self.levels[seat * 4 + START_ELEMENT[figure]] += 1
        self.figure_deck = starting + list(range(EMPEROR, SWORD_DANCER + 1))
        self.rng.shuffle(self.figure_deck)
        self.figure_display = sorted((self.figure_deck.pop(), self.figure_deck.pop()))
        self.placed: list[list[int]] = [[] for _ in range(self.players)]
        self.figure_cell = [-1] * 12
        self.figure_facing = [0] * 12

    # ------------------------------------------------------------------ turns

    def begin_turn(self) -> None:
        self.seen = tuple(self.open_stacks)
        self.lantern_used = False
        self.invited = False
        self.phase = FLIP if self.skill[self.seat] == OFFICER and self.face_down() else MAIN

    def end_turn(self) -> None:
        if self.invited:
            self.calls[self.seat] = True
        self.seat = (self.seat + 1) % self.players
        if self.seat == self.first:
            self.rounds += 1
            few = len(self.token_cells) <= 3 or not all(self.stacks)
            if few or self.rounds >= MAX_ROUNDS:
                self.phase = OVER
                return
        self.begin_turn()

    def face_down(self) -> list[int]:
        return [k for k in range(4) if k not in self.open_stacks and self.stacks[k]]

    def turn_up(self) -> None:
        self.open_stacks = [k for k in range(4) if self.stacks[k]]

    def can_use(self, lantern: int) -> bool:
        return not self.lantern_used and self.lanterns[self.seat * 4 + lantern]

    def use(self, lantern: int) -> None:
        self.lantern_used = True
        self.lanterns[self.seat * 4 + lantern] = False

    # ------------------------------------------------------------------ legal moves

    def legal(self) -> list[Move]:
        """Return every legal move of the pending decision; never empty."""
        return LEGAL[self.phase](self)

    def play(self, move: Move) -> None:
        """Carry out one move of `legal()`, up to the next decision."""
        PLAY[self.phase](self, move)

    def placements(self, stacks: list[int]) -> list[Move]:
        moves: list[Move] = []
        key, frontier = self.key, self.frontier
        for k in stacks:
            fits = FITS[self.stacks[k][-1]]
            base = k << 8
            moves += [base + cell * 4 + turn for cell in frontier for turn in fits[key[cell]]]
        return moves

    def add_free_actions(self, moves: list[Move]) -> None:
        seat = self.seat
        lit = self.lanterns[seat * 4 : seat * 4 + 4]
        if lit[MOVE_CHARACTER] and not self.lantern_used:
            for figure in self.placed[seat]:
                base = FIGURE + figure * 256
                moves += [base + cell * 4 + facing for cell in self.free_spots for facing in range(4)]
                base += self.figure_cell[figure] * 4
                moves += [base + f for f in range(4) if f != self.figure_facing[figure]]
        for size in (SMALL, LARGE):
            if self.tokens[seat * 2 + size] >= self.price:
                moves += [REFRESH + size * 4 + i for i in range(4) if not lit[i]]

    def legal_flip(self) -> list[Move]:
        return [*self.face_down(), PASS]

    def legal_main(self) -> list[Move]:
        moves = self.placements(self.open_stacks)
        if self.deck or self.discard:
            moves.append(DECORATE)
        if not moves:
            return [PASS]
        self.add_free_actions(moves)
        return moves

    def legal_prize(self) -> list[Move]:
        return [0, GREENERY, WATER, ROCK]

    def legal_landscape(self) -> list[Move]:
        size = self.size
        slots = self.free_slots[size]
        moves = [tile * 16 + slot for tile in self.display[size] for slot in slots]
        if self.hidden[size] and self.can_use(SELECT):
            moves.append(SEARCH)
        return moves

    def legal_hidden_landscape(self) -> list[Move]:
        slots = self.free_slots[self.size]
        return [tile * 16 + slot for tile in sorted(self.hidden[self.size]) for slot in slots]

    def legal_tile_2(self) -> list[Move]:
        moves = self.placements([k for k in self.open_stacks if k in self.seen])
        moves.append(PASS)
        return moves

    def legal_haggle(self) -> list[Move]:
        return [0, PASS]

    def playable(self) -> list[Move]:
        """Return the places in the hand of the cards that can be fulfilled."""
        moves = []
        for i, card in enumerate(self.hand):
            kind, area, _ = CARDS[card]
            if self.free_areas[area] and self.supply[kind]:
                moves.append(i)
        return moves

    def legal_card(self) -> list[Move]:
        return self.playable() or [PASS]

    def legal_card_2(self) -> list[Move]:
        return [*self.playable(), PASS]

    def legal_area(self) -> list[Move]:
        return self.free_areas[CARDS[self.card][1]].copy()

    def legal_token(self) -> list[Move]:
        return self.token_cells.copy()

    def legal_optional(self) -> list[Move]:
        moves: list[Move] = []
        may_influence = self.invited or self.calls[self.seat]
        if may_influence and self.free_spots and (self.figure_display or self.figure_deck):
            moves.append(INFLUENCE)
        self.add_free_actions(moves)
        moves.append(PASS)
        return moves

    def legal_source(self) -> list[Move]:
        moves = self.figure_display.copy()
        if self.figure_deck:
            moves.append(DECK)
            if self.can_use(SELECT):
                moves.append(SEARCH)
        return moves

    def legal_hidden_character(self) -> list[Move]:
        return sorted(self.figure_deck)

    def legal_place(self) -> list[Move]:
        return [
            FIGURE + figure * 256 + cell * 4 + facing
            for figure in (self.skill[self.seat], self.figure)
            for cell in self.free_spots
            for facing in range(4)
        ]

    # ------------------------------------------------------------------ main action, free actions

    def play_flip(self, move: Move) -> None:
        if move != PASS:
            insort(self.open_stacks, move)
        self.phase = MAIN

    def play_main(self, move: Move) -> None:
        if move < DECORATE:
            self.first_was_seen = move >> 8 in self.seen
            self.after = BUILT_FIRST
            self.place_tile(move >> 8, move >> 2 & 63, move & 3)
        elif move == DECORATE:
            self.draw(2 + len(self.face_down()))
            haggle = self.skill[self.seat] == MERCHANT and self.discard and self.coins[self.seat]
            self.phase = HAGGLE if haggle else CARD
        elif move == PASS:
            self.phase = OPTIONAL
        else:
            self.free_action(move)

    def play_optional(self, move: Move) -> None:
        if move == PASS:
            self.end_turn()
        elif move == INFLUENCE:
            self.invited = self.calls[self.seat] = False
            self.phase = SOURCE
        else:
            self.free_action(move)

    def free_action(self, move: Move) -> None:
        if move >= FIGURE:
            self.use(MOVE_CHARACTER)
            self.stand(move)
        else:
            self.tokens[self.seat * 2 + (move - REFRESH >> 2)] -= self.price
            self.lanterns[self.seat * 4 + (move & 3)] = True

    def stand(self, move: Move) -> None:
        """Put the figure of this move on its spot, freeing the one it stood on."""
        figure, cell = move - FIGURE >> 8, move >> 2 & 63
        old = self.figure_cell[figure]
        if old != cell:
            self.free_spots.remove(cell)
            self.figure_cell[figure] = cell
            if old >= 0:
                insort(self.free_spots, old)
        self.figure_facing[figure] = move & 3

    def resume(self) -> None:
        """Go on after a tile or a decoration has been settled in full."""
        if self.after == BUILT_FIRST and self.first_was_seen and self.can_use(DOUBLE_TILE):
            self.phase = TILE_2
        elif self.after <= BUILT_SECOND:
            self.end_build()
        elif self.after == DECORATED_FIRST and self.can_use(DOUBLE_DECORATION):
            self.phase = CARD_2
        else:
            self.end_decorate()

    # ------------------------------------------------------------------ build the garden

    def place_tile(self, k: int, cell: int, turn: int) -> None:
        tile = self.stacks[k].pop()
        self.open_stacks.remove(k)
        self.cell = cell
        self.board[cell] = tile
        self.frontier.remove(cell)
        icon = ICON[tile]
        if icon == SPOT:
            insort(self.free_spots, cell)
        elif icon:
            insort(self.free_areas[icon], cell)
        self.cause_paid = False
        paths = self.join_edges(cell, tile, TURNED[tile][turn])
        if paths > 1:
            self.phase = PRIZE
        else:
            self.coins[self.seat] += paths
            self.cover_token()

    def join_edges(self, cell: int, tile: int, faces: tuple[int, ...]) -> int:
        """Pay edges, temples and enclosures of a new tile; return the matched footpaths."""
        face, open_edges, find = self.face, self.open_edges, self.find
        touched = [cell * 4 + element for element in ELEMENTS[tile]]
        paths = coins = 0
        edge = cell * 4
        for mine in faces:
            face[edge] = mine
            across = ACROSS[edge]
            theirs = face[across]
            if theirs == EMPTY:
                self.reach(across, mine)
                if mine <= ROCK:
                    open_edges[find(cell * 4 + mine)] += 1
            elif theirs <= ROCK:
                area = find((across & ~3) + theirs)
                open_edges[area] -= 1
                if mine == theirs:
                    self.unite(area, find(cell * 4 + mine))
                    self.advance(mine)
                else:
                    touched.append(area)
                    coins += mine == TEMPLE + theirs
            elif mine <= ROCK:
                if theirs == RIM:
                    open_edges[find(cell * 4 + mine)] += 1
                else:
                    coins += theirs == TEMPLE + mine
            else:
                paths += mine == PATH == theirs
            edge += 1
        self.coins[self.seat] += coins + (faces[0] > TEMPLE)
        self.enclose(touched)
        return paths

    def reach(self, across: int, face: int) -> None:
        """Note what a new tile asks of the empty space that its edge meets."""
        cell = across >> 2
        if face <= PATH:
            self.key[cell] += face * POWERS[across & 3]
        if cell not in self.frontier:
            insort(self.frontier, cell)

    def find(self, area: int) -> int:
        parent = self.parent
        while parent[area] != area:
            area = parent[area]
        return area

    def unite(self, one: int, other: int) -> None:
        if one != other:
            self.parent[other] = one
            self.open_edges[one] += self.open_edges[other]

    def enclose(self, touched: list[int]) -> None:
        """Pay one level for each distinct region among these areas that has no open edge."""
        paid: list[int] = []
        for area in touched:
            region = self.find(area)
            if self.open_edges[region] == 0 and region not in paid:
                paid.append(region)
                self.advance(region & 3)

    def advance(self, element: int) -> None:
        seat = self.seat
        levels = self.levels
        at = seat * 4 + element
        level = levels[at]
        if level == LAST_LEVEL:
            return
        coins = LEVEL_COINS[level + 1]
        skill = self.skill[seat]
        if skill == MONK:
            coins += level == min(levels[seat * 4 + 1 : seat * 4 + 4])
        elif TRACK_SKILL[skill] == element and not self.cause_paid:
            self.cause_paid = True
            coins += 1
        levels[at] = level = level + 1
        self.coins[seat] += coins
        if level in THRESHOLDS and level == min(levels[seat * 4 + 1 : seat * 4 + 4]):
            self.invited = True
            self.calls[seat] = False

    def play_prize(self, move: Move) -> None:
        if move:
            self.advance(move)
        else:
            self.coins[self.seat] += 2
        self.cover_token()

    def cover_token(self) -> None:
        if self.token[self.cell] >= 0:
            self.take_token(self.cell)
        else:
            self.resume()

    def play_tile_2(self, move: Move) -> None:
        if move == PASS:
            self.end_build()
        else:
            self.use(DOUBLE_TILE)
            self.after = BUILT_SECOND
            self.place_tile(move >> 8, move >> 2 & 63, move & 3)

    def end_build(self) -> None:
        if len(self.open_stacks) < 2:
            self.turn_up()
        self.phase = OPTIONAL

    # ------------------------------------------------------------------ landscape

    def take_token(self, cell: int) -> None:
        size = self.token[cell]
        self.token[cell] = -1
        self.token_cells.remove(cell)
        self.tokens[self.seat * 2 + size] += 1
        if self.skill[self.seat] == SWORD_DANCER:
            self.coins[self.seat] += 1
        if self.display[size] and self.free_slots[size]:
            self.size = size
            self.phase = LANDSCAPE
        else:
            self.resume()

    def insert_landscape(self, size: int, tile: int, slot: int) -> None:
        self.free_slots[size].remove(slot)
        side = slot // 3 if size == SMALL else slot // 2
        for icon in LANDSCAPE_ICONS[size][tile]:
            self.icons[side * 8 + icon] += 1

    def play_landscape(self, move: Move) -> None:
        if move == SEARCH:
            self.use(SELECT)
            self.phase = HIDDEN_LANDSCAPE
            return
        size = self.size
        display, hidden = self.display[size], self.hidden[size]
        display.remove(move >> 4)
        if hidden:
            insort(display, hidden.pop())
        self.insert_landscape(size, move >> 4, move & 15)
        self.resume()

    def play_hidden_landscape(self, move: Move) -> None:
        hidden = self.hidden[self.size]
        hidden.remove(move >> 4)
        self.rng.shuffle(hidden)
        self.insert_landscape(self.size, move >> 4, move & 15)
        self.resume()

    # ------------------------------------------------------------------ place a decoration

    def draw(self, count: int) -> None:
        for _ in range(count):
            if not self.deck:
                if not self.discard:
                    return
                self.deck, self.discard = self.discard, []
                self.rng.shuffle(self.deck)
            self.hand.append(self.deck.pop())

    def play_haggle(self, move: Move) -> None:
        if move != PASS:
            self.coins[self.seat] -= 1
            self.hand.append(self.discard.pop())
        self.phase = CARD

    def play_card(self, move: Move) -> None:
        if move == PASS:
            self.end_decorate()
        else:
            self.after = DECORATED_FIRST
            self.keep(move)

    def play_card_2(self, move: Move) -> None:
        if move == PASS:
            self.end_decorate()
        else:
            self.use(DOUBLE_DECORATION)
            self.after = DECORATED_SECOND
            self.keep(move)

    def keep(self, place: int) -> None:
        self.card = self.hand.pop(place)
        self.cards[self.seat * KINDS + CARDS[self.card][0]] += 1
        self.phase = AREA

    def play_area(self, cell: Move) -> None:
        kind, area, bonus = CARDS[self.card]
        self.free_areas[area].remove(cell)
        self.supply[kind] -= 1
        self.decoration[cell] = kind
        if kind in (BRIDGE, PAVILION):
            insort(self.free_spots, cell)
        if kind in DECORATION_SKILL.get(self.skill[self.seat], ()):
            self.coins[self.seat] += 2
        if bonus == TOKEN_BONUS and self.token_cells:
            self.phase = TOKEN
            return
        if GREENERY <= bonus <= ROCK:
            self.cause_paid = False
            self.advance(bonus)
        self.resume()

    def play_token(self, cell: Move) -> None:
        self.take_token(cell)

    def end_decorate(self) -> None:
        self.discard += self.hand
        self.hand = []
        self.turn_up()
        self.phase = OPTIONAL

    # ------------------------------------------------------------------ influence a character

    def play_source(self, move: Move) -> None:
        if move == SEARCH:
            self.use(SELECT)
            self.phase = HIDDEN_CHARACTER
            return
        if move == DECK:
            self.figure = self.figure_deck.pop()
        else:
            self.figure = move
            self.figure_display.remove(move)
            if self.figure_deck:
                insort(self.figure_display, self.figure_deck.pop())
        self.phase = PLACE

    def play_hidden_character(self, move: Move) -> None:
        self.figure = move
        self.figure_deck.remove(move)
        self.rng.shuffle(self.figure_deck)
        self.phase = PLACE

    def play_place(self, move: Move) -> None:
        figure = move - FIGURE >> 8
        if figure != self.figure:
            self.skill[self.seat] = self.figure
        self.placed[self.seat].append(figure)
        self.stand(move)
        self.phase = OPTIONAL

    # ------------------------------------------------------------------ scoring

    def scores(self) -> list[int]:
        """Return the coins of every seat, end scoring included."""
        awards = pavilion_awards(self.cards[PAVILION::KINDS])
        totals = []
        for seat in range(self.players):
            cards = self.cards[seat * KINDS : seat * KINDS + KINDS]
            figures = sum(self.sight(figure) for figure in self.placed[seat])
            totals.append(self.coins[seat] + card_points(cards) + awards[seat] + figures)
        return totals

    def sight(self, figure: int) -> int:
        """Return the coins of a placed character: decorations in sight and its preference."""
        facing = self.figure_facing[figure]
        ray = RAYS[self.figure_cell[figure] * 4 + facing]
        seen = sum(self.decoration[cell] >= 0 for cell in ray)
        icons = self.icons[facing * 8 : facing * 8 + 8]
        if figure in ICON_PREFERENCE:
            icon, worth = ICON_PREFERENCE[figure]
            return seen + worth * icons[icon]
        if figure == OFFICER:
            return seen + 2 * sum(map(bool, icons))
        if figure == LADY:
            return seen + 6 * (bool(icons[SUN]) + bool(icons[MOON]))
        if figure == EMPRESS:
            return seen + 9 - 3 * sum(self.figure_cell[other] in ray for other in (EMPEROR, LADY))
        element = TRACK_SKILL[figure]
        tiles = [self.board[cell] for cell in ray if 0 <= self.board[cell] < 99]
        return seen + min(10, 2 * sum(element in ELEMENTS[tile] for tile in tiles))

    def winners(self) -> list[int]:
        """Return the seats that win: by score, then landscape tokens, then finished tracks."""
        ranks = [
            (
                score,
                self.tokens[seat * 2] + self.tokens[seat * 2 + 1],
                self.levels[seat * 4 : seat * 4 + 4].count(LAST_LEVEL),
            )
            for seat, score in enumerate(self.scores())
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def pavilion_awards(counts: list[int]) -> list[int]:
    """Return what each seat gets for its number of pavilion cards."""
    most = max(counts)
    leaders = counts.count(most)
    second = max((n for n in counts if n < most), default=0)
    awards = [0] * len(counts)
    for seat, count in enumerate(counts):
        if count and count == most:
            awards[seat] = 12 if leaders == 1 else 18 // leaders
        elif count and count == second and leaders == 1:
            awards[seat] = 6 // counts.count(second)
    return awards


def card_points(cards: list[int]) -> int:
    """Return the coins for one seat's decoration cards (counts by kind), pavilions apart."""
    pairs = min(cards[LOTUS], cards[PEONY]) + min(cards[BIRD], cards[FISH])
    trees = cards[FIRST_TREE:]
    sets = (sum(n >= size for n in trees) for size in range(1, max(trees) + 1))
    return 6 * pairs + 2 * cards[BRIDGE] + sum(size * size for size in sets)


PHASE_NAMES = [
    "flip",
    "main",
    "prize",
    "landscape",
    "hidden_landscape",
    "tile_2",
    "haggle",
    "card",
    "area",
    "token",
    "card_2",
    "optional",
    "source",
    "hidden_character",
    "place",
]
LEGAL: tuple[Callable[[Game], list[Move]], ...] = tuple(getattr(Game, f"legal_{n}") for n in PHASE_NAMES)
PLAY: tuple[Callable[[Game, Move], None], ...] = tuple(getattr(Game, f"play_{n}") for n in PHASE_NAMES)


def playout(players: int, rng: Random) -> tuple[int, list[int]]:
    """Play one random game; return the number of decisions taken and the final scores."""
    game = Game(players, rng)
    random = rng.random
    decisions = 0
    while game.phase != OVER:
        moves = game.legal()
        if len(moves) > 1:
            decisions += 1
            game.play(moves[int(random() * len(moves))])
        else:
            game.play(moves[0])
    return decisions, game.scores()
