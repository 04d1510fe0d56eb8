"""The words and functions the language brings along. This one table is read by the checker, by the language
reference and by whatever completes a half-written line.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .checked import BuiltIn, Function

DIRECTIONS = ("North", "NorthEast", "East", "SouthEast", "South", "SouthWest", "West", "NorthWest")


@dataclass(frozen=True, slots=True)
class BuiltInWord:
    """A word with a value of its own. `reads` None: a literal, or a name that only some places know
    (`this`).
    """

    name: str
    type: str
    meaning: str
    reads: BuiltIn | None = None


WORDS: tuple[BuiltInWord, ...] = (
    BuiltInWord("you", "player", "whoever is being asked, or scored", BuiltIn.YOU),
    BuiltInWord("opponent", "player", "the other of two players", BuiltIn.OPPONENT),
    BuiltInWord("others", "list of player", "all but you, from your left", BuiltIn.OTHERS),
    BuiltInWord("everyone", "list of player", "all players from the first seat", BuiltIn.EVERYONE),
    BuiltInWord("players", "number", "how many play", BuiltIn.PLAYERS),
    BuiltInWord("round", "number", "the number of the round, from 1", BuiltIn.ROUND),
    BuiltInWord("this", "card", "the card whose effect or worth it is"),
    BuiltInWord("yes", "truth", "it is so"),
    BuiltInWord("no", "truth", "it is not so"),
    BuiltInWord("none", "nothing", "no value; every test on it fails but `is none`"),
)
WORD_BY_NAME = {word.name: word for word in WORDS}

NOTES = {"points": "what a player has scored so far; the score lines add to it"}

ADJECTIVES = {
    "empty": "a zone without a card, a list without an item",
    "filled": "a zone with a card, a list with an item",
    "alike": "cards that all have the same kind, attributes and notes",
}

TYPE_WORDS = {
    "number": "a whole number",
    "truth": "yes or no",
    "player": "a seat",
    "card": "a card, piece, token or die of any kind",
    "kind": "what cards that are alike have in common",
    "pile": "a zone whose first card is its top",
    "row": "a zone whose cards are added at the end",
    "group": "a zone without order",
    "space": "a zone for one card at most",
    "direction": "North, NorthEast and so on",
}


class Wanted(Enum):
    """What a built-in function takes, as a message calls it."""

    PILE = "a pile or row"
    PILES = "a list of piles"
    ZONE_OR_LIST = "a zone or list"
    ZONE_OR_ZONES = "a zone or a list of zones"
    LIST = "a list"
    LISTS = "a list of lists"
    ITEM = "an item of the list"
    CARD = "a card"
    KIND = "a kind of card by its name"
    PLAYER = "a player"
    ENUM = "a value of an enum"
    GRID = "a board of rows and columns"
    SQUARE = "a place on a board"
    SQUARES = "a list of places"
    DIRECTION = "a direction"
    NUMBER = "a number"


@dataclass(frozen=True, slots=True)
class BuiltInFunction:
    """A function; with one parameter it is written `top of pile`, with two `nth(pile, n)`."""

    function: Function
    name: str
    parameters: tuple[Wanted, ...]
    result: str
    meaning: str

    @property
    def usage(self) -> str:
        """How it is written: `top of`, `nth(a pile or row, a number)`."""
        if len(self.parameters) == 1:
            return f"{self.name} of"
        return f"{self.name}({', '.join(parameter.value for parameter in self.parameters)})"


_F = Function
_W = Wanted
FUNCTIONS: tuple[BuiltInFunction, ...] = (
    BuiltInFunction(_F.TOP, "top", (_W.PILE,), "card or none", "its first card"),
    BuiltInFunction(_F.BOTTOM, "bottom", (_W.PILE,), "card or none", "its last card"),
    BuiltInFunction(_F.NTH, "nth", (_W.PILE, _W.NUMBER), "card or none", "the so manieth card from the top"),
    BuiltInFunction(_F.NTH_ITEM, "nth", (_W.LIST, _W.NUMBER), "item or none", "the so manieth item"),
    BuiltInFunction(_F.TOPS, "tops", (_W.PILES,), "list of card", "the top cards that are there"),
    BuiltInFunction(_F.SIZE, "size", (_W.ZONE_OR_LIST,), "number", "how many cards or items it has"),
    BuiltInFunction(_F.CARDS, "cards", (_W.ZONE_OR_ZONES,), "list of card", "its cards, top first"),
    BuiltInFunction(_F.FIRST, "first", (_W.LIST,), "item or none", "the first item"),
    BuiltInFunction(_F.LAST, "last", (_W.LIST,), "item or none", "the last item"),
    BuiltInFunction(_F.JOIN, "join", (_W.LISTS,), "list", "all the lists, one behind the other"),
    BuiltInFunction(_F.COUNT, "count", (_W.ITEM, _W.LIST), "number", "how often the item is in the list"),
    BuiltInFunction(
        _F.OCCURRENCES,
        "occurrences",
        (_W.LIST, _W.LIST),
        "number",
        "how often the first list stands in the second without a gap; finds may overlap",
    ),
    BuiltInFunction(_F.PLACE, "place", (_W.CARD,), "zone", "the zone it lies in"),
    BuiltInFunction(_F.HOLDER, "holder", (_W.CARD,), "player or none", "whose zone it lies in"),
    BuiltInFunction(_F.FACES, "kinds", (_W.KIND,), "list of kind", "its faces, in order"),
    BuiltInFunction(_F.WORTH, "worth", (_W.CARD,), "number", "what its `worth of` says, else 0"),
    BuiltInFunction(_F.LEFT, "left", (_W.PLAYER,), "player", "who plays next, clockwise"),
    BuiltInFunction(_F.RIGHT, "right", (_W.PLAYER,), "player", "who plays before, clockwise"),
    BuiltInFunction(_F.PARTNER, "partner", (_W.PLAYER,), "player", "the other one of a team of two"),
    BuiltInFunction(_F.NEXT, "next", (_W.ENUM,), "enum value", "the next value; the first behind the last"),
    BuiltInFunction(_F.POSITION, "position", (_W.ENUM,), "number", "its place in the enum, from 1"),
    BuiltInFunction(_F.ROWS, "rows", (_W.GRID,), "list of list of space", "its rows"),
    BuiltInFunction(_F.COLUMNS, "columns", (_W.GRID,), "list of list of space", "its columns"),
    BuiltInFunction(
        _F.PILE_ROWS,
        "rows",
        (_W.PILES,),
        "list of list of card",
        "the piles laid side by side and read across: all first cards, all second ones, ...; `none` below a shorter pile",
    ),
    BuiltInFunction(
        _F.PILE_COLUMNS,
        "columns",
        (_W.PILES,),
        "list of list of card",
        "the piles laid side by side and read downwards; `none` below a shorter pile",
    ),
    BuiltInFunction(
        _F.LIST_COLUMNS,
        "columns",
        (_W.LISTS,),
        "list of list",
        "the lists written below one another and read downwards; `none` behind a shorter list",
    ),
    BuiltInFunction(
        _F.LINES,
        "lines",
        (_W.GRID, _W.NUMBER),
        "list of list of space",
        "all straight runs of so many places, across, down and on both slants",
    ),
    BuiltInFunction(_F.ROW, "row", (_W.SQUARE,), "number", "its row, from 1"),
    BuiltInFunction(_F.COLUMN, "column", (_W.SQUARE,), "number", "its column, from 1"),
    BuiltInFunction(_F.STEP, "step", (_W.SQUARE, _W.DIRECTION), "space or none", "the next place that way"),
    BuiltInFunction(_F.NEIGHBOURS, "neighbours", (_W.SQUARE,), "list of space", "the places beside, above and below"),
    BuiltInFunction(
        _F.CONNECTED,
        "connected",
        (_W.SQUARE, _W.SQUARES),
        "list of space",
        "the places of the list that can be reached from it over neighbours in the list",
    ),
    BuiltInFunction(_F.SMALLER, "smaller", (_W.NUMBER, _W.NUMBER), "number", "the smaller one"),
    BuiltInFunction(_F.LARGER, "larger", (_W.NUMBER, _W.NUMBER), "number", "the larger one"),
)


def functions_named(name: str, arity: int) -> tuple[BuiltInFunction, ...]:
    """The functions of that name with so many parameters."""
    return tuple(f for f in FUNCTIONS if f.name == name and len(f.parameters) == arity)


FUNCTION_NAMES = tuple(dict.fromkeys(f.name for f in FUNCTIONS))

RESERVED = frozenset({*WORD_BY_NAME, *NOTES, *TYPE_WORDS, "empty", "filled", "list"})
