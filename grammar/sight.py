"""That nobody is asked by what they may not see: the head of an action, and a choice inside an effect, read nothing that is
hidden from the chooser, since what is offered would give it away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .checked import (
    ActionDecl,
    Alike,
    AsSeat,
    AtOnce,
    Binder,
    Branch,
    BuiltIn,
    BuiltInRef,
    CanDo,
    CardsDomain,
    CheckedGame,
    Choose,
    ChooseNow,
    Contains,
    Content,
    CountCards,
    Domain,
    Expr,
    ForEach,
    Function,
    FunctionCall,
    HasCards,
    HeadLine,
    If,
    IsEmpty,
    ListDomain,
    Needs,
    NoteDecl,
    NoteRef,
    Pay,
    PlayersDomain,
    Repeat,
    Rounds,
    Show,
    Sight,
    SoMany,
    Statement,
    TakesATurn,
    TakeTurns,
    TermDecl,
    TermRef,
    TheCards,
    TheSuch,
    Variable,
    VariableRef,
    ZoneDecl,
    ZoneRef,
    ZonesRef,
)
from .names import Report
from .source import Span
from .types import ListType, Type, ZoneType, bare
from .walk import parts, walk

_LAID = (Function.PILE_ROWS, Function.PILE_COLUMNS)
_TOP_READERS = (Function.TOP, Function.TOPS)
_READERS = (*_TOP_READERS, Function.BOTTOM, Function.NTH, Function.CARDS, *_LAID)
_SAME_ZONES = (
    Function.STEP,
    Function.ROWS,
    Function.COLUMNS,
    Function.LINES,
    Function.NEIGHBOURS,
    Function.CONNECTED,
    Function.FIRST,
    Function.LAST,
    Function.NTH_ITEM,
    Function.JOIN,
)


@dataclass(frozen=True, slots=True)
class Secret:
    """Something read that the chooser may not see, and where it is read."""

    declared: ZoneDecl | NoteDecl
    span: Span


class Heads:
    def __init__(self, game: CheckedGame, report: Report) -> None:
        self.zones = {zone.name: zone for zone in game.zones}
        self.game = game
        self.report = report
        self.mine: dict[Variable, bool] = {}  # players that are you, zones whose cards you may see
        self.everybody = False  # what may be read is what everybody sees, and `you` is nobody's eyes
        self._terms: dict[tuple[TermDecl, tuple[bool, ...]], list[Secret]] = {}

    def prove(self) -> None:
        for action in (*self.game.actions, *(effect.action for effect in self.game.effects)):
            self.head_of(action)
            self.effects_of(action)
        for body in (*(step.body for step in self.game.steps), *(trigger.body for trigger in self.game.triggers)):
            self.asked(body, set())
        self.everybody = True
        self._terms.clear()
        for body in (self.game.play, self.game.round or (), self.game.turn or ()):
            for statement in walk(body):
                for condition in _branching(statement):
                    self.branch(condition)

    def branch(self, condition: Expr) -> None:
        """A course of play that goes by hidden things shows them to those who watch it."""
        for secret in self.reads(condition):
            self.report.warning(
                "flow/hidden",
                f"what happens next goes by the {secret.declared.sight.value} `{secret.declared.name}`, so whoever "
                "watches learns something of it",
                secret.span,
                *self.report.declared(secret.declared.at),
            )

    def head_of(self, action: ActionDecl) -> None:
        for line in action.card.head:
            for secret in self.line(line):
                what = "zone" if isinstance(secret.declared, ZoneDecl) else "note"
                self.report.error(
                    "head/hidden",
                    f"whoever decides may not see this: it reads the {secret.declared.sight.value} "
                    f"{what} `{secret.declared.name}`",
                    secret.span,
                    *self.report.declared(secret.declared.at),
                    help="a head may read how many cards there are, but not which; ask for it in the effect",
                )
        for way in action.card.ways:
            self.head_of(way)

    def effects_of(self, action: ActionDecl) -> None:
        self.asked(action.card.effects, set())
        for way in action.card.ways:
            self.effects_of(way)

    def asked(self, body: Sequence[Statement], shown: set[str]) -> None:
        """Choices inside an effect. What the effect has shown before may be chosen from."""
        for statement in body:
            match statement:
                case Show(what=what):
                    kind = bare(what.type)
                    while isinstance(kind, ListType):
                        kind = bare(kind.item)
                    if isinstance(kind, ZoneType):
                        shown |= kind.families
                case ChooseNow(choose=choose):
                    for secret in self.line(choose):
                        if secret.declared.name not in shown:
                            self.report.error(
                                "choose/hidden",
                                f"whoever is asked here may not see the {secret.declared.sight.value} "
                                f"`{secret.declared.name}`",
                                secret.span,
                                *self.report.declared(secret.declared.at),
                                help=f"`show {secret.declared.name} ... to you` first, or take one with `random`",
                            )
                case If(branches=branches, otherwise=otherwise):
                    for branch in branches:
                        self.asked(branch.body, set(shown))
                    self.asked(otherwise or (), set(shown))
                case ForEach(body=inner) | AsSeat(body=inner):
                    self.asked(inner, set(shown))
                case _:
                    pass

    def line(self, line: HeadLine) -> Iterator[Secret]:
        match line:
            case Needs(condition):
                yield from self.reads(condition)
            case Choose():
                for domain in line.domains:
                    yield from self.domain(domain)
                    shown = self.domain_shown(domain)
                    for variable in (line.variable, *((line.several.item,) if line.several else ())):
                        self.mine[variable] = self.mine.get(variable, True) and shown
                if line.several is not None:
                    yield from self.reads(line.several.low)
                    yield from self.reads(line.several.high)
                yield from self.reads(line.where)
            case Pay(what, source, target):
                # Which cards are paid with is not asked; how many is.
                yield from self.reads(what.quantity if isinstance(what, SoMany) else None)
                if isinstance(what, TheCards) and isinstance(what.cards, TheSuch):
                    yield from self.reads(what.cards)
                yield from self.places(source)
                yield from self.places(target.place)

    # ------------------------------------------------------------------------ what an expression reads

    def reads(self, tree: object) -> Iterator[Secret]:
        """Everything secret that is read in an expression, a binder or a list of them."""
        match tree:
            case Binder():
                yield from self.domain(tree.domain)
                self.mine[tree.variable] = self.domain_shown(tree.domain)
                yield from self.reads(tree.where)
                return
            case CanDo():
                yield from self.reads(tree.seat)
                return
            case IsEmpty() | FunctionCall(function=Function.SIZE):
                operand = tree.operand if isinstance(tree, IsEmpty) else tree.arguments[0]
                yield from self.places(operand)
                return
            case ZoneRef() | ZonesRef():
                yield from self.reads(tree.indexes)
                return
            case NoteRef(span, _, note, indexes):
                if note.sight is Sight.HIDDEN or (
                    note.sight is Sight.PRIVATE and note.owner is not None and not self.is_you(indexes[note.owner])
                ):
                    yield Secret(note, span)
            case TermRef():
                yield from self.term(tree)
            case Content(span, _, zone):
                yield from self.opened(zone, span)
            case FunctionCall(span, _, function, arguments) if function in _READERS:
                yield from self.opened(arguments[0], span, top=function in _TOP_READERS)
            case HasCards(span, _, container) | Contains(span, _, _, container) | Alike(span, _, container):
                yield from self.opened(container, span)
            case CountCards(span, _, _, container):
                yield from self.opened(container, span)
        below = list(parts(tree))
        for part in (
            *(p for p in below if isinstance(p, Binder)),
            *(p for p in below if not isinstance(p, Binder)),
        ):
            yield from self.reads(part)

    def places(self, place: Expr | None) -> Iterator[Secret]:
        """What is read to find a zone, not what lies in it."""
        if place is not None:
            yield from self.reads(place)

    def opened(self, zone: Expr, span: Span, top: bool = False) -> Iterator[Secret]:
        if not isinstance(_zones_of(zone.type), ZoneType):
            return
        found = self.secret(zone, top)
        if found is not None:
            yield Secret(found, span)

    def domain(self, domain: Domain) -> Iterator[Secret]:
        if isinstance(domain, CardsDomain):
            yield from self.opened(domain.zone, domain.span)
        for part in parts(domain):
            yield from self.reads(part)

    def domain_shown(self, domain: Domain) -> bool:
        match domain:
            case PlayersDomain():
                return False
            case ListDomain(_, zones):
                if isinstance(_zones_of(zones.type), ZoneType):
                    return self.secret(zones, top=False) is None
                return False
        return True

    # ---------------------------------------------------------------------------------- whose it is

    def is_you(self, player: Expr) -> bool:
        match player:
            case BuiltInRef(_, _, name):
                return name is BuiltIn.YOU and not self.everybody
            case VariableRef(_, _, variable):
                return self.mine.get(variable, False)
        return False

    def secret(self, zone: Expr, top: bool) -> ZoneDecl | None:
        """The zone, if its cards (or only their top) are not for you to see; None where that cannot be
        told.
        """
        match zone:
            case ZoneRef(_, _, decl, indexes) | ZonesRef(_, _, decl, indexes):
                if decl.sight is Sight.OPEN or (top and decl.sight is Sight.TOP_OPEN):
                    return None
                owner = decl.owner
                own = owner is not None and owner < len(indexes) and self.is_you(indexes[owner])
                return None if own and decl.sight is Sight.PRIVATE else decl
            case VariableRef(_, kind, variable):
                if self.mine.get(variable, True):
                    return None
                return self.by_type(kind, top)
            case FunctionCall(_, _, function, arguments) if function in _SAME_ZONES:
                return self.secret(arguments[0], top)
            case TermRef(_, _, term, arguments) if term.body is not None:
                self.bind(term, arguments)
                return self.secret(term.body, top)
        return None

    def by_type(self, kind: Type, top: bool) -> ZoneDecl | None:
        zones = _zones_of(kind)
        if not isinstance(zones, ZoneType):
            return None
        for name in sorted(zones.families):
            zone = self.zones[name]
            if zone.sight is not Sight.OPEN and not (top and zone.sight is Sight.TOP_OPEN):
                return zone if len(zones.families) == 1 else None
        return None

    def bind(self, term: TermDecl, arguments: tuple[Expr, ...]) -> tuple[bool, ...]:
        flags = []
        for parameter, argument in zip(term.parameters, arguments, strict=True):
            if isinstance(_zones_of(argument.type), ZoneType):
                flag = self.secret(argument, top=False) is None
            else:
                flag = self.is_you(argument)
            self.mine[parameter] = flag
            flags.append(flag)
        return tuple(flags)

    def term(self, ref: TermRef) -> Iterator[Secret]:
        """What a term reads, told at its use; each use with arguments of its own."""
        flags = self.bind(ref.term, ref.arguments)
        key = (ref.term, flags)
        if key not in self._terms:
            self._terms[key] = []
            self._terms[key] = [*self.reads(ref.term.body), *self.reads(ref.term.cases)]
        yield from (Secret(secret.declared, ref.span) for secret in self._terms[key])


def _branching(statement: object) -> Iterator[Expr]:
    """The conditions by which the course of play goes one way or another."""
    match statement:
        case Branch():
            yield statement.condition
        case TakeTurns(where=where, until=until):
            yield from (condition for condition in (where, until) if condition is not None)
        case Repeat(until=until) | Rounds(until=until):
            yield from (until,) if until is not None else ()
        case TakesATurn(where=where) | AtOnce(where=where):
            yield from (where,) if where is not None else ()


def _zones_of(kind: Type) -> Type:
    """The innermost type of lists of lists."""
    kind = bare(kind)
    while isinstance(kind, ListType):
        kind = bare(kind.item)
    return kind
