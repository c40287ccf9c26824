"""The words of the language, by the part they play. What the grammar says about them is checked by a test."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a line of words."""
    return frozenset(text.split())


HEADER_WORDS = words(
    "tang game module mix part players at ledger include extends requires excludes recommends "
    "discourages only"
)
"""Words that begin a line of the header."""

PACK_WORDS = words("game module mix part")
"""Words that begin the line that says what a file is."""

ITEM_WORDS = words(
    "icons piece table layout zone track region value adjust to turn action require law waive before after "
    "instead whenever score end winner grades invariant example look implements order replace extend remove "
    "add while with for"
)
"""Words that begin a line at the left margin."""

STATEMENT_WORDS = words(
    "let set change gain lose pay advance move lay swap draw shuffle pick roll show choose may in offer "
    "proceed stop finish everyone nothing step if for repeat"
)
"""Words that begin something that happens."""

EXAMPLE_WORDS = words("given rig answer expect")
"""Words that begin a statement that only examples have."""

PLAYER_WORDS = words("gains loses pays advances draws chooses may does leaves")
"""Words that say what a named player does: `q gains 2 coins`."""

BLOCK_WORDS = words("step if else for repeat may option otherwise given choose")
"""Words that begin a statement with a block under it, or may do so."""

_EXPRESSION_WORDS = words(
    "your their you they seat yes no nothing not and or is in div mod if then else share sum every any none "
    "max min all first distinct count highest lowest allowed where by when"
)
_WORDS_AFTER_VALUES = words(
    "at on to from into as turned times changes once assumed because otherwise pass ties up one list option "
    "refused slots over sees winners grade the"
)

RESERVED = (
    ITEM_WORDS | STATEMENT_WORDS | EXAMPLE_WORDS | PLAYER_WORDS | _EXPRESSION_WORDS | _WORDS_AFTER_VALUES
)
"""Words that cannot name an author's own things: somewhere a name could stand in the same place."""

RESERVED_FOR_FIELDS = frozenset({"yes", "no", "nothing"})
"""Fields are written after a dot or as the heading of a column, where few words are in the way."""

WORDS_ALSO_NAMES = words("a an areas counter deck flag grid note parts pile plane row sites")
"""Words of the language that may be names all the same: they mean something in one place only."""
