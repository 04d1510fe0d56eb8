"""A described game, ready to be set up."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..grammar import checked as c
from ..grammar.diagnostics import Problem
from ..grammar.source import Span
from ..grammar.types import EnumType, NumberType, PlayerType, TruthType, bare
from . import position
from .faults import DefinitionError, Error, GameFault, OptionError, PlayersError, RecordError
from .layout import MOVES, PC, REASON, RNG
from .loading import Definition, read, require
from .lower import lower
from .machine import Machine, TracedState
from .observer import Observer
from .program import OVER, Program
from .secrets import Secrets
from .setting import Setting
from .state import State


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: its name, its type in words, the values it takes (None: too many to list) and what it is normally."""

    name: str
    type: str
    values: tuple[str, ...] | None
    default: str


@dataclass(frozen=True, slots=True)
class Playout:
    """What came of one random game."""

    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Game:
    """A definition that holds together. `name` is its file's, `title` what players read, `summary` its first comment."""

    def __init__(self, definition: Definition) -> None:
        self.checked: c.CheckedGame = require(definition)
        self.definition = definition
        self.name = definition.name
        self.title = self.checked.title
        self.summary = self.checked.summary
        self.players = range(self.checked.low, self.checked.high + 1)
        self.seat_names = self.checked.seat_names
        self._tables: dict[tuple[int, tuple[tuple[str, int], ...], tuple[str, ...]], Machines] = {}
        self._normal: dict[int | None, Machines] = {}  # of each number of seats, as options normally are

    def __repr__(self) -> str:
        return f"<{self.title}, {self.checked.low} to {self.checked.high} players>"

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that decides how the game plays: SHA-256 of the definition and its tables."""
        total = hashlib.sha256(self.definition.source.text.replace("\r\n", "\n").encode())
        for name, table in sorted(self.definition.tables.items()):
            total.update(b"\0" + name.encode() + b"\0" + (table if isinstance(table, str) else table.text).encode())
        return total.hexdigest()

    # ------------------------------------------------------------------ options

    @cached_property
    def options(self) -> dict[str, OptionInfo]:
        """The game's options by name."""
        return {option.name: self._info(option) for option in self.checked.options}

    def _info(self, option: c.OptionDecl) -> OptionInfo:
        kind, values = self._values(option, self.checked.high)
        if option.default is None:
            default = "random"
        else:
            number = Setting(self.checked, self.checked.low).constant(option.default)
            default = next((text for text, value in values.items() if value == number), str(number))
        return OptionInfo(option.name, kind, tuple(values) if len(values) <= 64 else None, default)

    def _values(self, option: c.OptionDecl, players: int) -> tuple[str, dict[str, int]]:
        """The type in words, and the texts that stand for a value."""
        match bare(option.type):
            case NumberType(low=low, high=high) if low is not None and high is not None:
                return f"{low} to {high}", {str(n): n for n in range(low, min(high, low + 10_000) + 1)}
            case TruthType():
                return "truth", {"no": 0, "yes": 1}
            case PlayerType():
                names = self.checked.seat_names or tuple(f"Seat {i + 1}" for i in range(players))
                return "player", {name: i for i, name in enumerate(names[:players])}
            case EnumType(name=name):
                enum = next(enum for enum in self.checked.enums if enum.name == name)
                return name, {value: i for i, value in enumerate(enum.values)}
            case _:
                return "number", {}

    def _option_value(self, option: c.OptionDecl, given: object, players: int) -> int:
        kind, values = self._values(option, players)
        bound = bare(option.type)
        if isinstance(given, bool) and isinstance(bound, TruthType):
            return int(given)
        if isinstance(given, int) and not isinstance(given, bool):
            if isinstance(bound, PlayerType) and 0 <= given < players:
                return given
            if isinstance(bound, NumberType) and (bound.low or 0) <= given <= (bound.high or 0):
                return given
        folded = {text.casefold(): value for text, value in values.items()}
        if isinstance(bound, PlayerType):
            folded.update({str(i + 1): i for i in range(players)})
        if isinstance(bound, TruthType):
            folded.update({"true": 1, "false": 0})
        text = str(given).strip().casefold()
        if text in folded:
            return folded[text]
        wanted = kind if len(values) > 12 else ", ".join(values)
        raise OptionError(f"the option {option.name} takes {wanted}, not {str(given)[:60]!r}")

    # ------------------------------------------------------------------ beginning

    def start(self, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None) -> State:
        """A new game at its first decision.

        `players` is how many seats (None: the fewest); `seed` any whole number: the same definition, seats, options, seed
        and choices give the same game; `options` by name, as numbers (seats from 0), truth values, or the texts that
        `Game.options` lists; what is left out is as normal. Raises PlayersError, OptionError, GameFault.
        """
        machines, given = self._machines(players, options or {})
        table = Table(self, machines, {"seed": seed, "options": given})
        return State(table, machines.fast.start(seed))

    def position(self, described: Mapping[str, Any]) -> State:
        """A state from a described position.

        Keys: `players` (a number, or names for the seats), `options`, `seed`, `at`, `turn_of`, `zones`, `rest`, `notes` as in
        scenario files. Raises ScenarioError where the description does not fit the game.
        """
        who = described.get("players")
        names = tuple(who) if isinstance(who, (list, tuple)) else ()
        players = len(names) if names else who
        machines, given = self._machines(players, described.get("options") or {}, names)
        table = Table(self, machines, {"position": dict(described), "options": given}, names)
        return State(table, list(position.build(machines.traced, described, names)))

    @property
    def team_size(self) -> int:
        """How many players win and lose together; 1 if everybody plays alone."""
        return self.checked.team_size or 1

    def playout(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None
    ) -> Playout:
        """One game of uniformly random choices, as fast as it goes."""
        machines = None if options else self._normal.get(players)
        if machines is None:
            machines, _ = self._machines(players, options or {})
            if not options:
                self._normal[players] = machines
        s, decisions = machines.fast.playout(seed)
        program = machines.fast.program
        first = program.points
        return Playout(decisions, tuple(s[first : first + machines.setting.players]), program.winners(s)[1])

    def replay(self, record: Mapping[str, Any]) -> State:
        """The state that a record leads to. Raises RecordError where it does not fit this game."""
        if not isinstance(record, Mapping):
            raise RecordError("this is no record of a game")
        if record.get("format") != 1:
            raise RecordError(f"the record is of format {record.get('format')!r}; this version reads format 1")
        if record.get("digest") != self.digest:
            raise RecordError(f"the record is of another definition of {self.title}: it has changed since")
        try:
            return self._replay(record)
        except RecordError:
            raise
        except (Error, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise RecordError(f"the record is damaged ({error})") from None

    def _replay(self, record: Mapping[str, Any]) -> State:
        if "position" in record:
            position = record["position"]
            if not isinstance(position, Mapping):
                raise RecordError("the record's position is none")
            state = self.position(position)
            if record["players"] != state.players:
                raise RecordError("the record's position is one of another number of players")
        else:
            seed = record["seed"]
            if isinstance(seed, bool) or not isinstance(seed, int):
                raise RecordError("the record's seed is no whole number")
            state = self.start(record["players"], seed, record.get("options") or {})
        for number, decision in enumerate(record["choices"]):
            seat, index = decision
            whole = all(isinstance(n, int) and not isinstance(n, bool) for n in (seat, index))
            if not whole or seat not in state.actors or not 0 <= index < state.options(seat):
                raise RecordError(f"choice {number + 1} of the record is not possible")
            state.apply(index, seat)
        return state

    def _machines(
        self, players: int | None, options: Mapping[str, object], names: tuple[str, ...] = ()
    ) -> tuple[Machines, dict[str, object]]:
        count = self.checked.low if players is None else players
        if isinstance(count, bool) or not isinstance(count, int) or count not in self.players:
            low, high = self.checked.low, self.checked.high
            wanted = f"{low} players" if low == high else f"{low} to {high} players"
            raise PlayersError(f"{self.title} is for {wanted}, not {count!r}")
        by_name = {option.name: option for option in self.checked.options}
        values: dict[c.OptionDecl, int] = {}
        for name, given in options.items():
            if name not in by_name:
                known = ", ".join(by_name) or "none"
                raise OptionError(f"{self.title} has no option {name!r} (its options: {known})")
            if given == "random" and by_name[name].default is None:
                continue
            seat = names.index(given) if given in names and isinstance(given, str) else None
            values[by_name[name]] = self._option_value(by_name[name], given if seat is None else seat, count)
        told: dict[str, object] = {option.name: value for option, value in values.items()}
        for option in self.checked.options:
            if option not in values and option.default is not None:
                number = Setting(self.checked, count).constant(option.default)
                if number is not None:
                    values[option] = number
        key = (count, tuple(sorted((option.name, value) for option, value in values.items())), names)
        if key not in self._tables:
            self._tables[key] = Machines(Setting(self.checked, count, values, names))
        return self._tables[key], told

    @cached_property
    def has_chance(self) -> bool:
        """Whether a seed matters."""
        from . import reads

        checked = self.checked
        bodies: list[object] = [checked.setup, checked.play, checked.round, checked.turn]
        bodies += [a.card for a in checked.actions] + [w.card for a in checked.actions for w in a.card.ways]
        bodies += [step.body for step in checked.steps] + [t.body for t in checked.triggers]
        bodies += [e.action.card for e in checked.effects]
        chance = (c.Shuffle, c.Roll, c.RandomSuch)
        return any(option.default is None for option in checked.options) or any(
            isinstance(node, chance) for body in bodies for node in reads.walk(body)
        )

    def program(self, players: int | None = None, options: Mapping[str, object] | None = None) -> Program:
        """The program for one number of seats, for those who want to look at it."""
        return self._machines(players, options or {})[0].fast.program


class Machines:
    """The fast machine of one setting, and the traced one, made when somebody looks."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.fast = Machine(lower(setting))
        self.secrets = Secrets(setting.game)

    @cached_property
    def traced(self) -> Machine:
        return Machine(lower(self.setting, traced=True))


class Table:
    """One game being played: what its states have in common."""

    def __init__(self, game: Game, machines: Machines, beginning: dict[str, Any], names: tuple[str, ...] = ()) -> None:
        self.game = game
        self.machines = machines
        self.machine = machines.fast
        self.beginning = beginning
        self.players = machines.setting.players
        self.seats = names or tuple(machines.setting.seat_name(i) for i in range(self.players))
        self.names = names
        options = tuple(sorted((option.name, value) for option, value in machines.setting.options.items()))
        parts, layout = machines.fast.program.parts, machines.fast.program.layout
        self._looks = list(
            parts.face_of
        )  # by piece what tells it apart: its face, and itself where it has notes of its own
        for note, place in layout.notes.items():
            if len(note.indexes) == 1 and isinstance(note.indexes[0], c.PieceIndex):
                for piece in range(place.bases[0], place.bases[0] + place.sizes[0]):
                    self._looks[piece] = len(parts.faces) + piece
        self.rules = (game.digest, self.players, options)  # what states must have in common to be equal

    @property
    def traced(self) -> Machine:
        return self.machines.traced

    def observer(self) -> Observer:
        """An observer at the beginning of this game."""
        machine = self.machines.traced
        if "position" in self.beginning:
            s = position.build(machine, self.beginning["position"], self.names)
            assert isinstance(s, TracedState)
            s.events.clear()
            observer = Observer(machine, s, self.machines.secrets)
        else:
            s = machine.blank(self.beginning["seed"])
            assert isinstance(s, TracedState)
            observer = Observer(machine, s, self.machines.secrets)
            machine.run(s, machine.program.begin)
        observer.begin()
        return observer

    def key(self, s: list[int]) -> tuple[object, ...]:
        """What two equal states have in common: see `State`."""
        program, looks = self.machine.program, self._looks
        layout = program.layout
        cards, dice = program.call("cards"), layout.has_dice
        zones: list[int] = []
        for zone, family in enumerate(layout.family_of):
            found = cards(s, zone)  # those of a group by number, and so by face
            zones.append(len(found))
            zones.extend([looks[piece] for piece in found])
            if dice:
                shown = [s[layout.faces + piece] for piece in found]
                zones.extend(sorted(shown) if family.decl.shape is c.Shape.GROUP else shown)
        head = s[: layout.content]
        head[MOVES] = 0
        if head[PC] != OVER:
            head[REASON] = 0
        if not self.game.has_chance:
            head[RNG] = 0
        # When the game is over nothing of what was going on matters.
        variables = () if s[PC] == OVER else tuple(s[layout.variables_from :])
        return (tuple(head), variables, tuple(zones))


def load(name: str | Path) -> Game:
    """The game of a bundled name, a `.game` file, or a folder that holds one.

    Raises UnknownGame, UnreadableFile, or DefinitionError with every problem found.
    """
    return Game(read(name))


def _playable(game: Game) -> tuple[Any, ...]:
    """What prevents a definition that holds together from being set up, with the fewest and the most seats."""
    for players in {game.players[0], game.players[-1]}:
        try:
            game.start(players)
        except DefinitionError as error:
            return error.problems
        except GameFault as fault:
            source = game.checked.source
            start = source.offset(fault.line, fault.column)
            return (Problem("play/fault", fault.message, source, Span(start, start + 1)),)
    return ()


def check(name: str | Path) -> tuple[Game | None, tuple[Any, ...]]:
    """The game, or None if the definition has errors, and all its problems, warnings among them; then what is wrong with the
    scenario files beside it.

    Raises UnknownGame and UnreadableFile only.
    """
    definition = read(name)
    if definition.checked is None:
        return None, definition.problems
    from .scenario_problems import folder_problems

    found = _playable(Game(definition))
    if found:
        return None, (*definition.problems, *found)
    more = folder_problems(definition.checked, definition.name, definition.path)
    return Game(definition), (*definition.problems, *more)
