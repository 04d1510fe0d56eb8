"""What each seat has seen and can still locate, and the log of what happened: both from playing a game's record once more.

Random play carries none of this. An observer keeps a traced state beside the record and follows it event by event. A seat
sees what lies open, the top of a top-open pile, and its own private zones; it keeps in mind a card it has seen as long as it
can follow its moves. Which copy of a card the engine moves must not show: a card that leaves a zone the seat cannot look
into, among others there, may have been any of them, so the seat has lost sight of all of those; if it sees which card came
out, it has lost sight of one that looks the same. A shuffle loses sight of the whole pile. What is dealt onto a pile whose
top is open is seen only if it is not covered at once. While all act at once everybody is busy: what a seat then takes into a
private zone nobody else sees. What is written into a seat's private notes the seat is told.
"""

from __future__ import annotations

from itertools import groupby

from ..grammar import checked as c
from ..grammar.types import ListType, OrNone, PieceType, TruthType, bare
from .choices import text_of
from .components import none_of
from .functions import owner_of
from .labels import note_labels, note_place, said_label, zone_label
from .machine import Machine, TracedState
from .program import AT_ONCE, DONE, Ask, AskKind
from .secrets import Secrets
from .telling import Entry, Move, Told, tell_moves, tell_rolls, tell_shown


class Observer:
    """Follows one game through a traced machine."""

    def __init__(self, machine: Machine, s: TracedState, secrets: Secrets) -> None:
        self.machine = machine
        self.s = s
        self.secrets = secrets
        program = machine.program
        n = program.setting.players
        self.all = (1 << n) - 1
        cards = program.call("cards")
        self.cards: list[list[int]] = [cards(s, zone) for zone in range(program.layout.zones)]  # as far as followed
        self.where = list(s[program.layout.place : program.layout.place + program.parts.count])
        first = program.layout.faces
        showing = s[first : first + program.parts.count] if program.layout.has_dice else program.parts.face_of
        self.faces = list(showing)  # what each piece shows, as far as followed: a die is rolled again and again
        self.known = [0] * n  # for each seat the pieces it can locate, as bits
        self.log: list[Entry] = []
        self.followed = 0
        self._open: dict[int, list[tuple[Ask, int, str]]] = {}  # answers of seats that decide together
        self._seen: dict[int, int] = {}  # the seats that saw a piece move in this step, as bits
        self._move: Entry | None = None
        self._acting: int | None = None  # whose decision of an `all players at once` is being carried out

    def fork(self) -> Observer:
        """An observer that goes on by itself from here."""
        twin = Observer(self.machine, TracedState(self.s), self.secrets)
        twin.known = list(self.known)
        twin.faces = list(self.faces)
        twin.log = list(self.log)
        twin.followed = self.followed
        twin._open = {seat: list(answers) for seat, answers in self._open.items()}
        if self._move is not None:  # the one entry that may still grow
            twin._move = Entry(self._move.seat, list(self._move.parts), self._move.kept)
            twin.log = [twin._move if entry is self._move else entry for entry in twin.log]
        return twin

    def imagine(self, numbers: list[int], seat: int, moved: dict[int, int]) -> Observer:
        """An observer of a state that `seat` cannot tell from this one. `moved`: which piece lies where another lay.

        It remembers what the seat has been told; what others know, they know of the cards that now lie there.
        """
        twin = Observer(self.machine, TracedState(numbers), self.secrets)
        for other, pieces in enumerate(self.known):
            twin.known[other] = (
                pieces
                if other == seat
                else sum(1 << moved.get(piece, piece) for piece in range(len(self.where)) if pieces >> piece & 1)
            )
        twin.log = [
            Entry(
                entry.seat,
                [Told(part.text, 1 << seat, part.said) for part in entry.parts if part.seats >> seat & 1],
                True,
            )
            for entry in self.log
        ]
        return twin

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

    def visible(self, zone: int, piece: int, seat: int) -> bool:
        """Whether a seat can see or locate a piece in a zone."""
        if self.sees(zone, seat) or bool(self.known[seat] >> piece & 1):
            return True
        sight = self.machine.program.layout.family_of[zone].decl.sight
        return sight is c.Sight.TOP_OPEN and self.s[self.machine.program.layout.content + zone] == piece

    def _look_around(self) -> None:
        """Every seat notices what it can see now."""
        layout = self.machine.program.layout
        for zone, family in enumerate(layout.family_of):
            if family.decl.sight in (c.Sight.OPEN, c.Sight.PRIVATE):
                for seat in range(len(self.known)):
                    if self.sees(zone, seat):
                        for piece in self.cards[zone]:
                            self.known[seat] |= 1 << piece
        self._look_at_tops()

    def _look_at_tops(self) -> None:
        tops = 0
        for zone, family in enumerate(self.machine.program.layout.family_of):
            if family.decl.sight is c.Sight.TOP_OPEN and self.cards[zone]:
                tops |= 1 << self.cards[zone][0]
        for seat in range(len(self.known)):
            self.known[seat] |= tops

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
            self._move = Entry(seat, kept=True)
            self.log.append(self._move)
            if ask.action is not None and ask.action.title and ask.kind is not AskKind.MAY:
                self._move.parts.append(Told(ask.action.title, self.all, said=True))
        entry = self._move
        told = self._say(entry, seat, ask, answer, text)
        seen = 0 if told is None else self._who_sees(told[1])
        self._absorb(entry)
        if told is not None:
            place, piece = told
            seen |= self._seen.get(piece, 0) | 1 << seat
            entry.parts[place] = Told(text, seen, said=True)
            entry.parts.insert(place + 1, Told("a card", self.all & ~seen, said=True, whole=False))
        if not ask.path and ask.kind is AskKind.MENU and answer == DONE:
            self._move = None

    def _who_sees(self, piece: int) -> int:
        """The seats that see a piece where it lies, so that they see it chosen. Knowing of it is not enough: it may be
        another that looks the same."""
        zone = self.where[piece]
        top = (
            self.machine.program.layout.family_of[zone].decl.sight is c.Sight.TOP_OPEN and self.cards[zone][0] == piece
        )
        alone = len(self.cards[zone]) == 1
        return sum(
            1 << seat
            for seat, known in enumerate(self.known)
            if top or self.sees(zone, seat) or (alone and known >> piece & 1)
        )

    def _say(self, entry: Entry, seat: int, ask: Ask, answer: int, text: str) -> tuple[int, int] | None:
        """Put an answer into the log; for a card, where it stands and which card, so that who saw it can be told later."""
        if ask.kind is AskKind.MAY:
            action = ask.action.title if ask.action else (ask.entries[0].title if ask.entries else "the effect")
            entry.parts.append(Told(action if answer != DONE else f"not: {action}", self.all, said=True))
            return None
        if ask.kind is AskKind.MENU or answer == DONE:
            entry.parts.append(Told(text, self.all, said=True))
            return None
        assert ask.variable is not None
        if isinstance(bare(ask.variable.type), PieceType) and answer >= 0:
            entry.parts.append(Told(text, 1 << seat, said=True))
            return len(entry.parts) - 1, answer
        seats = self.all if self.secrets.told(ask.path, ask.variable) else 1 << seat
        entry.parts.append(Told(text, seats, said=True))
        return None

    def _absorb(self, entry: Entry) -> None:
        """Take in the events that have gathered, telling them in an entry (added to the log if anything is told)."""
        program = self.machine.program
        setting, layout, parts = program.setting, program.layout, program.parts
        events, self.s.events = self.s.events, []
        moves: list[Move] = []
        rolls: list[tuple[str, int]] = []  # what a die shows, and the seats that see it

        def flush() -> None:
            entry.parts.extend(tell_moves(program, moves, entry.seat))
            for seen, rolled in groupby(rolls, lambda roll: roll[1]):
                entry.parts.extend(tell_rolls([face for face, _ in rolled], seen, self.all))
            moves.clear()
            rolls.clear()

        quiet = entry.seat is None and self.followed == 0
        self._seen = {}
        self._acting = None
        source = -1
        for number, event in enumerate(events):
            if event[0] != "move" or event[2] != source:  # one deed may lift several cards: nobody looks in between
                self._look_at_tops()
                source = -1
            match event:
                case ("move", int(piece), int(old), int(new), int(end)):
                    source = old
                    seen = self._moved(piece, old, new, end, self._covered(events, number))
                    if rolls:
                        flush()
                    moves.append(Move(piece, old, new, seen, self.faces[piece], self._see_whence(old, new)))
                case ("note", int(slot), tuple(written)):
                    told = self._written(entry, slot, [value for value in written if isinstance(value, int)])
                    if told is not None:
                        flush()
                        entry.parts.append(told)
                case ("swap", int(a), int(y), int(b), int(z)):
                    flush()
                    for piece, old, new, seen in self._exchanged(a, y, b, z):
                        moves.append(Move(piece, old, new, seen, self.faces[piece]))
                        flush()
                case ("swap zones", int(y), int(z)):
                    flush()
                    self._swapped(y, z)
                    names = (zone_label(setting, layout, y), zone_label(setting, layout, z))
                    entry.parts.append(Told(f"{names[0]} and {names[1]} change places", self.all))
                case ("shuffle", int(zone), tuple(order)):
                    flush()
                    self._shuffled(zone, order)
                    entry.parts.append(Told(f"{zone_label(setting, layout, zone)} is shuffled", self.all))
                case ("roll", int(die), int(face)):
                    if moves:
                        flush()
                    seen = self._who_sees(die)
                    for seat in range(len(self.known)):
                        if not seen >> seat & 1:
                            self.known[seat] &= ~(1 << die)
                    self.faces[die] = face
                    rolls.append((parts.faces[face].title, seen))
                case ("show", tuple(pieces), int(seat)):
                    flush()
                    self._shown(entry, pieces, seat)
                case ("turn", int(seat)):
                    flush()
                    self._close(entry, quiet)
                    entry = Entry(seat)  # what a turn begins with is its player's, though nothing was decided
                    self._move = None
                case ("turn over",) | ("all done",):  # what follows a turn, or a decision of all, is nobody's move
                    flush()
                    entry = self._close(entry, quiet)
                    self._move = self._acting = None
                case ("round", int(count)):
                    flush()
                    entry = self._close(entry, quiet)
                    self.log.append(Entry(None, [Told(f"Round {count}", self.all)], True))
                    self._move = None
                case ("acts", int(seat)):
                    flush()
                    entry = self._close(entry, quiet)
                    entry = self._together(seat)
                    self._acting = seat
                case ("score",):
                    flush()
                    entry = self._close(entry, quiet)
                    if setting.game.scoring.most_points is None:  # what is not counted is no news
                        continue
                    totals = ", ".join(f"{setting.seat_name(i)} {p}" for i, p in enumerate(self.points()))
                    self.log.append(Entry(None, [Told(f"Points: {totals}", self.all)], True))
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
        if entry.parts and not entry.kept and not quiet:
            entry.kept = True
            self.log.append(entry)
        return Entry(None)

    def _together(self, seat: int) -> Entry:
        """The entry of what a seat had decided together with the others."""
        entry = Entry(seat)
        for ask, answer, text in self._open.pop(seat, []):
            if (ask.kind is AskKind.MAY and answer == DONE) or answer == DONE:
                continue
            open_action = ask.action is None or self.secrets.touches_open(ask.action)
            variable = ask.variable
            private = variable is not None and not isinstance(bare(variable.type), ListType)
            if ask.kind in (AskKind.MENU, AskKind.MAY):
                name = text if ask.kind is AskKind.MENU else (ask.action.title if ask.action else text)
                leaf = self._leaf(ask, text)
                seats = self.all if leaf is None or self.secrets.touches_open(leaf) else 1 << seat
            else:
                name = text
                told = variable is not None and self.secrets.told(ask.path, variable, together=True)
                seats = self.all if open_action and told and private else 1 << seat
                if variable is not None and isinstance(bare(variable.type), PieceType):
                    seats = 1 << seat
            entry.parts.append(Told(name, seats, said=True))
        return entry

    def _leaf(self, ask: Ask, text: str) -> c.ActionDecl | None:
        """The action that an answer stands for, or whose way it is."""
        if ask.kind is AskKind.MAY or ask.path:
            return ask.action
        return next((e for e in ask.entries if isinstance(e, c.ActionDecl) and e.title == text), None)

    # -------------------------------------------------------------------------------- notes

    def _written(self, entry: Entry, slot: int, values: list[int]) -> Told | None:
        """What the owner of a private note is told of what has been written there: nothing where it was wiped away, or where
        it is what the owner has just said."""
        program = self.machine.program
        setting, layout, parts = program.setting, program.layout, program.parts
        place, indexes = note_place(layout, slot)
        note = place.decl
        if note.sight is not c.Sight.PRIVATE or note.owner is None:
            return None
        kind = note.type.item if isinstance(note.type, ListType) else note.type
        found = [value for value in values if not (isinstance(kind, OrNone) and value == none_of(kind))]
        truth = isinstance(bare(kind), TruthType)
        if not found or (truth and not found[0]):
            return None
        owner = indexes[note.owner]
        texts = [said_label(setting, parts, layout, kind, value) for value in found]
        if entry.seat == owner and set(texts) <= {part.text for part in entry.parts}:
            return None
        labels = note_labels(setting, place, indexes)
        del labels[note.owner]
        text = " ".join([note.title, *([", ".join(labels)] if labels else [])])
        text = text if truth else f"{text}: {', '.join(texts)}"
        return Told(text if entry.seat == owner else f"told {setting.seat_name(owner)}: {text}", 1 << owner)

    # -------------------------------------------------------------------------------- moves

    def _covered(self, events: list[tuple[object, ...]], number: int) -> bool:
        """Whether the card of a move is covered at once by another of the same deal."""
        _, _, old, new, _ = events[number]
        for event in events[number + 1 :]:
            match event:
                case ("move", int(), int(source), int(target), int(end)) if source == old:
                    if target == new and self._lands_on_top(target, end):
                        return True
                case _:
                    return False
        return False

    def _lands_on_top(self, zone: int, end: int) -> bool:
        shape = self.machine.program.layout.family_of[zone].decl.shape
        return end == 1 or (end == 0 and shape in (c.Shape.PILE, c.Shape.SPACE)) or not self.cards[zone]

    def _moved(self, piece: int, old: int, new: int, end: int, covered: bool) -> int:
        """A card has moved: who saw which one it was, as bits; knowledge follows."""
        layout = self.machine.program.layout
        bit = 1 << piece
        before, after = layout.family_of[old].decl, layout.family_of[new].decl
        was_top = self.cards[old][0] == piece
        self.cards[old].remove(piece)
        others = list(self.cards[old])
        on_top = self._lands_on_top(new, end)
        self.cards[new].insert(0 if on_top else len(self.cards[new]), piece)
        self.where[piece] = new
        # Where it lay is known to all only where cards are taken from the top of a pile that nobody looks through.
        placed = not others or (was_top and before.shape is c.Shape.PILE and before.sight is not c.Sight.PRIVATE)
        face_up = after.sight is c.Sight.TOP_OPEN and on_top and not covered
        whence = self._see_whence(old, new)
        seen = 0
        for seat in range(len(self.known)):
            known = bool(self.known[seat] & bit)
            if not whence >> seat & 1:
                for other in (*others, piece):  # what lies open is seen again in a moment
                    self.known[seat] &= ~(1 << other)
                continue
            looks = self.sees(old, seat)
            if looks or face_up or self.sees(new, seat):
                if not (looks or placed or known):
                    self._lose_one_like(piece, others, seat)
                self.known[seat] |= bit
                seen |= 1 << seat
            elif placed:
                seen |= known << seat
            else:
                for other in (*others, piece):  # it may have been any of those that lay there
                    self.known[seat] &= ~(1 << other)
        self._seen[piece] = self._seen.get(piece, 0) | seen
        return seen

    def _see_whence(self, old: int, new: int) -> int:
        """The seats, as bits, that see where a card comes from: all, but for what one of many takes into a private zone."""
        family_of = self.machine.program.layout.family_of
        private = c.Sight.PRIVATE
        if self._acting is None or family_of[new].decl.sight is not private or family_of[old].decl.sight is private:
            return self.all
        return sum(1 << seat for seat in range(len(self.known)) if seat == self._acting or self.sees(new, seat))

    def _lose_one_like(self, piece: int, others: list[int], seat: int) -> None:
        """A card came out of a zone that a seat cannot look into: it may be one the seat knew of that looks the same."""
        face_of = self.faces
        for other in others:
            if self.known[seat] >> other & 1 and face_of[other] == face_of[piece]:
                self.known[seat] &= ~(1 << other)
                return

    def _exchanged(self, a: int, y: int, b: int, z: int) -> list[tuple[int, int, int, int]]:
        """Two cards have changed places: each as a move with those that saw which it was."""
        layout = self.machine.program.layout
        shown = [(piece, zone, self._who_sees(piece)) for piece, zone in ((a, y), (b, z))]
        i, k = self.cards[y].index(a), self.cards[z].index(b)
        self.cards[y][i], self.cards[z][k] = b, a
        self.where[a], self.where[b] = z, y
        out = []
        for (piece, zone, seen), goal in zip(shown, (z, y), strict=True):
            seen |= self._who_sees(piece)
            family = layout.family_of[zone].decl
            places = family.shape is not c.Shape.GROUP and family.sight is not c.Sight.PRIVATE
            for seat in range(len(self.known)):
                known = self.known[seat] >> piece & 1
                alone = len(self.cards[zone]) == 1
                if seen >> seat & 1:
                    if not (known or self.sees(zone, seat) or places or alone):
                        self._lose_one_like(piece, self.cards[zone], seat)
                    self.known[seat] |= 1 << piece
                elif places or alone:
                    seen |= known << seat
                else:
                    for other in (*self.cards[zone], piece):
                        if other != (b if piece == a else a):
                            self.known[seat] &= ~(1 << other)
            self._seen[piece] = self._seen.get(piece, 0) | seen
            out.append((piece, zone, goal, seen))
        return out

    def _shuffled(self, zone: int, order: tuple[int, ...]) -> None:
        self.cards[zone] = list(order)
        pieces = sum(1 << piece for piece in order)
        for seat in range(len(self.known)):
            if not self.sees(zone, seat) and len(order) > 1:
                self.known[seat] &= ~pieces

    def _swapped(self, y: int, z: int) -> None:
        self.cards[y], self.cards[z] = self.cards[z], self.cards[y]
        for zone in (y, z):
            for piece in self.cards[zone]:
                self.where[piece] = zone
        self._look_around()

    def _shown(self, entry: Entry, pieces: tuple[object, ...], seat: int) -> None:
        cards = [piece for piece in pieces if isinstance(piece, int) and piece >= 0]
        if not cards:
            return
        knowing = 0
        for each in range(len(self.known)):
            if seat in (each, -1):
                self.known[each] |= sum(1 << piece for piece in set(cards))
            knowing |= (seat in (each, -1) or all(self.sees(self.where[piece], each) for piece in cards)) << each
        shown = [(self.faces[piece], self.where[piece]) for piece in cards]
        entry.parts.extend(tell_shown(self.machine.program, shown, seat, knowing, entry.seat))
