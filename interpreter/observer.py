"""What each seat has seen and can still locate, and the log of what happened: both from playing a game's record once more.

Random play carries none of this. An observer keeps a traced state beside the record and follows it event by event. A seat
sees what lies open, the top of a top-open pile, and its own private zones; it keeps in mind a card it has seen as long as it
can follow its moves. A card that leaves a zone the seat cannot look into, among others there, may have been any of them:
then it has lost sight of all of those. A shuffle loses sight of the whole pile.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..grammar import checked as c
from ..grammar.types import ListType, PieceType, bare
from .choices import text_of
from .functions import owner_of
from .labels import zone_label
from .machine import Machine, TracedState
from .program import AT_ONCE, DONE, Ask, AskKind
from .secrets import Secrets


@dataclass(frozen=True, slots=True)
class Told:
    """One text of the log, and who may read it: `for_seats` as bits."""

    text: str
    seats: int


@dataclass
class Entry:
    """One thing that happened: a move of a seat, or what came of itself. `parts` are told in order."""

    seat: int | None
    parts: list[Told] = field(default_factory=list)

    def text(self, seat: int | None, names: tuple[str, ...]) -> str | None:
        told = [part.text for part in self.parts if seat is None or part.seats >> seat & 1]
        if not told:
            return None
        head = f"{names[self.seat]}: " if self.seat is not None else ""
        return head + "; ".join(told)


class Observer:
    """Follows one game through a traced machine."""

    def __init__(self, machine: Machine, s: TracedState, secrets: Secrets, known: list[int] | None = None) -> None:
        self.machine = machine
        self.s = s
        self.secrets = secrets
        program = machine.program
        n = program.setting.players
        self.all = (1 << n) - 1
        layout = program.layout
        self.where = list(s[layout.place : layout.place + program.parts.count])
        self.known = list(known) if known is not None else [0] * n  # for each seat the pieces it can locate, as bits
        self.log: list[Entry] = []
        self.followed = 0
        self._open: dict[int, list[tuple[Ask, int, str]]] = {}  # answers of seats that decide together
        self._current: dict[int, Entry] = {}
        self._move: Entry | None = None

    # -------------------------------------------------------------------------------- seeing

    def sees(self, zone: int, seat: int) -> bool:
        """Whether a seat may look at everything in a zone."""
        family = self.machine.program.layout.family_of[zone]
        match family.decl.sight:
            case c.Sight.OPEN:
                return True
            case c.Sight.PRIVATE:
                return owner_of(family, zone) == seat
            case _:
                return False

    def _watchers(self, zone: int) -> int:
        n = self.machine.program.setting.players
        return sum(1 << seat for seat in range(n) if self.sees(zone, seat))

    def _look_around(self) -> None:
        """Every seat notices what it can see now."""
        program = self.machine.program
        layout = program.layout
        open_now, per_seat = 0, [0] * program.setting.players
        for piece, zone in enumerate(self.where):
            family = layout.family_of[zone]
            if family.decl.sight is c.Sight.OPEN:
                open_now |= 1 << piece
            elif family.decl.sight is c.Sight.PRIVATE:
                owner = owner_of(family, zone)
                if owner >= 0:
                    per_seat[owner] |= 1 << piece
        for zone, family in enumerate(layout.family_of):
            top = -1 if family.decl.shape is c.Shape.GROUP else self.s[layout.content + zone]
            if family.decl.sight is c.Sight.TOP_OPEN and top >= 0:
                open_now |= 1 << top
        for seat, own in enumerate(per_seat):
            self.known[seat] |= open_now | own

    # -------------------------------------------------------------------------------- following

    def begin(self) -> None:
        """Take in what happened before the first decision."""
        self._absorb(Entry(None))
        self._look_around()

    def step(self, seat: int, answer: int) -> None:
        """Follow one decision."""
        machine, s = self.machine, self.s
        ask = machine.ask(s, seat)
        text = text_of(machine, s, ask, answer)
        together = s[0] == AT_ONCE
        machine.step(s, seat, answer)
        self.followed += 1
        if together:
            self._open.setdefault(seat, []).append((ask, answer, text))
            self._absorb(Entry(None))
            if s[0] != AT_ONCE:
                self._open.clear()
        else:
            self._sequential(seat, ask, answer, text)
        self._look_around()

    def _sequential(self, seat: int, ask: Ask, answer: int, text: str) -> None:
        """A decision of one seat: the pieces of one move gather in one entry."""
        starts = (
            ask.kind in (AskKind.MENU, AskKind.MAY) and len(ask.path) < 2 and ask.action is None
        ) or ask.kind is AskKind.MAY
        fresh = self._move is None or self._move.seat != seat or starts
        if fresh or self._move is None:
            self._move = Entry(seat)
            self.log.append(self._move)
            if ask.action is not None and ask.action.title and ask.kind is not AskKind.MAY:
                self._move.parts.append(Told(ask.action.title, self.all))
        entry = self._move
        before = list(self.known)
        told = self._say(entry, seat, ask, answer, text)
        self._absorb(entry)
        if told is not None:
            place, piece = told
            seen = sum(1 << i for i, k in enumerate(self.known) if (k | before[i]) >> piece & 1) | 1 << seat
            entry.parts[place] = Told(text, seen)
            entry.parts.insert(place + 1, Told("a card", self.all & ~seen))
        if not ask.path and ask.kind is AskKind.MENU and answer == DONE:
            self._move = None

    def _say(self, entry: Entry, seat: int, ask: Ask, answer: int, text: str) -> tuple[int, int] | None:
        """Put an answer into the log; for a card, where it stands and which card, so that who saw it can be told later."""
        if ask.kind is AskKind.MAY:
            action = ask.action.title if ask.action else (ask.entries[0].title if ask.entries else "the effect")
            entry.parts.append(Told(action if answer != DONE else f"not: {action}", self.all))
            return None
        if ask.kind is AskKind.MENU or answer == DONE:
            entry.parts.append(Told(text, self.all))
            return None
        assert ask.variable is not None
        if isinstance(bare(ask.variable.type), PieceType) and answer >= 0:
            entry.parts.append(Told(text, 1 << seat))
            return len(entry.parts) - 1, answer
        seats = self.all if self.secrets.told(ask.path, ask.variable) else 1 << seat
        entry.parts.append(Told(text, seats))
        return None

    def _absorb(self, entry: Entry) -> None:
        """Take in the events that have gathered, telling them in an entry (added to the log if anything is told)."""
        program = self.machine.program
        setting, layout, parts = program.setting, program.layout, program.parts
        events, self.s.events = self.s.events, []
        moves: list[tuple[int, int, int, int]] = []  # piece, from, to, seats that saw which

        def flush() -> None:
            nonlocal moves
            if moves:
                self._tell_moves(entry, moves)
                moves = []

        quiet = entry.seat is None and self.followed == 0
        for event in events:
            match event:
                case ("move", int(piece), int(old), int(new), int()):
                    seen = self._moved(piece, old, new)
                    if moves and (moves[-1][1], moves[-1][2]) != (old, new):
                        flush()
                    moves.append((piece, old, new, seen))
                case ("swap", int(a), int(y), int(b), int(z)):
                    flush()
                    for piece, old, new in ((a, y, z), (b, z, y)):
                        seen = self._moved(piece, old, new)
                        moves.append((piece, old, new, seen))
                        flush()
                case ("swap zones", int(y), int(z)):
                    flush()
                    self._swapped(y, z)
                    names = (zone_label(setting, layout, y), zone_label(setting, layout, z))
                    entry.parts.append(Told(f"{names[0]} and {names[1]} change places", self.all))
                case ("shuffle", int(zone)):
                    flush()
                    self._forget(zone)
                    entry.parts.append(Told(f"{zone_label(setting, layout, zone)} is shuffled", self.all))
                case ("roll", int(), int(face)):
                    flush()
                    entry.parts.append(Told(f"rolled {parts.faces[face].title}", self.all))
                case ("show", tuple(pieces), int(seat)):
                    flush()
                    self._shown(entry, pieces, seat)
                case ("turn", int(seat)):
                    flush()
                    entry = self._close(entry, quiet)
                    self._move = None
                case ("round", int(number)):
                    flush()
                    entry = self._close(entry, quiet)
                    self.log.append(Entry(None, [Told(f"Round {number}", self.all)]))
                    self._move = None
                case ("acts", int(seat)):
                    flush()
                    entry = self._close(entry, quiet)
                    entry = self._together(seat)
                case ("score",):
                    flush()
                    entry = self._close(entry, quiet)
                    totals = ", ".join(f"{setting.seat_name(i)} {p}" for i, p in enumerate(self.points()))
                    self.log.append(Entry(None, [Told(f"Points: {totals}", self.all)]))
                case _:
                    pass
        flush()
        self._close(entry, quiet)

    def points(self) -> list[int]:
        program = self.machine.program
        note = next(n for n in program.layout.notes if n.builtin and n.name == "points")
        first = program.layout.notes[note].first
        return list(self.s[first : first + program.setting.players])

    def _close(self, entry: Entry, quiet: bool) -> Entry:
        """Keep an entry that tells something; what comes next without a decision has one of its own."""
        if entry.parts and not any(entry is kept for kept in self.log[-8:]) and not quiet:
            self.log.append(entry)
        return Entry(None)

    def _together(self, seat: int) -> Entry:
        """The entry of what a seat had decided together with the others."""
        entry = Entry(seat)
        for ask, answer, text in self._open.get(seat, []):
            if (ask.kind is AskKind.MAY and answer == DONE) or answer == DONE:
                continue
            open_action = ask.action is None or self.secrets.touches_open(ask.action)
            variable = ask.variable
            private = variable is not None and not isinstance(bare(variable.type), ListType)
            if ask.kind in (AskKind.MENU, AskKind.MAY):
                name = text if ask.kind is AskKind.MENU else (ask.action.title if ask.action else text)
                leaf = self._leaf(ask, answer)
                seats = self.all if leaf is None or self.secrets.touches_open(leaf) else 1 << seat
            else:
                name = text
                told = variable is not None and self.secrets.told(ask.path, variable)
                seats = self.all if open_action and told and private else 1 << seat
                if variable is not None and isinstance(bare(variable.type), PieceType):
                    seats = 1 << seat
            entry.parts.append(Told(name, seats))
        return entry

    def _leaf(self, ask: Ask, answer: int) -> c.ActionDecl | None:
        if ask.kind is AskKind.MAY:
            return ask.action
        titles = [entry for entry in ask.entries if isinstance(entry, c.ActionDecl)]
        return titles[answer] if 0 <= answer < len(titles) else ask.action

    # -------------------------------------------------------------------------------- moves

    def _moved(self, piece: int, old: int, new: int) -> int:
        """A card has moved: who saw which one it was, as bits; knowledge follows."""
        layout = self.machine.program.layout
        bit = 1 << piece
        seen = 0
        before, after = layout.family_of[old].decl, layout.family_of[new].decl
        others = [p for p, zone in enumerate(self.where) if zone == old and p != piece]
        self.where[piece] = new
        for seat in range(len(self.known)):
            sees = (
                self.sees(old, seat)
                or self.sees(new, seat)
                or before.sight is c.Sight.TOP_OPEN
                or after.sight is c.Sight.TOP_OPEN
            )
            if sees:
                self.known[seat] |= bit
                seen |= 1 << seat
                continue
            ordered = before.shape in (c.Shape.PILE, c.Shape.ROW)
            if ordered or not others:
                if self.known[seat] & bit:
                    seen |= 1 << seat
                continue
            for other in (*others, piece):  # it may have been any of those that lay there
                self.known[seat] &= ~(1 << other)
        return seen

    def _forget(self, zone: int) -> None:
        pieces = sum(1 << p for p, where in enumerate(self.where) if where == zone)
        for seat in range(len(self.known)):
            if not self.sees(zone, seat):
                self.known[seat] &= ~pieces

    def _swapped(self, y: int, z: int) -> None:
        for piece, zone in enumerate(self.where):
            if zone == y:
                self.where[piece] = z
            elif zone == z:
                self.where[piece] = y

    def _shown(self, entry: Entry, pieces: tuple[object, ...], seat: int) -> None:
        parts = self.machine.program.parts
        to = self.all if seat < 0 else 1 << seat
        names = []
        for piece in pieces:
            if isinstance(piece, int) and piece >= 0:
                names.append(parts.faces[parts.face_of[piece]].title)
                for each in range(len(self.known)):
                    if to >> each & 1:
                        self.known[each] |= 1 << piece
        if names:
            who = "" if seat < 0 else f" to {self.machine.program.setting.seat_name(seat)}"
            entry.parts.append(Told(f"shown{who}: {', '.join(names)}", to))
            if to != self.all:
                entry.parts.append(Told(f"shown{who}: {len(names)} face down", self.all & ~to))

    def _tell_moves(self, entry: Entry, moves: list[tuple[int, int, int, int]]) -> None:
        program = self.machine.program
        setting, layout, parts = program.setting, program.layout, program.parts
        old, new = moves[0][1], moves[0][2]
        if old == new:
            return
        n = setting.players
        by_text: dict[str, int] = {}
        for seat in range(n):
            names: dict[str, int] = {}
            for piece, _, _, seen in moves:
                name = parts.faces[parts.face_of[piece]].title if seen >> seat & 1 else "a card"
                names[name] = names.get(name, 0) + 1
            shown = ", ".join(
                (name if count == 1 else f"{count} cards" if name == "a card" else f"{count} x {name}")
                for name, count in names.items()
            )
            text = f"{shown} from {zone_label(setting, layout, old)} to {zone_label(setting, layout, new)}"
            by_text[text] = by_text.get(text, 0) | 1 << seat
        entry.parts.extend(Told(text, seats) for text, seats in by_text.items())
