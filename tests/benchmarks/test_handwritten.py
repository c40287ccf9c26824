"""Worked examples of the rule ledger, computed by hand, put to the hand-written Tang Garden.

Each test names its ledger entries. `lay` puts a tile down without asking whether it is legal, so that
an example needs only the neighbours that it speaks of; spaces are written row and column.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from random import Random

import pytest

from benchmarks import handwritten as tang
from benchmarks import tables
from benchmarks.tables import GREENERY, ROCK, WATER

NORTH, EAST, SOUTH, WEST = range(4)
TAO = 3
NEUTRAL = tables.EMPEROR  # a character without skill
FACES = {faces: tile for tile, (_, faces, *_) in reversed(list(enumerate(tables.TILES)))}


def tile_of(edges: str, interior: int = 0) -> int:
    if interior:
        return next(t for t, row in enumerate(tables.TILES) if row[3] == interior)
    return FACES[tuple(tables.FACE_OF[letter] for letter in edges)]


def cell(name: str) -> int:
    return int(name[0]) * 8 + int(name[1])


def quiet_game(players: int = 2, start: tuple[int, int] = (0, 0)) -> tang.Game:
    """Make a game at seat 0's main action, with skills, levels and coins out of the way."""
    game = tang.Game(players, Random(1), start)
    game.first = game.seat = 0
    game.skill = [NEUTRAL] * players
    game.begin_turn()
    reset(game)
    return game


def reset(game: tang.Game) -> None:
    game.coins = [0] * game.players
    game.levels = [0] * 4 * game.players
    game.lanterns = [False] * 4 * game.players
    game.tokens = [0] * 2 * game.players
    game.token = [-1] * 64
    game.open_stacks = [0, 1, 2, 3]
    game.phase, game.after = tang.MAIN, tang.BUILT_FIRST
    game.first_was_seen = True


def lay(game: tang.Game, edges: str, name: str, turn: int = 0, interior: int = 0) -> None:
    at = cell(name)
    if at not in game.frontier:
        insort(game.frontier, at)
    game.stacks[TAO].append(tile_of(edges, interior))
    game.place_tile(TAO, at, turn)


def gains(game: tang.Game) -> tuple[int, ...]:
    """Coins, then levels of greenery, water, rock of seat 0."""
    return (game.coins[0], *game.levels[1:4])


def position(*neighbours: tuple[str, str, int], start: tuple[int, int] = (0, 0)) -> tang.Game:
    game = quiet_game(start=start)
    for edges, name, turn in neighbours:
        reset(game)
        lay(game, edges, name, turn)
    reset(game)
    return game


def turns_at(game: tang.Game, edges: str, name: str) -> list[int]:
    game.stacks[TAO].append(tile_of(edges))
    return [move & 3 for move in game.placements([TAO]) if move >> 2 & 63 == cell(name)]


# ---- components and setup


def test_component_10_icons_of_the_tiles() -> None:
    icons = Counter(tables.ICON[tile] for stack in tables.STACKS for tile in stack)
    assert [len(stack) for stack in tables.STACKS] == [15, 15, 15, 15]
    assert icons == {0: 3, GREENERY: 12, WATER: 12, ROCK: 12, tables.PAVILION_AREA: 9, tables.SPOT: 12}


@pytest.mark.parametrize(("players", "characters"), [(2, 8), (3, 7), (4, 6)])
def test_setup_13_and_18_what_is_left_after_setup(players: int, characters: int) -> None:
    game = tang.Game(players, Random(5))
    assert len(game.figure_deck) == characters
    assert [len(pile) for pile in game.hidden] == [6, 6]
    assert [len(pile) for pile in game.display] == [2, 2]
    assert sum(game.levels) == players
    assert all(figure < NEUTRAL for figure in game.skill)


def test_setup_19_first_cells_of_the_token_layout() -> None:
    game = tang.Game(4, Random(5))
    assert Counter(game.token) == {-1: 48, tables.SMALL: 8, tables.LARGE: 8}
    assert (game.token[cell("03")], game.token[cell("04")]) == (tables.SMALL, tables.LARGE)


@pytest.mark.parametrize(("turn", "spots"), [(0, ["33", "44"]), (1, ["34", "43"]), (2, ["33", "44"])])
def test_component_07_turned_starting_tile(turn: int, spots: list[str]) -> None:
    game = quiet_game(start=(0, turn))
    assert game.free_spots == [cell(name) for name in spots]
    # Turned once, the north side shows what was west: greenery (r4c3 before), then footpath.
    north = [game.face[cell(name) * 4 + NORTH] for name in ("33", "34")]
    assert north == [(GREENERY, GREENERY, ROCK)[turn], tables.PATH]


# ---- building


def test_build_07_and_08_turns_that_fit() -> None:
    game = position(("FFFF", "01", 0), ("WWWW", "10", 0))
    # The upper neighbour shows footpath, the left one water: only F F W W, clockwise from north.
    assert turns_at(game, "WWFF", "11") == [2]
    # Only X R G W: the wall fits against the footpath.
    assert turns_at(game, "RGWX", "11") == [1]
    assert turns_at(game, "rrrr", "11") == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("neighbours", "edges", "name", "turn", "expected"),
    [
        pytest.param([("GGGG", "01", 0), ("WWWW", "12", 0)], "GWRX", "11", 0, (0, 1, 1, 0), id="build.10"),
        pytest.param([("WWWW", "01", 0), ("WWWW", "12", 0)], "WWRX", "11", 0, (0, 0, 2, 0), id="build.11"),
        pytest.param([("GGGG", "01", 0)], "GWFX", "11", 1, (0, 0, 0, 0), id="build.12"),
        pytest.param([("GFFF", "12", 2), ("RRGX", "23", 0)], "GGWX", "22", 0, (0, 2, 0, 0), id="build.16"),
        pytest.param([("WFFF", "12", 2), ("WFFF", "21", 1)], "rrrr", "22", 0, (1, 0, 2, 0), id="build.18"),
        pytest.param(
            [("RFFF", "11", 1), *(("RFRF", f"1{c}", 1) for c in (2, 3, 4, 5))],
            "wwww",
            "16",
            0,
            (1, 0, 0, 1),
            id="build.17+20",
        ),
        pytest.param(
            [("WWFF", "21", 0), ("WWFF", "11", 1), ("WWFF", "12", 2)],
            "rrrr",
            "22",
            0,
            (1, 0, 1, 0),
            id="build.17, closed at both ends",
        ),
        pytest.param([("WWWW", "12", 0), ("FFFF", "23", 0)], "WFFF", "22", 0, (1, 0, 1, 0), id="build.29"),
        pytest.param([("RFFF", "12", 2), ("FFFF", "21", 0)], "rrrr", "22", 0, (2, 0, 0, 1), id="special.08"),
        pytest.param([("rrrr", "12", 0), ("FFFF", "21", 0)], "RFFF", "22", 0, (2, 0, 0, 1), id="special.09"),
        pytest.param([("rrrr", "12", 0)], "rrrr", "22", 0, (1, 0, 0, 0), id="special.14"),
        pytest.param([("FFFF", "11", 0), ("FFFF", "02", 0)], "WFFF", "01", 3, None, id="build.14"),
    ],
)
def test_build_rewards_of_one_placement(
    neighbours: list[tuple[str, str, int]],
    edges: str,
    name: str,
    turn: int,
    expected: tuple[int, ...] | None,
) -> None:
    game = position(*neighbours)
    lay(game, edges, name, turn)
    if expected is None:  # water towards the missing corner r0c0: the region stays open for ever
        assert game.phase == tang.PRIZE
        game.play(0)
        expected = (2, 0, 0, 0)
    assert gains(game) == expected


def test_build_16_region_of_the_starting_tile() -> None:
    # Face A shows greenery north of r3c3 and west of r4c3: one area (build.13, build.24).
    game = position(("GFFF", "23", 2))
    assert gains(game) == (0, 0, 0, 0)
    lay(game, "GFFF", "42", 1)
    assert gains(game) == (0, 2, 0, 0)


@pytest.mark.parametrize(("prize", "expected"), [(0, (2, 1, 0, 0)), (ROCK, (0, 1, 0, 1))])
def test_build_22_and_26_interior_area_and_two_footpaths(prize: int, expected: tuple[int, ...]) -> None:
    game = position(("FFFF", "12", 0), ("FFFF", "23", 0))
    lay(game, "FFFF", "22", interior=GREENERY)
    assert game.legal() == [0, GREENERY, WATER, ROCK]
    game.play(prize)
    assert gains(game) == expected


def test_build_29_water_closed_with_two_footpaths() -> None:
    game = position(("WFFF", "12", 2), ("FFFF", "23", 0), ("FFFF", "32", 0))
    lay(game, "WFFF", "22")
    game.play(0)
    assert gains(game) == (2, 0, 2, 0)


@pytest.mark.parametrize(("already_taken", "left"), [(1, 2), (2, 4)])
def test_build_31_refill(already_taken: int, left: int) -> None:
    game = quiet_game()
    game.open_stacks = list(range(already_taken, 4))
    game.stacks[1].append(tile_of("FFFF"))
    game.stacks[2].append(tile_of("FFFF"))
    game.play(next(move for move in game.legal() if move >> 8 == 2))
    assert len(game.open_stacks) == left


def test_lantern_04_refill_comes_after_the_second_tile() -> None:
    game = quiet_game()
    game.lanterns[tang.DOUBLE_TILE] = True
    game.open_stacks = [1, 2]
    game.begin_turn()
    game.stacks[1].append(tile_of("FFFF"))
    game.stacks[2].append(tile_of("FFFF"))
    game.play(next(move for move in game.legal() if move >> 8 == 2))
    assert game.phase == tang.TILE_2
    second = game.legal()
    assert second[-1] == tang.PASS
    assert {move >> 8 for move in second[:-1]} == {1}
    game.play(second[0])
    if game.phase == tang.PRIZE:
        game.play(0)
    assert (game.phase, game.open_stacks, game.lantern_used) == (tang.OPTIONAL, [0, 1, 2, 3], True)


@pytest.mark.parametrize(("first", "second"), [(2, {1}), (0, set())])
def test_lantern_05_both_tiles_lay_open_when_the_turn_began(first: int, second: set[int]) -> None:
    game = quiet_game()
    game.skill[0] = tables.OFFICER
    game.lanterns[tang.DOUBLE_TILE] = True
    game.open_stacks = [1, 2]
    game.begin_turn()
    assert game.legal() == [0, 3, tang.PASS]
    game.play(0)
    for stack in (0, 1, 2):
        game.stacks[stack].append(tile_of("FFFF"))
    game.play(next(move for move in game.legal() if move >> 8 == first))
    assert {move >> 8 for move in game.legal() if move < tang.DECORATE} == second


def test_landscape_02_covering_a_token() -> None:
    game = position(("GGGG", "12", 0))
    game.token[cell("22")] = tables.SMALL
    game.token_cells = [cell("22")]
    lay(game, "GWRX", "22")
    assert (game.phase, gains(game), game.tokens[:2]) == (tang.LANDSCAPE, (0, 1, 0, 0), [1, 0])
    assert len(game.legal()) == 2 * 8  # two visible tiles, eight free small slots
    game.play(game.legal()[0])
    assert (len(game.display[0]), len(game.hidden[0]), len(game.free_slots[0])) == (2, 5, 7)


# ---- decorating


@pytest.mark.parametrize(("face_down", "drawn"), [(0, 2), (1, 3), (2, 4)])
def test_decorate_01_and_21_cards_drawn_then_tops_turned(face_down: int, drawn: int) -> None:
    game = quiet_game()
    game.open_stacks = list(range(face_down, 4))
    game.play(tang.DECORATE)
    assert len(game.hand) == drawn
    assert game.legal() == [tang.PASS]  # no area anywhere: decorate.16
    game.play(tang.PASS)
    assert (game.phase, game.open_stacks, len(game.discard)) == (tang.OPTIONAL, [0, 1, 2, 3], drawn)


def test_decorate_07_and_influence_25_fish_with_child() -> None:
    game = quiet_game()
    game.skill[0] = tables.CHILD
    game.free_areas[WATER] = [cell("22")]
    game.deck += [18, 18]  # fish with one water level, drawn twice
    game.play(tang.DECORATE)
    game.play(game.legal()[0])
    assert game.legal() == [cell("22")]
    game.play(cell("22"))
    assert gains(game) == (2, 0, 1, 0)
    assert (game.supply[tables.FISH], game.cards[tables.FISH]) == (3, 1)


def test_decorate_19_pavilion_gives_a_spot() -> None:
    game = quiet_game()
    game.card, game.after = 30, tang.DECORATED_FIRST
    game.free_areas[tables.PAVILION_AREA].append(cell("22"))
    game.phase = tang.AREA
    game.play(cell("22"))
    assert cell("22") in game.free_spots


# ---- tracks, characters, lanterns


def test_board_05_coin_space_passed_over() -> None:
    game = quiet_game()
    game.levels[WATER] = 4
    game.advance(WATER)
    game.advance(WATER)
    assert gains(game) == (2, 0, 6, 0)


def test_board_04_and_06_whole_tracks() -> None:
    game = quiet_game()
    for element in (GREENERY, WATER, ROCK) * 12:
        game.advance(element)
    assert gains(game) == (21, 10, 10, 10)


def test_influence_03_first_threshold() -> None:
    game = quiet_game()
    game.levels[1:4] = [2, 4, 2]
    invited = []
    for element in (GREENERY, ROCK):  # 3/4/2, then 3/4/3
        game.advance(element)
        invited.append(game.invited)
    assert invited == [False, True]
    game.phase = tang.OPTIONAL
    assert game.legal() == [tang.INFLUENCE, tang.PASS]


def test_influence_17_and_19_token_kept_then_lost() -> None:
    game = quiet_game()
    game.invited = True
    game.end_turn()
    assert game.calls == [True, False]
    game.seat = 0
    game.begin_turn()
    game.levels[1:4] = [6, 6, 5]
    game.advance(ROCK)
    assert (game.calls[0], game.invited) == (False, True)


def test_influence_11_the_other_character_stays_active() -> None:
    game = quiet_game()
    game.skill[0] = tables.POET
    game.figure, game.phase = tables.MONK, tang.PLACE
    poet_looks_east = tang.FIGURE + tables.POET * 256 + cell("33") * 4 + EAST
    assert len(game.legal()) == 2 * 2 * 4
    game.play(poet_looks_east)
    assert (game.skill[0], game.placed[0], game.free_spots) == (tables.MONK, [tables.POET], [cell("44")])


def test_influence_32_hermit_is_paid_once_per_cause() -> None:
    game = position(("RRRR", "12", 0), ("RRRR", "23", 0))
    game.skill[0] = tables.HERMIT
    lay(game, "RRGX", "22")
    assert gains(game) == (1, 0, 0, 2)
    game.card, game.after = 39, tang.DECORATED_FIRST  # a tree with one rock level
    game.free_areas[ROCK].append(cell("55"))
    game.play_area(cell("55"))
    assert gains(game) == (2, 0, 0, 3)


def test_influence_31_monk_is_paid_for_a_rearmost_cube() -> None:
    game = quiet_game()
    game.skill[0] = tables.MONK
    game.levels[1:4] = [2, 1, 1]
    for element in (GREENERY, WATER, WATER, ROCK):  # not rearmost, tied, no longer, alone
        game.advance(element)
    assert gains(game) == (2, 3, 3, 2)


@pytest.mark.parametrize(
    ("players", "tokens", "moves"),
    [(3, [3, 1], [0]), (3, [2, 2], []), (2, [0, 3], []), (2, [0, 4], [4])],
)
def test_refresh_01_and_02_price(players: int, tokens: list[int], moves: list[int]) -> None:
    game = quiet_game(players)
    game.lanterns[:4] = [False, True, True, True]
    game.tokens[:2] = tokens
    game.phase = tang.OPTIONAL
    assert game.legal() == [tang.REFRESH + move for move in moves] + [tang.PASS]


def test_lantern_08_to_10_moves_and_turns() -> None:
    game = quiet_game()
    game.placed[0], game.placed[1] = [tables.LADY], [tables.CHILD]
    game.lanterns[tang.MOVE_CHARACTER] = True
    game.figure_cell[tables.LADY], game.figure_facing[tables.LADY] = cell("33"), SOUTH
    game.free_spots = [cell("44")]
    game.phase = tang.OPTIONAL
    base = tang.FIGURE + tables.LADY * 256
    moves = [base + cell("44") * 4 + facing for facing in range(4)]
    turns = [base + cell("33") * 4 + facing for facing in (NORTH, EAST, WEST)]
    assert game.legal() == [*moves, *turns, tang.PASS]
    game.play(moves[1])
    assert (game.free_spots, game.figure_cell[tables.LADY]) == ([cell("33")], cell("44"))
    assert game.legal() == [tang.PASS]


# ---- end and scoring


@pytest.mark.parametrize(("left", "over"), [(4, False), (3, True)])
def test_end_01_and_03_the_round_is_finished(left: int, over: bool) -> None:
    game = quiet_game()
    game.token_cells = game.token_cells[:left]
    game.end_turn()
    assert game.phase == tang.MAIN
    game.end_turn()
    assert (game.phase == tang.OVER) is over


@pytest.mark.parametrize(
    ("counts", "awards"),
    [
        ([3, 2, 1], [12, 6, 0]),
        ([3, 1], [12, 6]),
        ([2, 2, 1], [9, 9, 0]),
        ([2, 2, 2], [6, 6, 6]),
        ([1, 1, 1, 1], [4, 4, 4, 4]),
        ([3, 1, 1], [12, 3, 3]),
        ([3, 1, 1, 1], [12, 2, 2, 2]),
        ([2, 0, 0], [12, 0, 0]),
        ([0, 0], [0, 0]),
    ],
)
def test_score_04_to_08_pavilions(counts: list[int], awards: list[int]) -> None:
    assert tang.pavilion_awards(counts) == awards


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ([3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], 12),
        ([0, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0], 6),
        ([0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0], 6),
        ([0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1], 16),
        ([0, 0, 0, 0, 0, 0, 3, 2, 1, 0, 0], 14),
        ([0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2], 50),
        ([0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0], 3),
    ],
)
def test_score_02_to_11_cards(cards: list[int], points: int) -> None:
    assert tang.card_points(cards) == points


def stand(game: tang.Game, figure: int, name: str, facing: int) -> None:
    game.figure_cell[figure], game.figure_facing[figure] = cell(name), facing


def test_sight_01_decorations_in_line() -> None:
    game = quiet_game()
    for name in ("42", "45", "47", "35"):
        game.decoration[cell(name)] = tables.LOTUS
    game.icons = [0] * 32
    stand(game, tables.EMPEROR, "42", EAST)
    assert game.sight(tables.EMPEROR) == 3


@pytest.mark.parametrize(("seen", "coins"), [([], 9), ([tables.LADY], 6), ([tables.LADY, tables.EMPEROR], 3)])
def test_influence_29_empress(seen: list[int], coins: int) -> None:
    game = quiet_game()
    stand(game, tables.EMPRESS, "20", EAST)
    for figure, name in zip(seen, ("24", "27"), strict=False):
        stand(game, figure, name, NORTH)
    assert game.sight(tables.EMPRESS) == coins


@pytest.mark.parametrize(
    ("figure", "icons", "coins"),
    [
        (tables.LADY, [tables.SUN, tables.SUN], 6),
        (tables.LADY, [tables.SUN, tables.MOON], 12),
        (tables.LADY, [tables.DRAGON], 0),
        (tables.EMPEROR, [tables.DRAGON, tables.MOON, tables.DRAGON], 10),
        (tables.ARCHITECT, [tables.CONSTRUCTION] * 2, 6),
        (tables.CHILD, [tables.ANIMAL] * 3, 6),
        (tables.OFFICER, [tables.ANIMAL, tables.ANIMAL, tables.SUN], 4),
    ],
)
def test_influence_24_to_33_icons_on_the_faced_side(figure: int, icons: list[int], coins: int) -> None:
    game = quiet_game()
    game.icons = [9] * 8 + [0] * 24  # north is full, and the figure faces west
    for icon in icons:
        game.icons[WEST * 8 + icon] += 1
    stand(game, figure, "33", WEST)
    assert game.sight(figure) == coins


@pytest.mark.parametrize(("tiles", "coins"), [(2, 4), (6, 10)])
def test_influence_32_poet_sees_water_tiles(tiles: int, coins: int) -> None:
    game = quiet_game()
    for column in range(tiles):
        game.board[8 + column] = tile_of("WWWW")
    game.board[8 + 7] = tile_of("wwww")  # the temple's walls are no terrain
    stand(game, tables.POET, "10", EAST)
    assert game.sight(tables.POET) == coins


@pytest.mark.parametrize(
    ("coins", "tokens", "levels", "winners"),
    [
        ([85, 85], [1, 2, 0, 2], [0, 0, 0, 0, 0, 0, 0, 0], [0]),
        ([85, 85], [1, 1, 0, 2], [0, 10, 10, 4, 0, 10, 9, 9], [0]),
        ([85, 85], [1, 1, 0, 2], [0, 10, 1, 4, 0, 10, 9, 9], [0, 1]),
        ([84, 85], [3, 3, 0, 0], [0, 10, 10, 10, 0, 0, 0, 0], [1]),
    ],
)
def test_tie_01_to_03_winners(
    coins: list[int], tokens: list[int], levels: list[int], winners: list[int]
) -> None:
    game = quiet_game()
    game.coins, game.tokens, game.levels = coins, tokens, levels
    assert game.winners() == winners


# ---- whole games


def naive_placements(game: tang.Game) -> list[int]:
    """List the builds straight from build.05 to build.08, with no table but the geometry."""
    moves = []
    for stack in game.open_stacks:
        for at in tables.CELLS:
            beside = [tables.ACROSS[at * 4 + side] for side in range(4)]
            if game.board[at] >= 0 or not any(b < 256 and game.board[b >> 2] >= 0 for b in beside):
                continue
            for turn, faces in enumerate(tables.TURNED[game.stacks[stack][-1]]):
                theirs = [game.face[b] for b in beside]
                pairs = [(a, b) for a, b in zip(faces, theirs, strict=True) if b not in (0, tables.RIM)]
                if all(a == b or a >= tables.WALL or b >= tables.WALL for a, b in pairs):
                    moves.append(stack * 256 + at * 4 + turn)
    return moves


def assert_conserved(game: tang.Game) -> None:
    assert sum(0 <= tile < 99 for tile in game.board) + sum(map(len, game.stacks)) == 60
    assert len(game.deck) + len(game.discard) + len(game.hand) + sum(game.cards) == 54
    assert sum(game.supply) + sum(kind >= 0 for kind in game.decoration) == 36
    spent = 16 - len(game.token_cells) - sum(game.tokens)
    assert spent >= 0
    assert spent % game.price == 0
    outside = [len(pile) + len(shown) for pile, shown in zip(game.hidden, game.display, strict=True)]
    assert outside == [len(slots) for slots in game.free_slots]
    drawn = [game.figure] if game.phase == tang.PLACE else []
    placed = [figure for figures in game.placed for figure in figures]
    figures = [*placed, *game.skill, *game.figure_deck, *game.figure_display, *drawn]
    assert sorted(figures) == list(range(12))
    assert all(0 <= level <= 10 for level in game.levels)
    assert min(game.coins) >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_conserve_all_pieces_and_list_every_build(players: int) -> None:
    for seed in range(4):
        rng = Random(seed)
        game = tang.Game(players, rng)
        while game.phase != tang.OVER:
            moves = game.legal()
            assert len(moves) == len(set(moves)) > 0
            if game.phase == tang.MAIN:
                assert [move for move in moves if move < tang.DECORATE] == naive_placements(game)
            game.play(rng.choice(moves))
            assert_conserved(game)
        assert game.rounds < tang.MAX_ROUNDS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playout_repeats_and_scores_plausibly(players: int) -> None:
    results = [tang.playout(players, Random(seed)) for seed in range(30)]
    assert results == [tang.playout(players, Random(seed)) for seed in range(30)]
    assert all(len(scores) == players and 0 <= min(scores) <= max(scores) < 150 for _, scores in results)
    assert all(20 < decisions < 250 for decisions, _ in results)
