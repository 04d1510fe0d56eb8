"""Which zones the cards of a kind can ever come to lie in: worked out once from everything that moves."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.types import FaceType, ListType, PieceType, ZoneType, bare
from . import reads


class Reach:
    """For every kind the zone families that its cards can reach."""

    def __init__(self, game: c.CheckedGame) -> None:
        self._zones = {zone.name: zone for zone in game.zones}
        self.of: dict[str, set[c.ZoneDecl]] = {kind.name: set() for kind in game.kinds}
        for zone in game.zones:
            for pattern in zone.filling:
                for kind in self._kinds(pattern):
                    self.of[kind].add(zone)
        moves = [node for root in reads.roots(game) for node in reads.walk(root)]
        before = -1
        while before != (before := sum(map(len, self.of.values()))):
            for node in moves:
                self._move(node)
            if before == sum(map(len, self.of.values())):
                break

    def _kinds(self, pattern: c.Pattern) -> frozenset[str]:
        match pattern:
            case c.KindPattern(kind=kind) | c.RowPattern(kind=kind):
                return frozenset({kind.name})
            case c.FacePattern(face=face):
                kind_of = bare(face.type)
                return kind_of.kinds if isinstance(kind_of, FaceType) else frozenset(self.of)
            case _:
                return frozenset(self.of)

    def families(self, expr: c.Expr) -> set[c.ZoneDecl]:
        """The families that a zone (or list of zones) may be of."""
        kind = bare(expr.type)
        while isinstance(kind, ListType):
            kind = bare(kind.item)
        if isinstance(kind, ZoneType):
            return {self._zones[name] for name in kind.families if name in self._zones}
        return set(self._zones.values())

    def cards(self, expr: c.Expr) -> frozenset[str]:
        """The kinds that a card (or list of cards) may be of: those its type names, and if it is taken from a zone, those
        that can lie there."""
        match expr:
            case (
                c.FunctionCall(
                    function=c.Function.TOP | c.Function.TOPS | c.Function.BOTTOM | c.Function.NTH | c.Function.CARDS,
                    arguments=(zone, *_),
                )
                | c.Content(zone=zone)
            ):
                return self._named(expr) & self._inside(zone)
            case _:
                return self._named(expr)

    def _named(self, expr: c.Expr) -> frozenset[str]:
        kind = bare(expr.type)
        if isinstance(kind, ListType):
            kind = bare(kind.item)
        return kind.kinds if isinstance(kind, PieceType) and kind.kinds else frozenset(self.of)

    def where(self, expr: c.Expr) -> set[c.ZoneDecl]:
        """The zones in which a card (or the cards of a list) may lie."""
        return {zone for kind in self.cards(expr) if kind in self.of for zone in self.of[kind]}

    def _inside(self, expr: c.Expr) -> frozenset[str]:
        zones = self.families(expr)
        return frozenset(kind for kind, reached in self.of.items() if reached & zones)

    def _add(self, kinds: frozenset[str], target: c.Expr) -> None:
        zones = self.families(target)
        for kind in kinds:
            if kind in self.of:
                self.of[kind] |= zones

    def _move(self, node: object) -> None:
        match node:
            case c.Move(what=what, source=source, target=target) | c.Pay(what=what, source=source, target=target):
                match what:
                    case c.TheCards(cards=cards):
                        kinds = self.cards(cards)
                    case c.SoMany(pattern=pattern):
                        kinds = self._kinds(pattern)
                    case c.EveryOne(pattern=None):
                        kinds = frozenset(self.of) if source is None else self._inside(source)
                    case c.EveryOne(pattern=pattern):
                        assert pattern is not None
                        kinds = self._kinds(pattern)
                self._add(kinds, target.place)
            case c.Deal(source=source, target=target):
                self._add(self._inside(source), target.place)
            case c.Refill(zone=zone, source=source):
                self._add(self._inside(source), zone)
            case c.SwapZones(left=left, right=right):
                self._add(self._inside(left), right)
                self._add(self._inside(right), left)
            case c.SwapCards(left=left, right=right):
                zones = self.where(left) | self.where(right)
                for kind in self.cards(left) | self.cards(right):
                    if kind in self.of:
                        self.of[kind] |= zones
            case _:
                pass
