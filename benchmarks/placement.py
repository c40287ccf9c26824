"""The placement core alone, by hand: lay the 60 garden tiles at random until none fits.

One seat, four open stacks whose next tile is always known, the board of 60 spaces round a 2x2
starting tile, matching edges, and a count of enclosed regions. No rewards, tokens or characters:
the measure is the joint choice of stack, space and turn with the upkeep that it needs.
"""

from __future__ import annotations

from bisect import insort
from random import Random

from benchmarks.tables import (
    ACROSS,
    CELL_ACROSS,
    ELEMENTS,
    EMPTY,
    FACE_OF,
    FITS,
    PATH,
    POWERS,
    RIM,
    ROCK,
    STACKS,
    START_CELLS,
    START_FACES,
    TURNED,
)


class Garden:
    """A board with its stacks; `legal()` lists stack * 256 + cell * 4 + turn."""

    __slots__ = ("enclosed", "face", "frontier", "key", "open_edges", "parent", "stacks")

    def __init__(self, rng: Random) -> None:
        self.stacks = [stack.copy() for stack in STACKS]
        for stack in self.stacks:
            rng.shuffle(stack)
        self.face = [EMPTY] * 256 + [RIM]  # cell * 4 + side; 256 is beyond the rim
        self.key = [0] * 64  # what the neighbours of a space ask for, in base five
        self.frontier: list[int] = []
        self.parent = list(range(256))  # area cell * 4 + element -> area of the same region
        self.open_edges = [0] * 256
        self.enclosed = 0
        for i, letter in enumerate(START_FACES[0]):
            self.lay_start_edge(START_CELLS[(i + 1) // 2 % 4], i // 2, FACE_OF[letter])

    def lay_start_edge(self, cell: int, side: int, face: int) -> None:
        edge = cell * 4 + side
        self.face[edge] = face
        if face <= ROCK:
            area = START_CELLS[0] * 4 + face
            self.parent[cell * 4 + face] = area
            self.open_edges[area] += 1
        self.key[CELL_ACROSS[edge]] += face * POWERS[ACROSS[edge] & 3]
        insort(self.frontier, CELL_ACROSS[edge])

    def legal(self) -> list[int]:
        moves: list[int] = []
        key, frontier = self.key, self.frontier
        for k, stack in enumerate(self.stacks):
            if stack:
                fits = FITS[stack[-1]]
                moves += [k * 256 + cell * 4 + turn for cell in frontier for turn in fits[key[cell]]]
        return moves

    def play(self, move: int) -> None:
        tile, cell = self.stacks[move >> 8].pop(), move >> 2 & 63
        self.frontier.remove(cell)
        areas = [cell * 4 + element for element in ELEMENTS[tile]]
        for side, mine in enumerate(TURNED[tile][move & 3]):
            self.face[cell * 4 + side] = mine
            across = ACROSS[cell * 4 + side]
            theirs = self.face[across]
            if theirs == EMPTY:
                self.reach(across, mine)
            elif theirs <= ROCK:
                areas.append(self.close(across, theirs, cell * 4 + mine if mine == theirs else -1))
            if mine <= ROCK and theirs in (EMPTY, RIM):
                self.open_edges[self.find(cell * 4 + mine)] += 1
        regions = {self.find(area) for area in areas}
        self.enclosed += sum(self.open_edges[region] == 0 for region in regions)

    def reach(self, across: int, face: int) -> None:
        cell = across >> 2
        if face <= PATH:
            self.key[cell] += face * POWERS[across & 3]
        if cell not in self.frontier:
            insort(self.frontier, cell)

    def close(self, across: int, element: int, mine: int) -> int:
        """Close the edge across, joining its region with my area if I match it."""
        region = self.find((across & ~3) + element)
        self.open_edges[region] -= 1
        if mine >= 0:
            other = self.find(mine)
            if other != region:
                self.parent[other] = region
                self.open_edges[region] += self.open_edges[other]
        return region

    def find(self, area: int) -> int:
        parent = self.parent
        while parent[area] != area:
            area = parent[area]
        return area


def playout(rng: Random) -> tuple[int, int]:
    """Lay tiles at random to the end; return the number of decisions and of enclosed regions."""
    garden = Garden(rng)
    random = rng.random
    decisions = 0
    while moves := garden.legal():
        decisions += len(moves) > 1
        garden.play(moves[int(random() * len(moves))])
    return decisions, garden.enclosed
