"""Running a program: from one decision to the next, on states that are plain lists of whole numbers."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from random import Random  # noqa: TID251  the random player's own, not the game's
from typing import cast

from ..grammar import checked as c
from ..grammar.names import lower_name
from ..grammar.source import NOWHERE
from ..grammar.types import EnumType, ListType, NumberType, OrNone, PlayerType, TruthType, bare
from .components import none_of
from .cost import MOST_ITEMS
from .faults import Breakdown, GameFault
from .layout import MOVES, NEXT, PC, RNG, WAITING, YOU
from .prelude import GROUP, SHAPES
from .program import AT_ONCE, DECIDED, OVER, TOGETHER, WAIT, Ask, Program
from .rng import below, seeded

STEP_BUDGET = 100_000  # blocks between two decisions; a game that passes it goes round in circles
_BUDGET = range(STEP_BUDGET)
ENDLESS = "play goes round and round here without a decision"
MOVE_BUDGET = 1_000_000  # decisions in one game


Options = Callable[[list[int], int], list[int]]
Row = tuple[Options, int, int, dict[int, int] | None]


def _nothing(s: list[int], you: int) -> list[int]:
    return []


class TracedState(list[int]):
    """A state whose program tells what happens: events gather here until somebody takes them."""

    __slots__ = ("events",)

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.events: list[tuple[object, ...]] = []


class Machine:
    """Plays one program. Holds nothing of any game: every method works on the state it is given."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._blocks = program.blocks
        self._options = program.options
        self._asks = program.asks
        self._table = [self._row(ask, options) for ask, options in zip(program.asks, program.options, strict=True)]
        self._patience = cast(list[int], program.namespace["patience"])
        self._patient = program.source.count("span(") > 1  # beside its definition
        self._own, self._enter, self._then = program.together
        self._blank = self._empty()

    @staticmethod
    def _row(ask: Ask | None, options: Options | None) -> Row:
        """A question as the quick loop wants it."""
        if ask is None or options is None:
            return _nothing, -1, -1, None
        return options, ask.slot, ask.then, dict(ask.goes) or None

    # -------------------------------------------------------------------------------- beginnings

    def _empty(self) -> list[int]:
        """The table before anything happens: every piece where it starts, every note blank."""
        program = self.program
        layout, parts = program.layout, program.parts
        s = [0] * layout.size
        s[NEXT] = -1
        for note, place in layout.notes.items():
            if not isinstance(note.type, ListType):
                blank = none_of(note.type) if isinstance(note.type, OrNone) else 0
                for slot in range(place.first, place.first + place.count):
                    s[slot] = blank
        s[layout.content - 1] = -1
        for zone, family in enumerate(layout.family_of):
            if SHAPES[family.decl.shape.value] != GROUP:
                s[layout.content + zone] = -1
        for piece in range(parts.count):
            s[layout.under + piece] = s[layout.place + piece] = -1
            if layout.has_dice:
                s[layout.faces + piece] = parts.face_of[piece]
        put = program.call("put")
        for zone, family in enumerate(layout.family_of):
            names = _index_names(family.decl, family.indexes(zone))
            for pattern in family.decl.filling:
                at = pattern.span.start
                pieces = self._filling(pattern, names)
                for piece in pieces if family.decl.shape is not c.Shape.PILE else reversed(pieces):
                    if s[layout.place + piece] < 0:
                        try:
                            put(s, piece, zone, 0, at)
                        except Breakdown as fault:
                            raise self.fault(str(fault), at) from None
        for piece in range(parts.count):
            if s[layout.place + piece] < 0:
                kind = parts.faces[parts.face_of[piece]].kind
                raise self.fault(f"no zone starts with {kind.name}", kind.at.span.start)
        return s

    def _filling(self, pattern: c.Pattern, names: dict[str, int]) -> list[int]:
        parts, setting = self.program.parts, self.program.setting
        match pattern:
            case c.KindPattern(kind=kind, arguments=arguments):
                if kind.word == "die":
                    where = parts.ranges[kind]
                    return list(range(where.first_piece, where.first_piece + where.pieces))
                given = [setting.constant(argument, names) for argument in arguments]
                return list(parts.pieces_matching(kind, tuple(v for v in given if v is not None)))
            case c.RowPattern(kind=kind, row=row):
                face = parts.ranges[kind].first_face + row
                low, high = parts.piece_range[face]
                return list(range(low, high))
            case _:
                return []

    def start(self, seed: int) -> list[int]:
        """The state at the first decision of a game."""
        s = self.blank(seed)
        self.run(s, self.program.begin)
        return s

    def blank(self, seed: int) -> list[int]:
        """The table before the set-up, with the generator seeded and the open options drawn."""
        s = TracedState(self._blank) if self.program.traced else self._blank[:]
        s[RNG] = seeded(seed)
        for option, slot in self.program.layout.options.items():
            low, count = self._option_range(option)
            s[RNG], drawn = below(s[RNG], count)
            s[slot] = low + drawn
        return s

    def _option_range(self, option: c.OptionDecl) -> tuple[int, int]:
        setting = self.program.setting
        match bare(option.type):
            case PlayerType():
                return 0, setting.players
            case TruthType():
                return 0, 2
            case EnumType(name=name):
                return 0, len(setting.enum(name).values)
            case NumberType(low=low, high=high) if low is not None and high is not None:
                return low, high - low + 1
            case _:
                return 0, 1

    # -------------------------------------------------------------------------------- going on

    def run(self, s: list[int], block: int, stop: int = -1) -> bool:
        """Carry on from a block until somebody has to decide or the game is over.

        With `stop` (of a traced program: one of its entries or lines) play halts before that block as well, and the answer is
        whether it did. Raises GameFault where the definition breaks down; the state is then half-way and must be thrown away.
        """
        blocks = self._blocks
        steps = 0
        self._patience[0] = MOST_ITEMS
        try:
            while block >= 0:
                if block == stop:
                    return True
                block = blocks[block](s)
                if block == TOGETHER:
                    block = self._together(s)
                steps += 1
                if steps > STEP_BUDGET:
                    raise self.fault(ENDLESS, self._where(block))
        except Breakdown as fault:
            raise self.fault(str(fault), fault.offset) from None
        except (IndexError, KeyError, TypeError, ValueError, OverflowError, AssertionError) as error:
            raise self._internal(error) from error
        return False

    def _together(self, s: list[int]) -> int:
        """Let every seat that takes part walk to its first question."""
        waiting, seat = s[WAITING], 0
        while waiting >> seat:
            if waiting >> seat & 1:
                self.thread(s, seat, s[self._enter])
            seat += 1
        return self._all_in(s)

    def thread(self, s: list[int], seat: int, block: int) -> None:
        """One seat's own way through the questions of an `all players at once`."""
        blocks = self._blocks
        you, s[YOU] = s[YOU], seat
        while block >= 0:
            block = blocks[block](s)
        s[YOU] = you
        if block == DECIDED:
            s[WAITING] &= ~(1 << seat)
            s[s[self._own] + seat] = 0
        else:
            s[s[self._own] + seat] = s[PC]

    def _all_in(self, s: list[int]) -> int:
        if s[WAITING]:
            s[PC] = AT_ONCE
            return WAIT
        then = s[self._then]
        s[self._own] = s[self._enter] = s[self._then] = 0
        return then

    def ask(self, s: list[int], seat: int) -> Ask:
        """The question open to a seat. Only for seats that must decide."""
        number = s[PC]
        if number == AT_ONCE:
            number = s[s[self._own] + seat]
        ask = self._asks[number]
        assert ask is not None
        return ask

    def actors(self, s: list[int]) -> tuple[int, ...]:
        """The seats that must decide now, in order."""
        if s[PC] == OVER:
            return ()
        if s[PC] == AT_ONCE:
            return tuple(seat for seat in range(self.program.setting.players) if s[WAITING] >> seat & 1)
        return (s[YOU],)

    def options(self, s: list[int], seat: int) -> list[int]:
        """The answers open to a seat, in their order. Changes nothing."""
        number = s[PC]
        if number == AT_ONCE:
            number = s[s[self._own] + seat]
        function = self._options[number]
        assert function is not None
        self._patience[0] = MOST_ITEMS
        try:
            out = function(s, seat)
        except Breakdown as fault:
            raise self.fault(str(fault), fault.offset) from None
        if not out:
            ask = self._asks[number]
            assert ask is not None
            raise self.fault("a decision without an option", ask.at.span.start)
        return out

    def step(self, s: list[int], seat: int, answer: int, stop: int = -1) -> bool:
        """Take a seat's answer (one of its options) and go on, as `run` does. On a GameFault the state must be thrown away."""
        s[MOVES] += 1
        number = s[PC]
        if number == AT_ONCE:
            self.answer_together(s, seat, answer)
            return self.run(s, self._all_in(s), stop)
        ask = self._asks[number]
        assert ask is not None
        if ask.slot >= 0:
            s[ask.slot] = answer
        block = ask.goes.get(answer, ask.then) if ask.goes else ask.then
        return self.run(s, block, stop)

    def answer_together(self, s: list[int], seat: int, answer: int) -> None:
        """Take an answer of one of several seats that decide at once; it walks on to its next question, or is done."""
        ask = self._asks[s[s[self._own] + seat]]
        assert ask is not None
        if ask.slot >= 0:
            s[ask.slot + seat] = answer
        try:
            self.thread(s, seat, ask.goes.get(answer, ask.then) if ask.goes else ask.then)
        except Breakdown as fault:
            raise self.fault(str(fault), fault.offset) from None

    # -------------------------------------------------------------------------------- whole games

    def playout(self, seed: int) -> tuple[list[int], int]:
        """One game of uniformly random choices: its last state, and how many decisions it took.

        The deciding draws come from a generator of their own, so that they do not depend on the chance of the game.
        """
        s = self.start(seed)
        table, blocks, patience = self._table, self._blocks, self._patience
        patient = self._patient
        ready = cast(list[list[int] | None], self.program.namespace["ready"])
        ready[0] = None
        # The policy's own generator: quick, and the same everywhere (`random()` is promised to stay as it is). A choice is
        # the product of a 53-bit fraction and the number of options: no sample will ever show its bias of n / 2**53.
        fraction = Random(seed).random
        decisions = 0
        try:
            while number := s[0]:
                if number == AT_ONCE:
                    decisions += self._random_together(s, fraction)
                    ready[0] = None
                    continue
                options, slot, then, goes = table[number]
                found = ready[0]
                if found is None:
                    found = options(s, s[1])
                else:
                    ready[0] = None
                answer = found[int(fraction() * len(found))] if found else self.options(s, s[1])[0]
                decisions += 1
                if patient:
                    patience[0] = MOST_ITEMS
                if slot >= 0:
                    s[slot] = answer
                block = then if goes is None else goes.get(answer, then)
                for _ in _BUDGET:
                    block = blocks[block](s)
                    if block < 0:
                        break
                else:
                    raise self.fault(ENDLESS, self._where(block))
                if block == TOGETHER:
                    self.run(s, self._together(s))
                    ready[0] = None
                if decisions > MOVE_BUDGET:
                    raise self.fault(f"the game is longer than {MOVE_BUDGET} decisions", self._where(block))
        except Breakdown as fault:
            raise self.fault(str(fault), fault.offset) from None
        except (IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise self._internal(error) from error
        return s, decisions

    def _random_together(self, s: list[int], fraction: Callable[[], float]) -> int:
        """Random choices for all seats until nobody decides at once any more; how many there were."""
        decisions = 0
        table, blocks, own = self._table, self._blocks, s[self._own]
        for seat in self.actors(s):
            s[YOU], you = seat, s[YOU]
            while s[WAITING] >> seat & 1:
                number = s[own + seat]
                options, slot, then, goes = table[number]
                found = options(s, seat)
                answer = found[int(fraction() * len(found))] if found else self.options(s, seat)[0]
                decisions += 1
                if slot >= 0:
                    s[slot + seat] = answer
                block = then if goes is None else goes.get(answer, then)
                while block >= 0:
                    block = blocks[block](s)
                if block == DECIDED:
                    s[WAITING] &= ~(1 << seat)
                    s[own + seat] = 0
                else:
                    s[own + seat] = s[PC]
            s[YOU] = you
        s[PC] = AT_ONCE
        s[MOVES] += decisions
        self.run(s, self._all_in(s))
        return decisions

    def perft(self, s: list[int], depth: int) -> tuple[list[int], list[int]]:
        """How many sequences of 1 to `depth` decisions there are, and how many games end with each length."""
        counts, finished = [0] * depth, [0] * depth
        self._perft(s, 0, depth, counts, finished)
        return counts, finished

    def _perft(self, s: list[int], ply: int, depth: int, counts: list[int], finished: list[int]) -> None:
        if ply == depth or s[PC] == OVER:
            return
        seat = self.actors(s)[0]
        for answer in self.options(s, seat):
            following = s[:]
            self.step(following, seat, answer)
            counts[ply] += 1
            if following[PC] == OVER:
                finished[ply] += 1
            else:
                self._perft(following, ply + 1, depth, counts, finished)

    # -------------------------------------------------------------------------------- faults

    def fault(self, message: str, offset: int) -> GameFault:
        """A GameFault at a place of the definition."""
        source = self.program.setting.game.source
        line, column = source.place(offset)
        return GameFault(message, source.name, line, column)

    def _where(self, block: int) -> int:
        """The place of a block in the definition."""
        function = self._blocks[block] if 0 <= block < len(self._blocks) else None
        code = getattr(function, "__code__", None)
        return self._offset(code.co_firstlineno) if code is not None else 0

    def _offset(self, line: int) -> int:
        """The place in the definition of a line of the generated source, from 1."""
        spans = self.program.lines
        for at in range(min(line, len(spans)) - 1, min(line + 40, len(spans))):
            if spans[at] != NOWHERE:
                return spans[at].start
        return 0

    def fault_of(self, error: Exception) -> GameFault | None:
        """What an error out of a generated function says about the definition; None if it is none of ours."""
        if isinstance(error, GameFault):
            return error
        if isinstance(error, Breakdown):
            return self.fault(str(error), error.offset)
        if isinstance(error, (IndexError, KeyError, TypeError, ValueError, OverflowError)):
            return self._internal(error)
        return None

    def _internal(self, error: Exception) -> GameFault:
        """Whatever else happens inside generated code, told with the line of the definition it came from."""
        offset = 0
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == self.program.code.co_filename and frame.lineno is not None:
                offset = self._offset(frame.lineno) or offset
        return self.fault(f"this cannot be carried out ({error})", offset)


def _index_names(decl: c.ZoneDecl, indexes: tuple[int, ...]) -> dict[str, int]:
    """What the index words of a zone mean for one of its zones: `player`, the name of an enum."""
    out: dict[str, int] = {}
    for index, number in zip(decl.indexes, indexes, strict=True):
        match index:
            case c.PlayerIndex():
                out.setdefault("player", number)
            case c.EnumIndex(enum=enum):
                out.setdefault(lower_name(enum.name), number)
            case _:
                pass
    return out
