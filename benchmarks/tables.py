"""The components of Tang Garden as tuples and lookup tables, for the hand-written program.

Faces, cards and icons are the assumed tables of the scenario; `_fits` and `_neighbours` turn them
into what the inner loops read.
"""

from __future__ import annotations

from itertools import product

# Faces of an edge. A temple of element e is the special edge TEMPLE + e.
EMPTY, GREENERY, WATER, ROCK, PATH, WALL, TEMPLE, RIM = 0, 1, 2, 3, 4, 5, 5, 9
PAVILION_AREA, SPOT = 4, 5  # icons; the areas 1 to 3 are the elements
NO_BONUS, TOKEN_BONUS = 0, 4  # bonuses; 1 to 3 are one level of the element

# Stack, edges clockwise from north, copies, interior element, icon (P pavilion, S spot, - none).
ELEMENT_FRONTS = "EEEE 2 - E|EEEF 4 - E|EEFF 3 - S|EFEF 2 - E|EFFF 2 - P|FFFF 2 E E"
TAO_FRONTS = (
    "GWFX 1 - P|WRFX 1 - P|RGFX 1 - P|GGWX 1 - G|WWRX 1 - W|RRGX 1 - R|GFWF 1 - S|WFRF 1 - S|"
    "RFGF 1 - S|GWRX 1 - W|WRGX 1 - R|RGWX 1 - G|wwww 1 - -|gggg 1 - -|rrrr 1 - -"
)
FACE_OF = {"G": 1, "W": 2, "R": 3, "F": 4, "X": 5, "g": 6, "w": 7, "r": 8}
ICON_OF = {"-": 0, "G": 1, "W": 2, "R": 3, "P": PAVILION_AREA, "S": SPOT}

START_FACES = ("GFWFRFGF", "WFRFGFRF")  # clockwise from the north edge of the north-west space
START_CELLS = (27, 28, 36, 35)  # r3c3, r3c4, r4c4, r4c3: clockwise

LOTUS, PEONY, BIRD, FISH, BRIDGE, PAVILION, FIRST_TREE, KINDS = 0, 1, 2, 3, 4, 5, 6, 11
SUPPLY = (4, 4, 4, 4, 4, 6, 2, 2, 2, 2, 2)
KIND_AREA = (2, 1, 1, 2, 2, 4, 3, 3, 3, 1, 1)
KIND_BONUSES = ("WWWWT-", "GGGGT-", "GGGGT-", "WWWWT-", "WWTT--", "GGGWWWRRR") + (("RRT",) * 3 + ("GGT",) * 2)
BONUS_OF = {"-": NO_BONUS, "G": 1, "W": 2, "R": 3, "T": TOKEN_BONUS}

SMALL, LARGE = 0, 1
# Cells of the landscape tokens as row and column: small, large, small, ...
TOKENS_2 = "13 14 15 26 36 46 56 65 64 63 62 51 41 31 21 12"
TOKENS_34 = "03 04 15 26 37 47 56 65 74 73 62 51 40 30 21 12"
ANIMAL, CONSTRUCTION, DRAGON, MOON, SUN, TEMPLE_ICON, VILLAGE, WATERFALL = range(8)
LANDSCAPE_ICONS = (
    tuple((k % 8, (k + 3) % 8) for k in range(12)),
    tuple((k, (k + 1) % 8, (k + 4) % 8) for k in range(8)),
)

(ARCHITECT, CHILD, EMPRESS, HERMIT, POET, STUDENT) = range(6)  # the starting characters
(EMPEROR, LADY, MERCHANT, MONK, OFFICER, SWORD_DANCER) = range(6, 12)
START_ELEMENT = (GREENERY, ROCK, WATER, ROCK, WATER, GREENERY)
TRACK_SKILL = (0, 0, 0, ROCK, WATER, GREENERY, 0, 0, 0, 0, 0, 0)  # one coin per cause
DECORATION_SKILL = {ARCHITECT: (BRIDGE, PAVILION), CHILD: (BIRD, FISH), EMPRESS: (LOTUS, PEONY)}
ICON_PREFERENCE = {
    ARCHITECT: (CONSTRUCTION, 3),
    CHILD: (ANIMAL, 2),
    EMPEROR: (DRAGON, 5),
    MERCHANT: (VILLAGE, 3),
    MONK: (TEMPLE_ICON, 3),
    SWORD_DANCER: (WATERFALL, 3),
}


def _cells(text: str) -> tuple[int, ...]:
    return tuple(int(word[0]) * 8 + int(word[1]) for word in text.split())


def _garden_tiles() -> list[tuple[int, tuple[int, ...], int, int, int]]:
    fronts = [(3, row) for row in TAO_FRONTS.split("|")]
    for stack, letter in enumerate("GWR"):
        fronts += [(stack, row) for row in ELEMENT_FRONTS.replace("E", letter).split("|")]
    tiles = []
    for stack, row in fronts:
        edges, copies, interior, icon = row.split()
        faces = tuple(FACE_OF[letter] for letter in edges)
        tiles.append((stack, faces, int(copies), ICON_OF[interior], ICON_OF[icon]))
    return sorted(tiles, key=lambda tile: tile[0])


def _neighbours() -> tuple[list[int], list[int]]:
    """For each edge cell * 4 + side: the edge it meets (256 beyond the rim), and that cell."""
    across, cell_across = [256] * 256, [-1] * 256
    for cell in CELLS:
        row, column = divmod(cell, 8)
        for side, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            other = (row + down) * 8 + column + right
            if 0 <= row + down < 8 and 0 <= column + right < 8 and other in CELLS:
                across[cell * 4 + side] = other * 4 + (side + 2) % 4
                cell_across[cell * 4 + side] = other
    return across, cell_across


def _ray(edge: int) -> tuple[int, ...]:
    cells = []
    while edge >= 0:
        cells.append(edge >> 2)
        other = CELL_ACROSS[edge]
        edge = other * 4 + (edge & 3) if other >= 0 else -1
    return tuple(cells)


def _fits(turned: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """For each key (what the four neighbours ask for, in base five): the turns that match."""
    return [
        tuple(
            turn
            for turn, faces in enumerate(turned)
            if all(n == 0 or f == n or f >= WALL for f, n in zip(faces, needs, strict=True))
        )
        for needs in (key[::-1] for key in product(range(5), repeat=4))
    ]


CELLS = tuple(cell for cell in range(64) if cell not in (0, 7, 56, 63))
LAYOUT_2, LAYOUT_34 = _cells(TOKENS_2), _cells(TOKENS_34)
ACROSS, CELL_ACROSS = _neighbours()
RAYS = [_ray(edge) if edge >> 2 in CELLS else () for edge in range(256)]
POWERS = (1, 5, 25, 125)
TILES = _garden_tiles()
STACKS = [[t for t, row in enumerate(TILES) for _ in range(row[2]) if row[0] == k] for k in range(4)]
ICON = [row[4] for row in TILES]
TURNED = [tuple(row[1][-r:] + row[1][:-r] for r in range(4)) for row in TILES]
FITS = [_fits(turned) for turned in TURNED]
ELEMENTS = [tuple(e for e in (1, 2, 3) if e in row[1] or e == row[3]) for row in TILES]
CARDS = [
    (kind, KIND_AREA[kind], BONUS_OF[letter])
    for kind, bonuses in enumerate(KIND_BONUSES)
    for letter in bonuses
]
