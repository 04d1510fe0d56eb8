"""Dealing anew what a seat does not know: a state that it cannot tell from the true one (a determinisation)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..grammar import checked as c
from .layout import PC, RNG, WAITING
from .machine import Machine
from .observer import Observer
from .program import AT_ONCE

if TYPE_CHECKING:

    class Chance(Protocol):
        def randrange(self, stop: int, /) -> int: ...


def resample(machine: Machine, s: list[int], observer: Observer, seat: int, rng: Chance) -> list[int]:
    """A copy of the state in which the cards that the seat cannot locate have changed places among themselves.

    Cards change places only with such as could lie where they lie: those of kinds that started in one zone together.
    """
    layout, parts = machine.program.layout, machine.program.parts
    out = s[:]
    where = {piece: _spot(machine, s, piece) for piece in range(parts.count)}
    groups = _classes(machine)
    for kinds in groups:
        pieces = [
            piece
            for piece in range(parts.count)
            if parts.faces[parts.face_of[piece]].kind.name in kinds and not _visible(machine, s, observer, seat, piece)
        ]
        mixed = pieces[:]
        for i in range(len(mixed) - 1, 0, -1):
            j = rng.randrange(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        for piece, other in zip(pieces, mixed, strict=True):
            where[other] = _spot(machine, s, piece)
    by_zone: dict[int, list[tuple[int, int]]] = {}
    for piece, (zone, place) in where.items():
        by_zone.setdefault(zone, []).append((place, piece))
    setcards = machine.program.call("setcards")
    for zone, found in by_zone.items():
        setcards(out, zone, [piece for _, piece in sorted(found)])
    out[RNG] = rng.randrange(1 << 62)
    if s[PC] == AT_ONCE:
        _redecide(machine, out, seat, rng)
    _ = layout
    return out


def _spot(machine: Machine, s: list[int], piece: int) -> tuple[int, int]:
    """The zone of a piece and its place in it, from the top."""
    zone = s[machine.program.layout.place + piece]
    cards = machine.program.call("cards")(s, zone)
    return zone, cards.index(piece)


def _visible(machine: Machine, s: list[int], observer: Observer, seat: int, piece: int) -> bool:
    layout = machine.program.layout
    zone = s[layout.place + piece]
    family = layout.family_of[zone]
    top = family.decl.sight is c.Sight.TOP_OPEN and s[layout.content + zone] == piece
    return observer.sees(zone, seat) or top or bool(observer.known[seat] >> piece & 1)


def _classes(machine: Machine) -> list[set[str]]:
    """Kinds by whether they start together: what could be mistaken for one another face down."""
    groups: list[set[str]] = [{kind.name} for kind in machine.program.setting.game.kinds]
    for zone in machine.program.setting.game.zones:
        names = {p.kind.name for p in zone.filling if isinstance(p, (c.KindPattern, c.RowPattern))}
        joined = [group for group in groups if group & names]
        if len(joined) > 1:
            groups = [group for group in groups if not group & names]
            groups.append(set().union(*joined))
    return groups


def _redecide(machine: Machine, s: list[int], seat: int, rng: Chance) -> None:
    """What others have already decided in an `all players at once` is not known: they decide again, at random."""
    first, enter, _ = machine.program.together
    took = s[machine.program.together_took]
    for other in range(machine.program.setting.players):
        if other == seat or not took >> other & 1:
            continue
        decided = not s[WAITING] >> other & 1
        begun = s[s[first] + other]
        s[WAITING] |= 1 << other
        machine.thread(s, other, s[enter])
        if decided:
            while s[WAITING] >> other & 1:
                found = machine.options(s, other)
                machine.answer_together(s, other, found[rng.randrange(len(found))])
        else:
            _ = begun
