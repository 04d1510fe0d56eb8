"""The checked game: every name found, every expression typed. The interpreter reads nothing else.

Declarations are compared by identity (`frozen_one`): two things with one name are two things. Everything here
holds for every number of players; what depends on it (`by players`, `players`) is still an expression and is
worked out when a table is set up. One file, long as it is: a vocabulary, and nothing but declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from .frozen import frozen, frozen_one
from .source import Source, Span
from .types import Type

# ---------------------------------------------------------------------------------------------- declarations


@frozen
class At:
    """Where something stands in the text, and the clauses its line carries (`10`, `B7`)."""

    span: Span
    cites: tuple[str, ...] = ()


@frozen_one
class EnumDecl:
    name: str
    values: tuple[str, ...]
    titles: tuple[str, ...]  # what players read; "Full House" for FullHouse unless given
    details: tuple[str | None, ...]  # the quoted text behind a value, if any
    at: At


@frozen
class AttributeDecl:
    """An attribute of a kind. `count` is 3 for `numbers: 3 of 1 to 3`; then `type` is a list and `item` its
    items' type.
    """

    name: str
    type: Type
    item: Type
    count: int | None
    at: At


Cell = int | tuple[int, ...]


@frozen
class RowDecl:
    """One face of a kind that has a table. `values` follow the kind's attributes; enum values as positions,
    none as -1.
    """

    name: str
    title: str
    copies: int
    values: tuple[Cell, ...]


@frozen_one
class KindDecl:
    """A kind. Without a table it has one face for every combination of attribute values (the first attribute
    varies slowest) and `copies` of each (of_each) or in all; with one, a face for each row.
    """

    name: str
    word: str  # card, piece, token, die
    title: str
    attributes: tuple[AttributeDecl, ...]
    copies: Expr | None
    of_each: bool
    rows: tuple[RowDecl, ...] | None
    at: At


@frozen
class PlayerIndex:
    """One for each seat."""


@frozen
class EnumIndex:
    enum: EnumDecl


@frozen
class NumberIndex:
    """`board[8, 8]`: 1 to the value of `size`, a constant expression (numbers, options, `players`)."""

    size: Expr


@frozen
class PieceIndex:
    """`crowned of each Man`: one for each piece of the kind. Only for notes."""

    kind: KindDecl


@frozen
class ZoneIndex:
    """`owner of each square`: one for each zone of a family. Only for notes."""

    zone: ZoneDecl


Index = PlayerIndex | EnumIndex | NumberIndex | PieceIndex | ZoneIndex


class Sight(Enum):
    HIDDEN = "hidden"
    PRIVATE = "private"
    OPEN = "open"
    TOP_OPEN = "top open"


class Shape(Enum):
    PILE = "pile"
    ROW = "row"
    GROUP = "group"
    SPACE = "space"


@frozen_one
class ZoneDecl:
    """A zone family. `owner` is the place of the first player index, None if there is none. `filling` may read a
    variable for each index that is no number, called `player` or like the enum in small letters
    (`box of each player: open group of Disc(player)`).
    """

    name: str
    title: str
    singular: str  # `column` for `columns`; the name itself where it is no plural
    indexes: tuple[Index, ...]
    owner: int | None
    sight: Sight
    shape: Shape
    limit: Expr | None
    filling: tuple[Pattern, ...]
    at: At


class StartWhen(Enum):
    GAME = "at first"
    TURN = "each turn"
    ROUND = "each round"


@dataclass(slots=True, eq=False)
class NoteDecl:
    """A note family. `start` is always given (the checker puts in 0, no, none or []). In `start` of an
    indexed note no index variable is available. `points` is a note like any other, with `builtin` true. Not
    frozen: `start` may read terms that read notes, so it is set once all notes are known.
    """

    name: str
    title: str
    indexes: tuple[Index, ...]
    owner: int | None
    sight: Sight
    type: Type
    start_when: StartWhen
    start: Expr
    builtin: bool
    at: At


@frozen_one
class OptionDecl:
    """A number with bounds, a truth, a player, or an enum value. `default` None: drawn at random when play
    starts.
    """

    name: str
    type: Type
    default: Expr | None
    at: At


@frozen_one
class Variable:
    """Something with a value for a while: bound by `for each`, `choose`, `remember`, a parameter, `this`, a
    trigger.
    """

    name: str
    type: Type
    at: At


@frozen
class CaseOf:
    """`value if condition`; condition None: otherwise."""

    value: Expr
    condition: Expr | None
    at: At


@dataclass(slots=True, eq=False)
class TermDecl:
    """What a word means. Exactly one of `body` and `cases` says it. Filled in by the checker in the order of
    use.
    """

    name: str
    form: str  # name, of, is, call
    parameters: tuple[Variable, ...]
    type: Type
    body: Expr | None
    cases: tuple[CaseOf, ...]
    at: At


# ---------------------------------------------------------------------------------------------- expressions


@frozen
class Expr:
    span: Span
    type: Type


@frozen
class Literal(Expr):
    """A number, yes/no, enum value, named seat, direction; none is -1."""

    value: int


@frozen
class VariableRef(Expr):
    variable: Variable


class BuiltIn(Enum):
    YOU = "you"
    OPPONENT = "opponent"
    OTHERS = "others"  # list of seats from your left
    EVERYONE = "everyone"  # list of seats from seat 0
    PLAYERS = "players"  # how many
    ROUND = "round"  # its number, from 1


@frozen
class BuiltInRef(Expr):
    name: BuiltIn


@frozen
class OptionRef(Expr):
    option: OptionDecl


@frozen
class NoteRef(Expr):
    """One note: all indexes given. Number indexes count from 1."""

    note: NoteDecl
    indexes: tuple[Expr, ...]


@frozen
class ZoneRef(Expr):
    """One zone: all indexes given. Number indexes count from 1."""

    zone: ZoneDecl
    indexes: tuple[Expr, ...]


@frozen
class ZonesRef(Expr):
    """All zones of a family whose first indexes are these (none: the whole family), the last index fastest.
    """

    zone: ZoneDecl
    indexes: tuple[Expr, ...]


@frozen
class TermRef(Expr):
    term: TermDecl
    arguments: tuple[Expr, ...]


@frozen
class AttributeOf(Expr):
    """An attribute of a card or face; none of none."""

    attribute: str
    operand: Expr


@frozen
class Content(Expr):
    """The card in a space, or none: put in wherever a space stands for its card. The space may be none."""

    zone: Expr


@frozen
class SinglePiece(Expr):
    """A kind with exactly one piece, as that piece."""

    kind: KindDecl


@frozen
class SingleFace(Expr):
    """A complete pattern with exactly one piece (`Card(Clubs, Two)`, the row `Heiress`), as that piece."""

    pattern: Pattern


@frozen
class FaceValue(Expr):
    """A complete pattern as a face."""

    pattern: Pattern


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class TableCase:
    key: Expr
    value: Expr


@frozen
class Table(Expr):
    """`by E (k: v, ..., otherwise v)`. `otherwise` None only where the cases cover everything."""

    key: Expr
    cases: tuple[TableCase, ...]
    otherwise: Expr | None


@frozen
class Negative(Expr):
    operand: Expr


class Operator(Enum):
    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    DIVIDED = "/"  # rounds down
    MODULO = "mod"


@frozen
class Arithmetic(Expr):
    """On numbers; PLUS also joins two lists."""

    operator: Operator
    left: Expr
    right: Expr


@frozen
class Not(Expr):
    operand: Expr


@frozen
class Both(Expr):
    """`and`"""

    left: Expr
    right: Expr


@frozen
class Either(Expr):
    """`or`"""

    left: Expr
    right: Expr


@frozen
class Equal(Expr):
    """`is` / `is not` between two values of one type (lists too)."""

    left: Expr
    right: Expr
    negated: bool


class Relation(Enum):
    AT_LEAST = "at least"
    AT_MOST = "at most"
    MORE = "more than"
    LESS = "less than"


@frozen
class Order(Expr):
    """Numbers, enum values, or lists of them (first difference decides)."""

    relation: Relation
    left: Expr
    right: Expr


@frozen
class Contains(Expr):
    """`x is in L`: L a list or a zone (then x is a card)."""

    item: Expr
    container: Expr
    negated: bool


@frozen
class Matches(Expr):
    """`card is Keeper`: no if the card is none. The operand is a card or a face."""

    operand: Expr
    pattern: Pattern
    negated: bool


@frozen
class IsEmpty(Expr):
    """`is empty`; negated: `is filled`. A zone (none counts as neither) or a list."""

    operand: Expr
    negated: bool


@frozen
class Alike(Expr):
    """Cards of a list or zone all have one kind, attributes and notes."""

    operand: Expr
    negated: bool


@frozen
class HasCards(Expr):
    """At least `quantity` (None: one) cards of the pattern in a zone, a list of zones or a list of cards."""

    container: Expr
    pattern: Pattern
    quantity: Expr | None
    negated: bool


@frozen
class CanDo(Expr):
    """The head of the action can be completed by that seat now."""

    seat: Expr
    action: ActionDecl
    negated: bool


class Determiner(Enum):
    ANY = "any"
    NO = "no"
    EVERY = "every"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    EXACTLY = "exactly"


@frozen
class Quantified(Expr):
    """Truth. For EVERY the binder's `where` limits the domain and `test` must hold for each; for the others
    `test` (where given) and `where` must both hold to count.
    """

    determiner: Determiner
    quantity: Expr | None
    binder: Binder
    test: Expr | None


@frozen
class CountCards(Expr):
    pattern: Pattern
    container: Expr  # a zone, list of zones or list of cards


@frozen
class Count(Expr):
    binder: Binder


@frozen
class Sum(Expr):
    value: Expr
    binder: Binder


@frozen
class Extreme(Expr):
    """Highest or lowest of a number over a domain; an empty domain is a fault of the run."""

    highest: bool
    value: Expr
    binder: Binder


@frozen
class Best:
    """`with highest E`, over the binder's variable; E a number, enum value or list of numbers."""

    highest: bool
    value: Expr


@frozen
class AllSuch(Expr):
    binder: Binder
    best: Best | None


@frozen
class TheSuch(Expr):
    """The only one; none if none; several is a fault of the run."""

    binder: Binder
    best: Best | None


@frozen
class MapList(Expr):
    """`[E for each x in D]`"""

    value: Expr
    binder: Binder


@frozen
class RandomSuch(Expr):
    """One at random; none if there is none. Only as the value of SetNote and Remember."""

    binder: Binder


class Function(Enum):
    """The built-in functions; `builtins.py` has their signatures and words for the reference."""

    TOP = "top"  # pile/row -> card or none
    BOTTOM = "bottom"
    NTH = "nth"  # pile/row, n -> card or none
    TOPS = "tops"  # list of piles -> list of the top cards that are there
    SIZE = "size"  # zone, list -> number
    CARDS = "cards"  # zone, list of zones -> list of cards
    FIRST = "first"  # list -> item or none
    LAST = "last"
    NTH_ITEM = "nth item"  # list, n -> item or none
    JOIN = "join"  # list of lists -> list
    COUNT = "count"  # item, list -> number
    OCCURRENCES = "occurrences"  # part, list -> number, overlaps count
    PLACE = "place"  # card -> zone
    HOLDER = "holder"  # card -> player or none
    FACES = "kinds"  # KindValue -> list of faces
    WORTH = "worth"  # card -> number
    LEFT = "left"
    RIGHT = "right"
    PARTNER = "partner"
    NEXT = "next"  # enum value -> the next, cyclic
    POSITION = "position"  # enum value -> number from 1
    ROWS = "rows"  # ZonesRef of a two-index grid -> list of lists
    COLUMNS = "columns"
    PILE_ROWS = "rows of piles"  # list of piles -> list of lists of cards or none
    PILE_COLUMNS = "columns of piles"
    LIST_COLUMNS = "columns of lists"  # list of lists -> list of lists of items or none
    LINES = "lines"  # grid, n -> list of lists
    ROW = "row"  # space -> number from 1
    COLUMN = "column"
    STEP = "step"  # space, direction -> space or none
    NEIGHBOURS = "neighbours"  # space -> list of spaces
    CONNECTED = "connected"  # space, list of spaces -> list
    SMALLER = "smaller"
    LARGER = "larger"


@frozen
class KindValue(Expr):
    """A kind by name, only as the argument of FACES."""

    kind: KindDecl


@frozen
class FunctionCall(Expr):
    function: Function
    arguments: tuple[Expr, ...]


# ---------------------------------------------------------------------------------------------- patterns


@frozen
class Pattern:
    span: Span


@frozen
class KindPattern(Pattern):
    """`Visitor`, `Card(Hearts)`: the first attributes given."""

    kind: KindDecl
    arguments: tuple[Expr, ...]


@frozen
class RowPattern(Pattern):
    """`Sentry`: a row of a kind's table."""

    kind: KindDecl
    row: int


@frozen
class FacePattern(Pattern):
    """`wanted`: whatever face the value is."""

    face: Expr


# ---------------------------------------------------------------------------------------------- domains


@frozen
class Domain:
    span: Span


@frozen
class PlayersDomain(Domain):
    """All seats from seat 0."""


@frozen
class EnumDomain(Domain):
    enum: EnumDecl


@frozen
class RangeDomain(Domain):
    low: Expr
    high: Expr


@frozen
class CardsDomain(Domain):
    """The cards of one zone, top first; in a group in the order of their faces."""

    zone: Expr


@frozen
class ListDomain(Domain):
    list: Expr


@frozen
class PiecesDomain(Domain):
    """Every piece of a kind, wherever it lies."""

    kind: KindDecl


@frozen
class Binder:
    """`x in D where P`. `span` is that of the name."""

    variable: Variable
    domain: Domain
    where: Expr | None
    span: Span


# ---------------------------------------------------------------------------------------------- deeds


@frozen
class Statement:
    at: At


@frozen
class Deed(Statement):
    condition: Expr | None


@frozen
class TheCards:
    """A card or a list of cards, as an expression; none moves nothing."""

    cards: Expr


@frozen
class SoMany:
    quantity: Expr
    pattern: Pattern


@frozen
class EveryOne:
    """`all Copy`; pattern None is all."""

    pattern: Pattern | None


Cards = TheCards | SoMany | EveryOne


class End(Enum):
    """Where in a pile or row a card comes to lie. NATURAL: on top of a pile, at the end of a row."""

    NATURAL = auto()
    TOP = auto()
    BOTTOM = auto()


@frozen
class Target:
    """One zone, or (type list of zones) each of several."""

    place: Expr
    end: End


@frozen
class Move(Deed):
    """`source` None: from wherever they lie. A list of zones as source means each of them."""

    what: Cards
    source: Expr | None
    target: Target


@frozen
class Deal(Deed):
    """From the top (or, in a group, in order). `amount` None: all. To several zones: so many to each, or all
    round and round.
    """

    amount: Expr | None
    up_to: bool
    source: Expr
    target: Target


@frozen
class Refill(Deed):
    """Deal until the zone has `amount` cards or the source is empty."""

    zone: Expr
    amount: Expr
    source: Expr


@frozen
class Shuffle(Deed):
    zone: Expr


@frozen
class Roll(Deed):
    """A zone of dice or a list of dice."""

    dice: Expr


@frozen
class SwapCards(Deed):
    """Two cards change places; if either is none nothing happens."""

    left: Expr
    right: Expr


@frozen
class SwapZones(Deed):
    left: Expr
    right: Expr


@frozen
class SetNote(Deed):
    note: NoteRef
    value: Expr


@frozen
class AddTo(Deed):
    """Add a number to a number, or an item to the end of a list."""

    note: NoteRef
    value: Expr


@frozen
class RemoveFrom(Deed):
    """Take a number from a number, or every such item out of a list."""

    note: NoteRef
    value: Expr


@frozen
class Show(Deed):
    """Cards of a zone, or a card, to a seat (`to`) or everybody."""

    what: Expr
    to: Expr | None


@frozen
class Remember(Deed):
    variable: Variable
    value: Expr


class Whole(Enum):
    GAME = "game"
    ROUND = "round"
    TURN = "turn"


@frozen
class EndThe(Deed):
    what: Whole


@frozen
class NextTurn(Deed):
    seat: Expr


@frozen
class ScoreRound(Deed):
    pass


@frozen
class Pass(Deed):
    pass


# -------------------------------------------------------------------------------------------- reference cards


@frozen
class Needs:
    condition: Expr
    at: At


@frozen
class Several:
    """How many are chosen. `high` None: as many as there are. `item` is the single one inside `where`."""

    low: Expr
    high: Expr | None
    item: Variable


@frozen
class Choose:
    """One choice line. With `several` the variable is a list. `optional`: none (or, it is never set with
    several) may be taken.
    """

    variable: Variable
    several: Several | None
    domains: tuple[Domain, ...]
    where: Expr | None
    optional: bool
    at: At


@frozen
class Pay:
    what: Cards
    source: Expr | None
    target: Target
    at: At


HeadLine = Needs | Choose | Pay


@frozen_one
class CardBody:
    """Head, then effects or ways."""

    head: tuple[HeadLine, ...]
    effects: tuple[Statement, ...]
    ways: tuple[ActionDecl, ...]


@dataclass(slots=True, eq=False)
class ActionDecl:
    """An action, a way of one, or (with `this`) the effect of a kind's cards. `card` is set once its text is
    checked.
    """

    title: str
    at: At
    card: CardBody = field(default=CardBody((), (), ()))
    this: Variable | None = None
    place: str | None = None  # "turn" etc. where it is declared in place; None for its own heading


@dataclass(slots=True, eq=False)
class StepDecl:
    title: str
    at: At
    body: tuple[Statement, ...] = ()


@frozen_one
class EffectDecl:
    """Effect of all cards of `kind`, or of its one `row`."""

    kind: KindDecl
    row: int | None
    text: str | None
    action: ActionDecl


@frozen_one
class WorthDecl:
    kind: KindDecl
    row: int | None
    text: str | None
    this: Variable
    body: Expr | None
    cases: tuple[CaseOf, ...]
    at: At


# ----------------------------------------------------------------------------------------- the course of play


@frozen
class ChooseNow(Statement):
    """A choose line inside an effect."""

    choose: Choose


@frozen
class ActionRef:
    action: ActionDecl


@frozen
class StepRef:
    step: StepDecl


@frozen
class EffectRef:
    """`effect of E`: the effect that the card's kind has; a card without one cannot do it."""

    card: Expr


Doable = ActionRef | StepRef | EffectRef


@frozen
class Do(Statement):
    """`do` / `may do` (`optional`). `otherwise` None: nothing was said."""

    what: Doable
    optional: bool
    otherwise: tuple[Statement, ...] | None


class MenuKind(Enum):
    ONE = "one of"
    UP_TO = "up to"
    UP_TO_DIFFERENT = "up to different"
    ANY_NUMBER = "any number of"
    AS_MANY = "as many as possible of"


@frozen
class Menu(Statement):
    kind: MenuKind
    quantity: Expr | None
    entries: tuple[Entry, ...]
    otherwise: tuple[Statement, ...] | None


@frozen
class Entry:
    what: ActionRef | StepRef | Menu
    at: At


@frozen
class TakeTurns(Statement):
    """`where` is over `player`. `body` None: the heading `turn`. `start` None: seat 0."""

    player: Variable
    start: Expr | None
    where: Expr | None
    until: Expr | None
    body: tuple[Statement, ...] | None


@frozen
class TakesATurn(Statement):
    player: Variable
    other: bool
    start: Expr | None
    where: Expr | None
    body: tuple[Statement, ...] | None


@frozen
class AtOnce(Statement):
    player: Variable
    other: bool
    start: Expr | None
    where: Expr | None
    body: tuple[Statement, ...]


@frozen
class Repeat(Statement):
    times: Expr | None
    until: Expr | None
    body: tuple[Statement, ...]


@frozen
class Rounds(Statement):
    quantity: Expr | None
    until: Expr | None


@frozen
class Branch:
    condition: Expr
    body: tuple[Statement, ...]
    at: At


@frozen
class If(Statement):
    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...] | None


@frozen
class ForEach(Statement):
    binder: Binder
    body: tuple[Statement, ...]


@frozen
class AsSeat(Statement):
    seat: Expr
    body: tuple[Statement, ...]


@frozen_one
class TriggerDecl:
    """`whenever x becomes A`. With `among`, x is watched among the items of that list (and `domain` is what
    its items are drawn from: players, an enum, the pieces of a kind or the zones of a family); else
    `condition` says what A means for x.
    """

    variable: Variable
    domain: Domain
    condition: Expr | None
    among: Expr | None
    body: tuple[Statement, ...]
    at: At


@frozen
class OverDecl:
    condition: Expr
    at: At


@frozen
class ScoreLine:
    """A line of the score sheet. `title` may hold `{name}` of a binder around it."""

    title: str
    value: Expr
    condition: Expr | None
    at: At


@frozen
class ScoreFor:
    binder: Binder
    lines: tuple[ScoreLine, ...]
    at: At


@frozen
class TieBreak:
    """`most` None: the player `value` wins if tied; else the best of `value` (over `you`) stay."""

    most: bool | None
    value: Expr
    at: At


@frozen
class Scoring:
    lines: tuple[ScoreLine | ScoreFor, ...]
    most_points: bool | None  # None: neither most nor fewest points win
    wins_if: Expr | None
    ties: tuple[TieBreak, ...]
    winner_at: At | None


@frozen_one
class CheckedGame:
    source: Source
    title: str
    summary: str
    low: int
    high: int
    seat_names: tuple[str, ...] | None
    team_size: int | None
    options: tuple[OptionDecl, ...]
    enums: tuple[EnumDecl, ...]
    kinds: tuple[KindDecl, ...]
    zones: tuple[ZoneDecl, ...]
    notes: tuple[NoteDecl, ...]
    terms: tuple[TermDecl, ...]
    setup: tuple[Statement, ...]
    play: tuple[Statement, ...]
    round: tuple[Statement, ...] | None
    turn: tuple[Statement, ...] | None
    actions: tuple[ActionDecl, ...]  # those declared in place too
    steps: tuple[StepDecl, ...]
    effects: tuple[EffectDecl, ...]
    worths: tuple[WorthDecl, ...]
    triggers: tuple[TriggerDecl, ...]
    over: tuple[OverDecl, ...]
    scoring: Scoring
    cites: tuple[tuple[str, Span], ...]  # every clause cited anywhere, with its place
