"""Where everything lies in a state: one flat list of whole numbers.

    0 PC      the question that is open (0: the game is over, 1: several seats decide at once)
    1 YOU     the seat whose turn it is
    2 RNG     the generator
    3 MOVES   decisions made so far
    4 ROUND   number of the round, 0 before the first
    5 NEXT    seat that was named to play next, or -1
    6 REASON  what ended the game, or the last phase: 0 nothing yet, else 1 + the number of a place in the program's `reasons`
    7 WAITING seats that still have to decide in an `all players at once`, one bit each
    8 TURN_END, 9 ROUND_END   where `end the turn` and `end the round` lead
    then notes, options drawn at random, zones, and the variables of what is going on.

A zone costs one or two numbers and every piece one for its place and one for the piece under it, whatever the number of
zones: the size grows with the cards, not with zones times cards. What a zone holds is, by shape:
    space       CONTENT: the piece, or -1
    group       CONTENT: a set of pieces, one bit each. More than 63 pieces need more than 64 bits; an engine without
                long integers lays such a set out as several words (`bits` in the layout says how many it needs)
    pile, row   CONTENT: the top piece or -1; SIZE: how many; UNDER[piece]: the next one or -1
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..grammar import checked as c
from ..grammar.types import (
    EnumType,
    FaceType,
    ListType,
    NumberType,
    PieceType,
    PlayerType,
    Type,
    ZoneType,
    bare,
)
from .components import Components
from .setting import Setting

PC, YOU, RNG, MOVES, ROUND, NEXT, REASON, WAITING, TURN_END, ROUND_END = range(10)
LIST_OF_NUMBERS = 64  # the most items that a remembered list of numbers may have


@dataclass(frozen=True, slots=True)
class Family:
    """A zone family laid out: its zones are `first` ... in order of its indexes, the last fastest."""

    decl: c.ZoneDecl
    first: int
    sizes: tuple[int, ...]

    @property
    def count(self) -> int:
        total = 1
        for size in self.sizes:
            total *= size
        return total

    def indexes(self, zone: int) -> tuple[int, ...]:
        """The indexes (from 0) of one of its zones."""
        rest, out = zone - self.first, []
        for size in reversed(self.sizes):
            out.append(rest % size)
            rest //= size
        return tuple(reversed(out))


@dataclass(frozen=True, slots=True)
class NotePlace:
    """A note family laid out: `width` numbers each, from slot `first`. A list is its length and its items."""

    decl: c.NoteDecl
    first: int
    sizes: tuple[int, ...]
    bases: tuple[int, ...]  # what to take from an index value: the first piece of a kind, the first zone, else 0
    width: int

    @property
    def count(self) -> int:
        total = 1
        for size in self.sizes:
            total *= size
        return total


@dataclass
class Layout:
    setting: Setting
    parts: Components
    families: dict[c.ZoneDecl, Family] = field(default_factory=dict)
    notes: dict[c.NoteDecl, NotePlace] = field(default_factory=dict)
    options: dict[c.OptionDecl, int] = field(default_factory=dict)
    family_of: list[Family] = field(default_factory=list)  # for each zone
    content: int = 0
    sizes: int = 0
    under: int = 0
    place: int = 0
    faces: int = 0
    size: int = 0
    variables_from: int = 0

    def __post_init__(self) -> None:
        game = self.setting.game
        zone = 0
        for decl in game.zones:
            family = Family(decl, zone, tuple(self.setting.size(index) for index in decl.indexes))
            self.families[decl] = family
            self.family_of.extend([family] * family.count)
            zone += family.count
        slot = ROUND_END + 1
        for note in game.notes:
            sizes, bases = [], []
            for index in note.indexes:
                match index:
                    case c.PieceIndex(kind=kind):
                        where = self.parts.ranges[kind]
                        sizes.append(where.pieces)
                        bases.append(where.first_piece)
                    case c.ZoneIndex(zone=of):
                        sizes.append(self.families[of].count)
                        bases.append(self.families[of].first)
                    case c.NumberIndex():
                        sizes.append(self.setting.size(index))
                        bases.append(1)
                    case _:
                        sizes.append(self.setting.size(index))
                        bases.append(0)
            width = 1 + self.capacity(note.type.item) if isinstance(note.type, ListType) else 1
            place = NotePlace(note, slot, tuple(sizes), tuple(bases), width)
            self.notes[note] = place
            slot += place.count * width
        for option in game.options:
            if option not in self.setting.options:
                self.options[option] = slot
                slot += 1
        slot += 1  # always -1: the content of no zone
        self.content = slot
        self.sizes = self.content + zone
        self.place = self.sizes + zone
        self.under = self.place + self.parts.count
        slot = self.under + self.parts.count
        self.faces = slot
        if self.has_dice:
            slot += self.parts.count
        self.variables_from = self.size = slot

    @property
    def has_dice(self) -> bool:
        return any(kind.word == "die" for kind in self.setting.game.kinds)

    @property
    def zones(self) -> int:
        return len(self.family_of)

    def capacity(self, item: Type) -> int:
        """The most items that a remembered list of these may have."""
        match bare(item):
            case PlayerType():
                return self.setting.players
            case EnumType(name=name):
                return len(self.setting.enum(name).values)
            case PieceType(kinds=kinds):
                return sum(r.pieces for kind, r in self.parts.ranges.items() if kind.name in kinds) or self.parts.count
            case FaceType():
                return len(self.parts.faces)
            case ZoneType(families=names):
                return sum(f.count for decl, f in self.families.items() if decl.name in names) or self.zones
            case NumberType(low=low, high=high) if low is not None and high is not None:
                return max(LIST_OF_NUMBERS, min(high - low + 1, 1024))
            case _:
                return LIST_OF_NUMBERS

    def reserve(self, count: int = 1) -> int:
        """Slots for a variable."""
        first = self.size
        self.size += count
        return first
