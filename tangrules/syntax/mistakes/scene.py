"""A mistake with what surrounds it, as the rules that explain mistakes look at it."""

from __future__ import annotations

import attrs

from tangrules.syntax.chunks import Chunk
from tangrules.syntax.lines import Bit, Line, Slip
from tangrules.syntax.reading import Stuck


@attrs.frozen
class Scene:
    """`bits` is the sentence in which the parser stopped, over several lines if brackets hold them together.

    `at` is the place in it of what was found; it is `len(bits)` where the sentence ends too early.
    """

    chunk: Chunk
    stuck: Stuck
    bits: tuple[Bit, ...]
    at: int

    @property
    def wanted(self) -> frozenset[str]:
        return self.stuck.wanted

    @property
    def words(self) -> list[str]:
        """The texts of the sentence."""
        return [bit.text for bit in self.bits]

    @property
    def head(self) -> str:
        """The first word of the sentence."""
        return self.bits[0].text if self.bits else ""

    @property
    def found(self) -> Bit | None:
        """What stands where the parser stopped; nothing at the end of the sentence."""
        return self.bits[self.at] if self.at < len(self.bits) else None

    @property
    def word(self) -> str:
        """The text of `found`."""
        return self.found.text if self.found else ""

    @property
    def before(self) -> Bit | None:
        """What stands before it in the sentence."""
        return self.bits[self.at - 1] if 0 < self.at <= len(self.bits) else None

    @property
    def after(self) -> Bit | None:
        """What stands after it in the sentence."""
        return self.bits[self.at + 1] if self.at + 1 < len(self.bits) else None

    @property
    def line(self) -> Line:
        """The line in which the sentence begins."""
        number = self.bits[0].line if self.bits else self.stuck.line
        return self.chunk.lines[number - self.chunk.lines[0].number]

    @property
    def ends_early(self) -> bool:
        """Whether the sentence ends before the parser has all it needs."""
        return self.found is None

    @property
    def next_line(self) -> Line | None:
        """The next line with words in the chunk."""
        last = self.bits[-1].line if self.bits else self.stuck.line
        return next((line for line in self.chunk.lines if line.number > last and line.bits), None)

    @property
    def above(self) -> list[Line]:
        """The lines under which this one stands, the nearest first."""
        depth, found = self.line.depth, []
        for line in reversed(self.chunk.lines):
            if line.number < self.line.number and line.bits and line.depth < depth:
                found.append(line)
                depth = line.depth
        return found

    @property
    def item(self) -> str:
        """The first word of the item."""
        return self.chunk.lines[0].first

    @property
    def is_item(self) -> bool:
        """Whether the sentence stands where an item begins."""
        return self.chunk.role == "item" and self.line.depth == self.chunk.depth

    def slip(self, message: str, expected: str = "", suggestion: str = "", on: Bit | None = None) -> Slip:
        """Return the mistake, placed on what was found or after the sentence's last word."""
        bit = on or self.found
        if bit:
            return Slip("E-SYNTAX", message, bit.line, bit.column, bit.end, expected, suggestion)
        last = self.bits[-1] if self.bits else Bit("sign", "", self.stuck.line, 1)
        return Slip("E-SYNTAX", message, last.line, last.end, last.end + 1, expected, suggestion)


def scene_of(chunk: Chunk, stuck: Stuck) -> Scene:
    """Find the sentence in which the parser stopped."""
    sentences = _sentences(chunk)
    if stuck.kind in ("outdent", "end"):
        bits = [bits for bits in sentences if bits[0].line < stuck.line or stuck.kind == "end"][-1]
        return Scene(chunk, stuck, bits, len(bits))
    bits = next((bits for bits in sentences if bits[0].line <= stuck.line <= bits[-1].line), sentences[-1])
    if stuck.kind == "line end":
        return Scene(chunk, stuck, bits, len(bits))
    if stuck.kind in ("indent", "uneven"):
        return Scene(chunk, stuck, bits, 0)
    place = (stuck.line, stuck.column)
    at = next((at for at, bit in enumerate(bits) if (bit.line, bit.end) > place), len(bits))
    return Scene(chunk, stuck, bits, at)


def _sentences(chunk: Chunk) -> list[tuple[Bit, ...]]:
    """Join the lines that brackets hold together."""
    sentences: list[tuple[Bit, ...]] = []
    bits: list[Bit] = []
    depth = 0
    for line in chunk.lines:
        bits.extend(line.bits)
        depth += sum((bit.text in "([") - (bit.text in ")]") for bit in line.bits if bit.kind == "sign")
        if bits and depth <= 0:
            sentences.append(tuple(bits))
            bits = []
    return [*sentences, tuple(bits)] if bits else sentences
