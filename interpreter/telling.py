"""The log's words: what a seat has chosen, then what came of it, as each reader may know it.

An entry reads `Anna: Draw from the Queue, row 2: Sloth, 2 x Visitor from queue to own hand`. Cards that go to one place are
told together. How they are gathered depends only on which places they leave and reach, which everybody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .labels import zone_label
from .program import Program


@dataclass(frozen=True, slots=True)
class Told:
    """One text of the log. `seats`: who may read it, as bits. `said`: it names a choice, not what came of it. `whole`: it
    keeps nothing back, so it is the one for a reader who may know everything."""

    text: str
    seats: int
    said: bool = False
    whole: bool = True


@dataclass
class Entry:
    """One thing that happened: a move of a seat, or what came of itself. `parts` are told in order."""

    seat: int | None
    parts: list[Told] = field(default_factory=list)
    kept: bool = False  # in the log

    def text(self, seat: int | None, names: tuple[str, ...]) -> str | None:
        """The entry as a seat may read it (None: as it was); None if there is nothing to tell."""
        out, before = "", None
        for part in self.parts:
            if not (part.whole if seat is None else part.seats >> seat & 1):
                continue
            if before is None:
                out = part.text
            elif before.said and not part.said and part.text.startswith(f"{before.text} from "):
                out = out.removesuffix(before.text)  # the card that was chosen is the one that goes
                if out.endswith(", "):
                    out = out.removesuffix(", ") + ": "
                out += part.text
            else:
                out += (", " if part.said and before.said else ": " if before.said else "; ") + part.text
            before = part
        if before is None:
            return None
        return f"{names[self.seat]}: {out}" if self.seat is not None else out


@dataclass(frozen=True, slots=True)
class Move:
    """A card has gone from one zone to another; `seen`: the seats that saw which card, `whence`: those that saw where it came
    from, as bits; `face`: what it showed."""

    piece: int
    old: int
    new: int
    seen: int
    face: int
    whence: int = -1


@dataclass
class _Gathered:
    """Cards that went to one zone, from one or several of a family."""

    new: int
    moves: list[Move]

    @property
    def sources(self) -> tuple[int, ...]:
        return tuple(sorted({move.old for move in self.moves}))


def tell_moves(program: Program, moves: Iterable[Move], mover: int | None) -> list[Told]:
    """Moves without a decision between them, in one text for each group of seats that know the same."""
    groups = _gather(program, _straight(moves, (1 << program.setting.players) - 1))
    if not groups:
        return []
    readers = {seat: _told(program, groups, mover, 1 << seat) for seat in range(program.setting.players)}
    whole = _told(program, groups, mover, None)
    by_text = {whole: 0}
    for seat, text in readers.items():
        by_text[text] = by_text.get(text, 0) | 1 << seat
    return [Told(text, seats, whole=text == whole) for text, seats in by_text.items()]


def tell_rolls(faces: Sequence[str], seen: int, everyone: int) -> list[Told]:
    """Dice that were rolled one after the other and seen by the same seats."""
    out = [Told(f"rolled {', '.join(faces)}", seen)]
    if seen != everyone:
        hidden = "a die" if len(faces) == 1 else f"{len(faces)} dice"
        out.append(Told(f"rolled {hidden}", everyone & ~seen, whole=False))
    return out


def tell_shown(
    program: Program, cards: Sequence[tuple[int, int]], to: int, seats: int, mover: int | None
) -> list[Told]:
    """Cards that are shown, each with its face and the zone it lies in, to a seat or to all (-1). `seats`: who knows them
    then, as bits: their owner too.
    """
    everyone = (1 << program.setting.players) - 1
    who = "" if to < 0 else f" to {program.setting.seat_name(to)}"
    titles = _counted(program.parts.faces[face].title for face, _ in cards)
    zones = sorted({zone for _, zone in cards})
    family_of = program.layout.family_of
    together = all(family_of[zone] is family_of[zones[0]] for zone in zones)
    where = f" from {_places(program, zones, mover)}" if together else ""
    out = [Told(f"{', '.join(titles)} shown{who}{where}", seats)]
    if seats != everyone:
        out.append(Told(f"{len(cards)} face down shown{who}{where}", everyone & ~seats, whole=False))
    return out


def _straight(moves: Iterable[Move], everyone: int) -> list[Move]:
    """The moves without stops on the way: a card put on the table for all to see and then taken, with nothing else taken
    there, went to whoever took it. All must have seen each card, since what goes on and what stays is told by it.
    """
    out: list[Move] = []
    came: dict[int, dict[int, int]] = {}  # for each zone the cards that came, and where their moves stand
    left: dict[int, set[int]] = {}
    for move in moves:
        came.setdefault(move.new, {})[move.piece] = len(out)
        left.setdefault(move.old, set()).add(move.piece)
        out.append(move)
    for zone, pieces in came.items():
        if left.get(zone) != pieces.keys() or any(out[at].seen != everyone for at in pieces.values()):
            continue
        on = {move.piece: at for at, move in enumerate(out) if move.old == zone}
        if sum((move.new == zone) + (move.old == zone) for move in out) > 2 * len(pieces):
            continue  # a card that came and went more than once
        if all(at < on[piece] and out[on[piece]].seen == everyone for piece, at in pieces.items()):
            for piece, at in pieces.items():
                out[on[piece]] = Move(piece, out[at].old, out[on[piece]].new, everyone, out[on[piece]].face)
            out = [move for move in out if move.new != zone]
            return _straight(out, everyone)
    return out


def _gather(program: Program, moves: Iterable[Move]) -> list[_Gathered]:
    family_of = program.layout.family_of
    groups: list[_Gathered] = []
    for move in moves:
        if move.old == move.new:
            continue
        for group in reversed(groups):
            if group.new == move.new and family_of[group.moves[0].old] is family_of[move.old]:
                group.moves.append(move)
                break
            if group.new == move.old or move.new in group.sources:  # told earlier, it would be told before it could be
                groups.append(_Gathered(move.new, [move]))
                break
        else:
            groups.append(_Gathered(move.new, [move]))
    return groups


def _told(program: Program, groups: list[_Gathered], mover: int | None, reader: int | None) -> str:
    """`reader`: a seat as a bit; None knows all."""
    out: list[str] = []
    at = 0
    while at < len(groups):
        first = groups[at]
        cards = _cards(program, first.moves, reader)
        alike = [first.new]
        for group in groups[at + 1 :]:  # a deal: the same to several of a family
            kin = program.layout.family_of[group.new] is program.layout.family_of[first.new]
            if not kin or group.sources != first.sources or _cards(program, group.moves, reader) != cards:
                break
            alike.append(group.new)
        each = " each" if len(alike) > 1 else ""
        veiled = reader is not None and any(not move.whence & reader for move in first.moves)
        source = "" if veiled else f" from {_places(program, first.sources, mover)}"
        out.append(f"{cards}{each}{source} to {_places(program, alike, mover)}")
        at += len(alike)
    return "; ".join(out)


def _cards(program: Program, moves: Sequence[Move], reader: int | None) -> str:
    """`Sloth, 2 x Visitor, 3 cards`: what is not known comes last, so that the order tells nothing about it."""
    known = [move.face for move in moves if reader is None or move.seen & reader]
    texts = _counted(program.parts.faces[face].title for face in known)
    unknown = len(moves) - len(known)
    if unknown:
        texts.append("a card" if unknown == 1 else f"{unknown} cards")
    return ", ".join(texts)


def _counted(titles: Iterable[str]) -> list[str]:
    """`Sloth`, `2 x Visitor`: each title once, with how often it came."""
    return [title if count == 1 else f"{count} x {title}" for title, count in Counter(titles).items()]


def _places(program: Program, zones: Sequence[int], mover: int | None) -> str:
    """One zone by its label, those of one family by what they share: `queue`, `hand of Anna, Bruno`. `own` is the mover's."""
    setting, layout = program.setting, program.layout
    family = layout.family_of[zones[0]]
    place = family.decl.owner
    if len(zones) == 1:
        label = zone_label(setting, layout, zones[0])
        if place is None or mover is None or family.indexes(zones[0])[place] != mover:
            return label
        return f"own {label.replace(f' of {setting.seat_name(mover)}', '', 1)}"
    if place is None:
        return family.decl.title
    owners = sorted({family.indexes(zone)[place] for zone in zones})
    if owners == [mover]:
        return f"own {family.decl.title}"
    *most, last = [setting.seat_name(owner) for owner in owners]
    return f"{family.decl.title} of " + (f"{', '.join(most)} and {last}" if most else last)
