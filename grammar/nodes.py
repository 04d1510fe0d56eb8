"""The syntax tree: what was written, nothing understood yet. Every node knows the stretch of text it came
from.

Two trees, one for what was written (here) and one for what was understood (`checked.py`): a tool that
explains or formats reads this one, the interpreter reads only the other. One file, long as it is: it is the vocabulary of the
language in the order of the reference, and nothing but declarations.
"""

from __future__ import annotations

from .frozen import frozen
from .source import Span


@frozen
class Node:
    span: Span


@frozen
class Ident(Node):
    """A name or word as written: `hand`, `Satanimal`, `left`."""

    text: str


@frozen
class Text(Node):
    """A quoted text without its quotes. `{...}` inside is kept; score lines fill it."""

    text: str


@frozen
class Cite(Node):
    """`@10` or `@B7`, without the `@`."""

    clause: str


Cites = tuple[Cite, ...]

# ---------------------------------------------------------------------------------------------- expressions


@frozen
class Expr(Node):
    pass


@frozen
class Number(Expr):
    value: int


@frozen
class No(Expr):
    """The word `no` as a value."""


@frozen
class Word(Expr):
    """A lower-case name alone: a variable, zone, note, term, option, or built-in such as `you`, `yes`,
    `none`.
    """

    name: Ident


@frozen
class Const(Expr):
    """A capitalised name, with arguments if it is a pattern: `Sloth`, `Black`, `Card(Hearts)`."""

    name: Ident
    arguments: tuple[Expr, ...]


@frozen
class Item(Expr):
    """`zoo[rival, animal]`."""

    name: Ident
    indexes: tuple[Expr, ...]


@frozen
class Call(Expr):
    """`larger(a, b)`."""

    name: Ident
    arguments: tuple[Expr, ...]


@frozen
class Of(Expr):
    """`hand of rival`, `top of pile`, `number-valued term of x`."""

    name: Ident
    operand: Expr


@frozen
class Your(Expr):
    """`your hand`, `your zoo[animal]`."""

    name: Ident
    indexes: tuple[Expr, ...]


@frozen
class ListOf(Expr):
    items: tuple[Expr, ...]


@frozen
class ByCase(Node):
    key: Expr
    value: Expr


@frozen
class By(Expr):
    """`by players (2: 3, otherwise 2)`."""

    key: Expr
    cases: tuple[ByCase, ...]
    otherwise: Expr | None


@frozen
class Negative(Expr):
    operand: Expr


@frozen
class Arithmetic(Expr):
    """`operator` is one of `+ - * / mod`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Not(Expr):
    operand: Expr


@frozen
class Logic(Expr):
    """`operator` is `and` or `or`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Compare(Expr):
    """`operator` is one of `is`, `is not`, `is in`, `is not in`, `at least`, `at most`, `more than`, `less
    than`.
    """

    operator: str
    left: Expr
    right: Expr


@frozen
class Has(Expr):
    """`your hand has 2 Visitor`; `negated` for `has no`. `pattern` is a Const or a Word."""

    left: Expr
    quantity: Expr | None
    pattern: Expr
    negated: bool


@frozen
class Can(Expr):
    """`rival can "Grab"`, `negated` for `cannot`."""

    left: Expr
    action: Text
    negated: bool


@frozen
class Range(Expr):
    """`1 to n`, only as a domain."""

    low: Expr
    high: Expr


@frozen
class Binder(Node):
    """`x in D where P`. Without a domain the name itself says it (`player`, `animal`, plural where several
    are meant).
    """

    name: Ident
    domain: Expr | None
    where: Expr | None


@frozen
class Quantified(Expr):
    """`any line in L where P`, `every pile in Z is filled`, `at least 4 columns are empty`.

    `determiner` is one of `any`, `no`, `every`, `at least`, `exactly`, `at most`; the last ones have a
    `quantity`. `test` is the tail with the bound name put in as its left side (`pile is filled`), or None
    where `where` says all.
    """

    determiner: str
    quantity: Expr | None
    binder: Binder
    test: Expr | None


@frozen
class CountOf(Expr):
    """`number of Keeper in Z`: how many cards of a pattern."""

    pattern: Expr
    container: Expr


@frozen
class NumberOf(Expr):
    """`number of players where P`."""

    binder: Binder


@frozen
class SumOf(Expr):
    value: Expr
    binder: Binder


@frozen
class Extreme(Expr):
    """`highest E for each x`; `highest` is False for `lowest`."""

    highest: bool
    value: Expr
    binder: Binder


@frozen
class Best(Node):
    """`with highest E` behind `all xs` or `the x`."""

    highest: bool
    value: Expr


@frozen
class AllOf(Expr):
    """`all players where P with highest E`."""

    binder: Binder
    best: Best | None


@frozen
class TheOf(Expr):
    """`the square in column where P with highest E`."""

    binder: Binder
    best: Best | None


@frozen
class ListFor(Expr):
    """`[E for each x in D]`."""

    value: Expr
    binder: Binder


@frozen
class RandomOf(Expr):
    """`random card in Z`, only behind `set ... to` and `remember ... as`."""

    binder: Binder


# ---------------------------------------------------------------------------------------------- deeds


@frozen
class Line(Node):
    """Anything that stands on a line of its own and may cite clauses."""

    cites: Cites


@frozen
class SoMany(Node):
    """`2 Visitor`, `n Satanimal(animal)`, `1 wanted`: a number of cards of a pattern."""

    quantity: Expr
    pattern: Expr


@frozen
class EveryOne(Node):
    """`all Copy`, or `all` alone."""

    pattern: Expr | None


@frozen
class EachPlace(Node):
    """`each hand`, `each pile in queue`: several zones."""

    name: Ident
    domain: Expr | None


Cards = Expr | SoMany | EveryOne
Place = Expr | EachPlace


@frozen
class UpTo(Node):
    """`up to 3` as an amount."""

    amount: Expr


@frozen
class Everything(Node):
    """`all` as an amount."""


@frozen
class Deed(Line):
    """One line that changes something; `condition` is its `if`."""

    condition: Expr | None


@frozen
class Move(Deed):
    what: Cards
    source: Place | None
    target: Place


@frozen
class Deal(Deed):
    amount: Expr | UpTo | Everything
    source: Place
    target: Place


@frozen
class Refill(Deed):
    zone: Expr
    amount: Expr
    source: Expr


@frozen
class Shuffle(Deed):
    zone: Expr


@frozen
class Roll(Deed):
    what: Expr


@frozen
class Swap(Deed):
    left: Expr
    right: Expr


@frozen
class SetTo(Deed):
    target: Expr
    value: Expr


@frozen
class Add(Deed):
    value: Expr
    target: Expr


@frozen
class Remove(Deed):
    value: Expr
    target: Expr


@frozen
class Show(Deed):
    what: Expr
    to: Expr | None


@frozen
class Remember(Deed):
    name: Ident
    value: Expr


@frozen
class EndThe(Deed):
    """`what` is `game`, `round` or `turn`."""

    what: str


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
class HeadLine(Line):
    pass


@frozen
class Needs(HeadLine):
    condition: Expr


@frozen
class HowMany(Node):
    """`3`, `1 to 2`, `up to 2`, `any number of`: `low` None means 0, `high` None means no limit."""

    low: Expr | None
    high: Expr | None


@frozen
class Choose(HeadLine):
    """`choose 1 to 2 friends from others where P`. `optional` is `may choose`; `domains` empty: the name says
    it.
    """

    name: Ident
    how_many: HowMany | None
    domains: tuple[Expr, ...]
    where: Expr | None
    optional: bool


@frozen
class Pay(HeadLine):
    what: Cards
    source: Place | None
    target: Place


@frozen
class Card(Node):
    """The inside of an action or effect: head, then either effects or ways (never both)."""

    head: tuple[HeadLine, ...]
    effects: tuple[Statement, ...]
    ways: tuple[Way, ...]
    ways_cites: Cites


@frozen
class Way(Line):
    title: Text
    card: Card


# ------------------------------------------------------------------------------ statements of play and effect


@frozen
class ActionName(Node):
    """An action by its quoted name. With `card` it is declared right here, where it is used."""

    title: Text
    card: Card | None


@frozen
class EffectOf(Node):
    """`effect of card`."""

    card: Expr


@frozen
class Do(Line):
    """`do` or (`optional`) `may do`; `otherwise` None where nothing is said."""

    what: ActionName | EffectOf
    optional: bool
    otherwise: tuple[Statement, ...] | None
    otherwise_cites: Cites


@frozen
class Entry(Line):
    """One entry of a menu."""

    what: ActionName | Menu


@frozen
class Menu(Line):
    """`kind` is one of `one of`, `up to`, `up to different`, `any number of`, `as many as possible of`."""

    kind: str
    quantity: Expr | None
    entries: tuple[Entry, ...]
    otherwise: tuple[Statement, ...] | None
    otherwise_cites: Cites


@frozen
class TakeTurns(Line):
    """`players take turns from X where P until C`; `body` None uses the heading `turn`."""

    start: Expr | None
    where: Expr | None
    until: Expr | None
    body: tuple[Statement, ...] | None


@frozen
class TakesATurn(Line):
    """`each player takes a turn`; `other` for `each other player`."""

    other: bool
    start: Expr | None
    where: Expr | None
    body: tuple[Statement, ...] | None


@frozen
class AtOnce(Line):
    """`all players at once`."""

    other: bool
    start: Expr | None
    where: Expr | None
    body: tuple[Statement, ...]


@frozen
class Repeat(Line):
    """`repeat until C`, `repeat 13 times until C`. At least one of `times` and `until` is given."""

    times: Expr | None
    until: Expr | None
    body: tuple[Statement, ...]


@frozen
class Rounds(Line):
    """`repeat 9 rounds`, `repeat rounds until C`: runs the heading `round`."""

    quantity: Expr | None
    until: Expr | None


@frozen
class Branch(Line):
    condition: Expr
    body: tuple[Statement, ...]


@frozen
class If(Line):
    """Its own `cites` are those of its `otherwise` line; each branch has those of its line."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...] | None


@frozen
class ForEach(Line):
    binder: Binder
    body: tuple[Statement, ...]


@frozen
class AsSeat(Line):
    """`as rival` and a block in which `you` is the rival."""

    seat: Expr
    body: tuple[Statement, ...]


# A Choose also stands inside effects. Which statement may stand where is the checker's business, so that a
# line in the wrong place is told apart from a line that is no line at all.
Statement = (
    Deed | Do | Menu | TakeTurns | TakesATurn | AtOnce | Repeat | Rounds | If | ForEach | AsSeat | Choose
)

# ---------------------------------------------------------------------------------------------- declarations


@frozen
class TypeExpr(Node):
    """A type as written. Exactly one of the four shapes; `optional` for `or none`."""

    name: Ident | None  # number, player, Animal, Scene, pile, ...
    low: int | None  # `1 to 3`
    high: int | None
    item: TypeExpr | None  # of `list of T` and `3 of T`
    count: int | None  # of `3 of T`
    optional: bool


@frozen
class Option(Line):
    """`stop_at: 2 to 3, normally 3`; `default` None means `normally random`."""

    name: Ident
    type: TypeExpr
    default: Expr | None


@frozen
class EnumValue(Node):
    name: Ident
    title: Text | None


@frozen
class Enum(Line):
    name: Ident
    values: tuple[EnumValue, ...]


@frozen
class Attribute(Node):
    name: Ident
    type: TypeExpr | None


@frozen
class Row(Line):
    """A row of a table in the file: `Sentry  5  1`."""

    name: Ident
    cells: tuple[Expr | Text, ...]


@frozen
class Table(Node):
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]


@frozen
class Kind(Line):
    """`card Visitor: by players (...)`. `word` is card, piece, token or die. At most one of copies, file,
    table.
    """

    word: str
    name: Ident
    attributes: tuple[Attribute, ...]
    title: Text | None
    copies: Expr | None
    of_each: bool
    file: Text | None
    table: Table | None


@frozen
class Zone(Line):
    """`zoo[player, Animal]: open pile`. An index is a Number, a Word (`player`, an option) or a Const (an
    enum).

    `each` tells `hand of each player` from brackets. `sight` is hidden, private, open or `top open`; `shape`
    is pile, row, group or space. `filling` lists the patterns it starts with.
    """

    name: Ident
    indexes: tuple[Expr, ...]
    each: bool
    title: Text | None
    sight: str
    shape: str
    limit: Expr | None
    filling: tuple[Expr, ...]


@frozen
class NoteDecl(Line):
    """`moved: truth, each turn no`. `start_when` is None, `at first`, `each turn` or `each round`; `sight`
    None is open.
    """

    name: Ident
    indexes: tuple[Expr, ...]
    each: bool
    title: Text | None
    sight: str | None
    type: TypeExpr
    start_when: str | None
    start: Expr | None


@frozen
class Case(Line):
    """`value if condition`; condition None is `otherwise`."""

    value: Expr
    condition: Expr | None


@frozen
class Term(Line):
    """What a word means. `form` is `name`, `of`, `is` or `call`; one of `body` and `cases` is given."""

    form: str
    name: Ident
    parameters: tuple[Ident, ...]
    body: Expr | None
    cases: tuple[Case, ...]


@frozen
class Action(Line):
    title: Text
    card: Card


@frozen
class Step(Line):
    title: Text
    body: tuple[Statement, ...]


@frozen
class Effect(Line):
    """`effect of Herald "what players read"`."""

    kind: Ident
    text: Text | None
    card: Card


@frozen
class Worth(Line):
    kind: Ident
    text: Text | None
    body: Expr | None
    cases: tuple[Case, ...]


@frozen
class Whenever(Line):
    """`whenever player becomes complete` (`adjective`) or `whenever scene becomes one of L` (`among`)."""

    name: Ident
    domain: Expr | None
    adjective: Ident | None
    among: Expr | None
    body: tuple[Statement, ...]


@frozen
class OverWhen(Line):
    condition: Expr


@frozen
class ScoreLine(Line):
    title: Text
    value: Expr
    condition: Expr | None


@frozen
class ScoreFor(Line):
    binder: Binder
    lines: tuple[ScoreLine, ...]


@frozen
class PointsWin(Line):
    """`most points win` or `fewest points win`."""

    most: bool


@frozen
class YouWin(Line):
    condition: Expr


@frozen
class Ties(Line):
    """`ties go to E`; `most` True or False for `ties go to most E`, `fewest E`, None for a player."""

    most: bool | None
    value: Expr


Scoring = ScoreLine | ScoreFor | PointsWin | YouWin | Ties


@frozen
class Flow(Line):
    """A heading of the course of play with its block: setup, play, round, turn."""

    body: tuple[Statement, ...]


@frozen
class Players(Line):
    low: int
    high: int
    team_size: int | None
    names: tuple[Ident, ...]


@frozen
class Game(Node):
    """A whole definition. Headings that may stand several times are gathered in the order of the text."""

    title: Text
    title_cites: Cites
    players: Players
    options: tuple[Option, ...]
    components: tuple[Enum | Kind, ...]
    zones: tuple[Zone, ...]
    notes: tuple[NoteDecl, ...]
    terms: tuple[Term, ...]
    setup: Flow | None
    play: Flow | None
    round: Flow | None
    turn: Flow | None
    actions: tuple[Action, ...]
    steps: tuple[Step, ...]
    effects: tuple[Effect, ...]
    worths: tuple[Worth, ...]
    triggers: tuple[Whenever, ...]
    over: tuple[OverWhen, ...]
    scoring: tuple[Scoring, ...]
    summary: str  # the first comment line of the file, without `# `
