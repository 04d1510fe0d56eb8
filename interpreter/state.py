"""A game in progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import facts, resample
from .choices import Choice, answers, choices, question
from .faults import IllegalChoice, RecordError
from .layout import REASON
from .machine import Machine, TracedState
from .observer import Observer
from .printed import Printed, printed
from .reasons import reason_at, why_not
from .resample import Chance
from .scoring import points_note
from .view import plain, view

if TYPE_CHECKING:
    from .game import Table


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the score sheet: what it is for, what it gives each seat, and the line of the definition behind it."""

    title: str
    values: tuple[int, ...]
    line: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats, why it was over, and the tie-break that decided, if one did."""

    winners: tuple[int, ...]
    reason: str
    tie_break: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Past:
    """The decisions of a game, newest first, shared between copies."""

    before: Past | None
    seat: int
    index: int
    answer: int
    length: int


class State:
    """A position of a game with all it needs to go on: whole numbers in one list, and the way it came about.

    Copies are independent. Two states of the same definition, seats and options are equal if they would go on alike
    whatever is chosen: the same question is open, the same is noted, alike cards lie in the same places (in groups in any
    order), and the generator stands at the same place, unless nothing in the game is drawn by chance. How many decisions
    it took and which they were does not count; nor what a seat remembers to have seen. In the middle of a move, and in
    notes, a card counts as itself, not as one of its kind.
    """

    __slots__ = ("_numbers", "_observer", "_origin", "_past", "_shared", "_table")

    def __init__(
        self, table: Table, numbers: list[int], past: Past | None = None, origin: Observer | None = None
    ) -> None:
        self._table = table
        self._numbers = numbers
        self._past = past
        self._origin = origin  # of an imagined state: what the seats remember there
        self._observer: Observer | None = origin
        self._shared = True  # whether others may follow the game with the same observer

    # ------------------------------------------------------------------ who decides what

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._table.players

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called, from seat 0."""
        return self._table.seats

    @property
    def machine(self) -> Machine:
        """What plays this game."""
        return self._table.machine

    @property
    def numbers(self) -> list[int]:
        """The whole numbers that the state is made of. Not to be changed."""
        return self._numbers

    @property
    def names(self) -> tuple[str, ...]:
        """Names that were given to the seats, or () for those that the game gives."""
        return self._table.names

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats (from 0) that must decide now, several in an `all players at once`; () when the game is over."""
        return self._table.machine.actors(self._numbers)

    def choices(self, seat: int | None = None) -> list[Choice]:
        """The options of a seat that must decide (None: the only one), in a stable order; [] for any other seat.

        Raises GameFault if the definition leaves a decision without an option.
        """
        seat = self._seat(seat)
        if seat not in self.actors:
            return []
        return choices(self._table.machine, self._numbers, seat)

    def question(self, seat: int | None = None) -> str:
        """What a seat that must decide is asked."""
        return question(self._table.machine, self._numbers, self._seat(seat))

    def options(self, seat: int) -> int:
        """How many choices a seat has. Much faster than counting `choices`."""
        return len(answers(self._table.machine, self._numbers, seat))

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        actors = self.actors
        return actors[0] if actors else -1

    def apply(self, choice: Choice | str | int, seat: int | None = None) -> None:
        """Make a choice, in place: a Choice, its text, or its place among the choices.

        Raises IllegalChoice if it is not offered, with the line that forbids it where one can be named, and GameFault if the
        definition breaks down; the state is then as it was.
        """
        actors = self.actors
        if not actors:
            raise IllegalChoice("the game is over")
        seat = actors[0] if seat is None else seat
        if seat not in actors:
            raise IllegalChoice(f"{self._name(seat)} has nothing to decide now")
        index = self._index(choice, seat)
        machine = self._table.machine
        found = answers(machine, self._numbers, seat)
        if not 0 <= index < len(found):
            raise IllegalChoice(f"there is no choice {index}, only 0 to {len(found) - 1}")
        following = self._numbers[:]
        machine.step(following, seat, found[index])
        self._numbers = following
        length = 1 if self._past is None else self._past.length + 1
        self._past = Past(self._past, seat, index, found[index], length)

    def _name(self, seat: int) -> str:
        return self.seats[seat] if 0 <= seat < self.players else f"seat {seat}"

    def _index(self, choice: Choice | str | int, seat: int) -> int:
        if isinstance(choice, int):
            return choice
        offered = self.choices(seat)
        text = choice.text if isinstance(choice, Choice) else choice
        for each in offered:
            if each.text == text:
                return each.index
        folded = [each for each in offered if each.text.casefold() == text.strip().casefold()]
        if len(folded) == 1:
            return folded[0].index
        raise self.refusal(text, seat)

    def refusal(self, text: str, seat: int) -> IllegalChoice:
        """Why a choice with this text is not offered to a seat."""
        reason = why_not(self._table.traced, self._traced_numbers(), seat, text)
        clause = f"clause {reason.clauses[0]}, " if reason.clauses else ""
        return IllegalChoice(
            f"{text!r} is not possible now: {reason.text} ({clause}line {reason.line})",
            reason.text,
            reason.clauses[0] if reason.clauses else None,
            reason.line,
            reason.clauses,
        )

    # ------------------------------------------------------------------ as a value

    def copy(self) -> State:
        """An independent copy, in microseconds."""
        twin = State(self._table, self._numbers[:], self._past, self._origin)
        twin._observer = self._observer
        self._shared = True
        return twin

    @property
    def size(self) -> int:
        """How many whole numbers the state is made of."""
        return len(self._numbers)

    def _key(self) -> tuple[object, ...]:
        return self._table.key(self._numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same = self._table is other._table or self._table.rules == other._table.rules
        return same and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        length = 0 if self._past is None else self._past.length
        return f"<{self._table.game.title}, {self.players} seats, {length} decisions{', over' if self.over else ''}>"

    # ------------------------------------------------------------------ the end

    @property
    def over(self) -> bool:
        return self._numbers[0] == 0

    @property
    def scores(self) -> list[int]:
        """The points of each seat as they stand: when the game is not over, as if it were scored now."""
        program = self._table.machine.program
        first = program.layout.notes[points_note(program.setting.game)].first
        points = list(self._numbers[first : first + self.players])
        if not self.over and not program.scores_rounds:
            for line in self.score_sheet:
                points = [p + v for p, v in zip(points, line.values, strict=True)]
        return points

    @property
    def score_sheet(self) -> list[SheetLine]:
        """Every scoring line with its value for each seat, as things stand.

        In a game that scores while it is played this is what a scoring now would add.
        """
        machine = self._table.machine
        program = machine.program
        source = program.setting.game.source
        out = []
        try:
            rows = program.sheet(self._numbers)
        except Exception as error:
            fault = self._table.machine.fault_of(error)
            if fault is None:
                raise
            raise fault from None
        for number, names, values in rows:
            line = program.sheet_lines[number]
            title = line.title
            for variable, value in zip(program.sheet_names[number], names, strict=True):
                title = title.replace(
                    "{" + variable.name + "}", str(plain(machine, self._numbers, variable.type, value))
                )
            out.append(SheetLine(title, values, source.place(line.at.span.start)[0], line.at.cites))
        return out

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; () while the game goes on, and if nobody wins."""
        return tuple(self._table.machine.program.winners(self._numbers)[1]) if self.over else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        game = self._table.game.checked
        decided, winners = self._table.machine.program.winners(self._numbers)
        number = self._numbers[REASON]
        if number:
            span = self._table.machine.program.reasons[number - 1]
            reason, line = " ".join(game.source.text[span.start : span.end].split("@")[0].split()), span.start
        else:
            reason, line = "the game has been played to its end", 0
        tie = None
        if decided:
            at = game.scoring.ties[decided - 1].at
            tie = reason_at(self._table.machine, at).text
        return Outcome(tuple(winners), reason, tie, game.source.place(line)[0])

    # ------------------------------------------------------------------ what a seat knows

    def _traced_numbers(self) -> list[int]:
        return TracedState(self._numbers)

    def _watch(self) -> Observer:
        """The observer of this game, brought up to date. Copies share one until they go different ways."""
        length = 0 if self._past is None else self._past.length
        observer = self._observer
        if observer is None:
            observer, self._shared = self._table.observer(), False
        elif observer.followed < length and self._shared:
            observer, self._shared = observer.fork(), False
        missing = []
        past = self._past
        for _ in range(length - observer.followed):
            assert past is not None
            missing.append(past)
            past = past.before
        for each in reversed(missing):
            observer.step(each.seat, each.answer)
        self._observer = observer
        return observer

    def _decisions(self) -> list[Past]:
        out = []
        past = self._past
        while past is not None:
            out.append(past)
            past = past.before
        return out[::-1]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Exactly what a seat may know, as plain data; None shows everything.

        Keys: `seat`, `players`, `seats`, `actors`, `round`, `points` (or None), `zones` (each with `family`, `title`,
        `indexes`, `grid`, `at`, `owner`, `shape`, `sight`, `size`, `cards`: texts top first, None for a card that the seat
        does not know) and `notes` (each with `family`, `title`, `indexes`, `owner`, `value`).
        """
        return view(self._table.machine, self._numbers, self._watch() if seat is not None else None, seat)

    @property
    def cards(self) -> dict[str, Printed]:
        """What more is printed on cards than views and choices say, by the text that these have for a card.

        `attributes` (of kinds with a table: by name, the items of a list or the one value) and `texts` (of its effect and
        its worth). It is the same in all states of a game and tells nothing of where a card lies.
        """
        return printed(self._table.machine.program.parts)

    def log(self, seat: int | None = None) -> list[str]:
        """What has happened, an entry a move, as a seat may know it; None tells everything."""
        entries = self._watch().log
        texts = (entry.text(seat, self.seats) for entry in entries)
        return [text for text in texts if text is not None]

    def resample(self, seat: int, rng: Chance) -> State:
        """A state that a seat cannot tell from this one: what it does not know is dealt anew, the generator seeded anew.

        The cards it cannot locate change places with such as could lie there, others' private and all hidden notes take
        other values, and what others have just decided in secret is decided anew. View, log, question and choices of the
        seat stay. The new state goes on by itself; it has no record.
        """
        observer = self._watch()
        numbers, moved = resample.resample(self._table.machine, self._numbers, observer, seat, rng)
        return State(self._table, numbers, None, observer.imagine(numbers, seat, moved))

    def evaluate(self, expression: str, seat: int | None = None, names: tuple[str, ...] = ()) -> Any:
        """The value of an expression of the language, with `you` as a seat (None: whose turn it is), as plain data.

        Raises ScenarioError if it is no expression, or has no value (a division by 0, arithmetic with none).
        """
        machine = self._table.machine
        expr = facts.understand(machine, expression, names)
        you = self._numbers[1] if seat is None else seat
        return plain(machine, self._numbers, expr.type, facts.evaluate(machine, self._numbers, expr, you))

    # ------------------------------------------------------------------ whole trees and records

    def perft(self, depth: int) -> tuple[list[int], list[int]]:
        """How many sequences of 1 to `depth` choices there are from here, and how many games end with each length."""
        return self._table.machine.perft(self._numbers, depth)

    @property
    def record(self) -> dict[str, Any]:
        """All that is needed to play this game again: plain data, see `schemas/record.schema.json`.

        Raises RecordError for a state that `resample` made: no game has led there.
        """
        if self._origin is not None:
            raise RecordError("a resampled state has no record: no game has led to it")
        return {
            "format": 1,
            "game": self._table.game.name,
            "digest": self._table.game.digest,
            "players": self.players,
            **self._table.beginning,
            "choices": [[past.seat, past.index] for past in self._decisions()],
        }

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)
