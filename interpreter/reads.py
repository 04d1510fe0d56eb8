"""What an expression depends on and what a statement may change: so that a fact is only looked at again where something it
depends on may have changed.

A key is a zone or note declaration, or one of the words below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from ..grammar import checked as c
from ..grammar.types import ListType, Type, ZoneType, bare

Key = c.ZoneDecl | c.NoteDecl | str
YOU, ROUND, DICE, ANY_ZONE = "you", "round", "dice", "any zone"

DECLARATIONS = (
    c.EnumDecl,
    c.KindDecl,
    c.ZoneDecl,
    c.NoteDecl,
    c.OptionDecl,
    c.Variable,
    c.TermDecl,
    c.ActionDecl,
    c.StepDecl,
    c.At,
)


def walk(node: object) -> Iterator[object]:
    """A node and everything inside it, without going into declarations."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, (*DECLARATIONS, Type, type)):
        yield node
        for each in fields(node):
            yield from walk(getattr(node, each.name))


def families_of(kind: Type) -> frozenset[str] | None:
    """The zone families of a zone or list of zones, None for anything else."""
    kind = bare(kind)
    while isinstance(kind, ListType):
        kind = bare(kind.item)
    return kind.families if isinstance(kind, ZoneType) else None


class Dependencies:
    """Reads and writes of the parts of one game."""

    def __init__(self, game: c.CheckedGame) -> None:
        from .reach import Reach  # which needs `walk` from here

        self._game = game
        self._reach = Reach(game)
        self._zone_by_name = {zone.name: zone for zone in game.zones}
        self._terms: dict[c.TermDecl, frozenset[Key]] = {}

    def reads(self, *nodes: object) -> frozenset[Key]:
        """Everything that the value of these expressions may depend on."""
        out: set[Key] = set()
        for root in nodes:
            for node in walk(root):
                self._read(node, out)
        return frozenset(out)

    def _read(self, node: object, out: set[Key]) -> None:
        if isinstance(node, c.Expr):
            names = families_of(node.type)
            if names is not None:
                out.update(self._families(names))
        match node:
            case c.NoteRef(note=note):
                out.add(note)
            case c.TermRef(term=term):
                out.update(self._term(term))
            case c.BuiltInRef(name=c.BuiltIn.YOU | c.BuiltIn.OPPONENT | c.BuiltIn.OTHERS):
                out.add(YOU)
            case c.BuiltInRef(name=c.BuiltIn.ROUND):
                out.add(ROUND)
            case c.AttributeOf():
                out.add(DICE)
            case c.FunctionCall(function=c.Function.PLACE | c.Function.HOLDER, arguments=(card, *_)):
                out.update(self._reach.where(card))
            case c.FunctionCall(function=c.Function.WORTH):
                for worth in self._game.worths:
                    out.update(self.reads(worth.body, worth.cases))
            case c.CanDo(action=action):
                out.update(self._head(action))
            case _:
                pass

    def _families(self, names: Iterable[str]) -> set[Key]:
        return {self._zone_by_name[name] for name in names if name in self._zone_by_name}

    def _term(self, term: c.TermDecl) -> frozenset[Key]:
        if term not in self._terms:
            self._terms[term] = frozenset()
            self._terms[term] = self.reads(term.body, term.cases)
        return self._terms[term]

    def _head(self, action: c.ActionDecl) -> frozenset[Key]:
        out = set(self.reads(action.card.head))
        for way in action.card.ways:
            out |= self._head(way)
        return frozenset(out)

    def writes(self, *nodes: object) -> frozenset[Key]:
        """Everything that these statements (and the actions, steps and effects they call) may change."""
        out: set[Key] = set()
        seen: set[int] = set()
        for node in nodes:
            self._write(node, out, seen)
        return frozenset(out)

    def _write(self, root: object, out: set[Key], seen: set[int]) -> None:
        for node in walk(root):
            match node:
                case c.Move(what=what, source=source, target=target) | c.Pay(what=what, source=source, target=target):
                    self._place(target.place, out)
                    if source is not None:
                        self._place(source, out)
                    else:
                        self._cards(what, out)
                case c.Deal(source=source, target=target):
                    self._place(source, out)
                    self._place(target.place, out)
                case c.Refill(zone=zone, source=source):
                    self._place(zone, out)
                    self._place(source, out)
                case c.Shuffle(zone=zone):
                    self._place(zone, out)
                case c.SwapZones(left=left, right=right):
                    self._place(left, out)
                    self._place(right, out)
                case c.SwapCards(left=left, right=right):
                    out.update(self._reach.where(left) | self._reach.where(right))
                case c.Roll():
                    out.add(DICE)
                case c.SetNote(note=note) | c.AddTo(note=note) | c.RemoveFrom(note=note):
                    out.add(note.note)
                case c.ActionRef(action=action):
                    self._action(action, out, seen)
                case c.StepRef(step=step):
                    if id(step) not in seen:
                        seen.add(id(step))
                        self._write(step.body, out, seen)
                case c.EffectRef():
                    for effect in self._game.effects:
                        self._action(effect.action, out, seen)
                case _:
                    pass

    def _action(self, action: c.ActionDecl, out: set[Key], seen: set[int]) -> None:
        if id(action) in seen:
            return
        seen.add(id(action))
        self._write(action.card.head, out, seen)
        self._write(action.card.effects, out, seen)
        for way in action.card.ways:
            self._action(way, out, seen)

    def _place(self, expr: c.Expr, out: set[Key]) -> None:
        names = families_of(expr.type)
        if names is None:
            out.add(ANY_ZONE)
        else:
            out.update(self._families(names))

    def _cards(self, what: c.Cards, out: set[Key]) -> None:
        match what:
            case c.TheCards(
                cards=c.FunctionCall(
                    function=c.Function.TOP | c.Function.TOPS | c.Function.BOTTOM | c.Function.NTH | c.Function.CARDS,
                    arguments=arguments,
                )
            ):
                self._place(arguments[0], out)
            case c.TheCards(cards=c.Content(zone=zone)):
                self._place(zone, out)
            case c.TheCards(cards=cards):
                out.update(self._reach.where(cards))
            case (
                c.SoMany(pattern=c.KindPattern(kind=kind) | c.RowPattern(kind=kind))
                | c.EveryOne(pattern=c.KindPattern(kind=kind) | c.RowPattern(kind=kind))
            ):
                out.update(self._reach.of[kind.name])
            case _:
                out.add(ANY_ZONE)


def touches(reads: frozenset[Key], writes: frozenset[Key]) -> bool:
    """Whether what was written may change what was read."""
    if reads & writes:
        return True
    if ANY_ZONE in writes:
        return ANY_ZONE in reads or any(isinstance(key, c.ZoneDecl) for key in reads)
    return ANY_ZONE in reads and any(isinstance(key, c.ZoneDecl) for key in writes)


def decides(statements: object) -> bool:
    """Whether carrying these out may ask somebody something."""
    asking = (
        c.ChooseNow,
        c.Menu,
        c.TakeTurns,
        c.TakesATurn,
        c.AtOnce,
        c.Rounds,
        c.Repeat,
    )
    for node in walk(statements):
        if isinstance(node, asking):
            return True
        if isinstance(node, c.Do) and (not isinstance(node.what, c.StepRef) or decides(node.what.step.body)):
            return True
    return False


def roots(game: c.CheckedGame) -> list[object]:
    """Every part of a game that is carried out or looked up: to be walked."""
    out: list[object] = [game.setup, game.play, game.round, game.turn]
    out.extend(step.body for step in game.steps)
    out.extend((trigger.condition, trigger.among, trigger.body) for trigger in game.triggers)
    out.extend(line.condition for line in game.over)
    out.extend([game.scoring.lines, game.scoring.wins_if, tuple(tie.value for tie in game.scoring.ties)])
    out.extend(note.start for note in game.notes)
    waiting = [*game.actions, *(effect.action for effect in game.effects)]
    while waiting:
        action = waiting.pop()
        out.append(action.card)
        waiting.extend(action.card.ways)
    return out
