"""The course of play as blocks: turns, rounds, menus, actions, and the check after each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ..grammar import checked as c
from ..grammar.source import NOWHERE, Span
from ..grammar.types import ListType
from . import checks, decisions, menus, reads, turns
from .blocks import Blocks, Heading, Label, Names, Trigger
from .deeds import write_deed
from .domains import over
from .expressions import code, simple, value
from .layout import REASON, ROUND_END, TURN_END, YOU
from .notes import write_fresh
from .reads import Dependencies
from .scope import Module, Scope


@dataclass
class Flow:
    """Writes the blocks of one program."""

    module: Module

    blocks: Blocks = field(init=False)

    needs: Dependencies = field(init=False)

    game: c.CheckedGame = field(init=False)

    turn: Heading | None = None

    round: Heading | None = None

    triggers: list[Trigger] = field(default_factory=list)

    entries: dict[str, int] = field(default_factory=dict)

    places: dict[int, int] = field(default_factory=dict)  # of the course of play: place of a line, block that begins it
    turn_ends: set[int] = field(default_factory=set)  # blocks in which a turn is over

    count_turns: tuple[int, int] | None = (
        None  # slots of `each player takes a turn`: who began, how many have been asked
    )

    count_rounds: int | None = None  # slot: rounds so far

    exec_of: dict[int, int] = field(default_factory=dict)

    over_block: Label = field(default_factory=Label)

    check_block: Label = field(default_factory=Label)

    check_back: int = 0

    in_turn: bool = False
    reasons: list[Span] = field(default_factory=list)
    seat_before: int | None = None  # slot: whose turn it is, while an `as` block makes another seat `you`

    together_first: int = 0  # slots: where the seats' own questions begin, the block they begin with, the block after

    together_enter: int = 0

    together_then: int = 0

    together_took: int = 0

    def __post_init__(self) -> None:
        self.game = self.module.setting.game
        self.blocks = Blocks(self.module)
        self.needs = Dependencies(self.game)
        plain = [self.game.setup, self.game.play, self.game.round or (), self.game.turn or ()]
        self.plain_deeds = self._plain_writes(plain)
        self.over_reads = [self.needs.reads(line.condition) for line in self.game.over]
        self.trigger_reads = [self.needs.reads(t.condition, t.among, t.domain) for t in self.game.triggers]

    def _plain_writes(self, flows: list[tuple[c.Statement, ...]]) -> frozenset[reads.Key]:
        """What single deeds of the course of play change: they are judged together with what follows them."""
        out: set[reads.Key] = {reads.ROUND, reads.YOU}
        for flow in flows:
            for node in reads.walk(flow):
                if isinstance(node, c.Deed):
                    out |= self.needs.writes(node)
        for note in self.game.notes:
            if note.start_when is not c.StartWhen.GAME:
                out.add(note)
        return frozenset(out)

    def reason(self, span: Span) -> str:
        """The line that notes what ended the game, or a phase of it."""
        if span not in self.reasons:
            self.reasons.append(span)
        return f"s[{REASON}] = {self.reasons.index(span) + 1}"

    def write(self) -> Label:
        """Write everything; the block that begins the game."""
        b = self.blocks
        self.over_block, self.check_block = b.new(), b.new()
        self.check_back = b.slot()
        self.together_first, self.together_enter, self.together_then = b.slot(), b.slot(), b.slot()
        self.together_took = b.slot()
        checks.prepare_triggers(self)
        b.keep()
        begin = b.here(NOWHERE)
        assert b.writer is not None
        names: Names = {}
        write_fresh(b.scope(names), c.StartWhen.GAME)
        self.run(self.game.setup, names, judged=True)
        checks.check_all(self)
        self.entries["play"] = b.here(NOWHERE)
        self.run(self.game.play, names, judged=True)
        b.jump(self.over_block)
        checks.write_check(self)
        return begin

    def run(self, statements: tuple[c.Statement, ...], names: Names, judged: bool) -> None:
        """Write statements one after another. `judged`: they are the course of play, so that a check follows each action."""
        names = dict(names)
        for statement in statements:
            if self.blocks.writer is None:
                return
            if judged and "play" in self.entries:
                self.places.setdefault(statement.at.span.start, self.blocks.here(statement.at.span))
            self._statement(statement, names, judged)

    def _statement(self, statement: c.Statement, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        b.writer.span = statement.at.span
        match statement:
            case c.Remember():
                if statement.variable not in names and self._outlives:
                    names[statement.variable] = b.variable(statement.variable)[1]
                scope = write_deed(b.scope(names), statement)
                names.update(scope.names)
            case c.EndThe() | c.ScoreRound():
                self._jump_deed(b.scope(names), statement)
                if isinstance(statement, c.EndThe) and statement.condition is None:
                    b.stop()
            case c.Deed():
                write_deed(b.scope(names), statement)
            case c.If():
                self._if(statement, names, judged)
            case c.ForEach():
                self._for_each(statement, names, judged)
            case c.AsSeat():
                self._as_seat(statement, names, judged)
            case c.ChooseNow():
                decisions.choose_now(self, statement, names)
            case c.Do():
                decisions.do(self, statement, names, judged)
            case c.Menu():
                menus.write_menu(self, statement, names, judged)
            case c.TakeTurns():
                turns.take_turns(self, statement, names)
            case c.TakesATurn():
                turns.takes_a_turn(self, statement, names)
            case c.AtOnce():
                from .together import write_together

                write_together(self, statement, names)
            case c.Repeat():
                turns.repeat(self, statement, names, judged)
            case c.Rounds():
                turns.rounds(self, statement, names)
            case _:
                raise AssertionError(f"no blocks for {statement!r}")

    _outlives = True

    def begin_afresh(self, *slots: int) -> None:
        """Write: these slots hold 0. They do by themselves unless `end the turn` or `end the round` left them in use."""
        if slots and self.blocks.writer is not None and self._leaps:
            self.blocks.writer.line(" = ".join(f"s[{slot}]" for slot in slots) + " = 0")

    @cached_property
    def _leaps(self) -> bool:
        """Whether a turn or a round may be ended from within."""
        game = self.game
        cards = [action.card for action in game.actions] + [effect.action.card for effect in game.effects]
        cards += [way.card for card in cards for way in card.ways]
        bodies: list[object] = [game.setup, game.play, game.round, game.turn, *(card.effects for card in cards)]
        bodies += [step.body for step in game.steps] + [trigger.body for trigger in game.triggers]
        return any(isinstance(node, c.EndThe) and node.what is not c.Whole.GAME for node in reads.walk(tuple(bodies)))

    def _jump_deed(self, scope: Scope, deed: c.EndThe | c.ScoreRound) -> None:
        writer = scope.writer
        if deed.condition is not None:
            text = code(scope, deed.condition)
            with writer.block(f"if {text}:"):
                self._jump_line(scope, deed)
        else:
            self._jump_line(scope, deed)

    def _jump_line(self, scope: Scope, deed: c.EndThe | c.ScoreRound) -> None:
        if self.seat_before is not None and isinstance(deed, c.EndThe):  # it is still the turn of whose it was
            scope.writer.line(f"s[{YOU}] = s[{self.seat_before}]")
        match deed:
            case c.ScoreRound():
                scope.writer.line("score(s)")
            case c.EndThe(what=c.Whole.GAME):
                scope.writer.line(self.reason(deed.at.span))
                scope.writer.line(f"return {self.over_block}")
            case c.EndThe(what=c.Whole.ROUND):
                scope.writer.line(f"return s[{ROUND_END}]")
            case c.EndThe(what=c.Whole.TURN):
                scope.writer.line(f"return s[{TURN_END}]")

    def inline(self, scope: Scope, statements: tuple[c.Statement, ...]) -> None:
        """Write statements that ask nobody into the block as it stands."""
        for statement in statements:
            with scope.writer.at(statement.at.span):
                match statement:
                    case c.EndThe() | c.ScoreRound():
                        self._jump_deed(scope, statement)
                    case c.Remember(variable=variable) if variable not in scope.names:
                        scope = scope.bind(variable, scope.fresh(variable.name))
                        text = value(scope, statement.value, variable.type)
                        if isinstance(variable.type, ListType):
                            text = f"list({text})"
                        scope.writer.line(f"{scope.names[variable]} = {text}")
                    case c.Deed():
                        scope = write_deed(scope, statement)
                    case c.If(branches=branches, otherwise=otherwise):
                        self._inline_if(scope, branches, otherwise or ())
                    case c.ForEach(binder=binder, body=body):
                        self._inline_for(scope, binder, body)
                    case c.AsSeat(seat=seat, body=body):
                        name = simple(scope, code(scope, seat), "seat")
                        self.inline(Scope(scope.module, scope.writer, scope.names, name), body)
                    case c.Do(what=c.StepRef(step=step)):
                        self.inline(scope, step.body)
                    case _:
                        raise AssertionError(f"this may ask: {statement!r}")

    def _inline_if(self, scope: Scope, branches: tuple[c.Branch, ...], otherwise: tuple[c.Statement, ...]) -> None:
        if not branches:
            self.inline(scope, otherwise)
            return
        text = code(scope, branches[0].condition)
        with scope.writer.block(f"if {text}:"):
            self.inline(scope, branches[0].body)
        if len(branches) > 1 or otherwise:
            with scope.writer.block("else:"):
                self._inline_if(scope, branches[1:], otherwise)

    def _inline_for(self, scope: Scope, binder: c.Binder, body: tuple[c.Statement, ...]) -> None:
        """What a `for each` goes through is settled before its first pass: its body may change it."""
        items = scope.fresh("items")
        scope.writer.line(f"{items} = []")
        with over(scope, binder.domain, binder.variable) as inner:
            if binder.where is not None:
                text = code(inner, binder.where)
                with scope.writer.block(f"if not {text}:"):
                    scope.writer.line("continue")
            scope.writer.line(f"{items}.append({inner.names[binder.variable]})")
        name = scope.fresh(binder.variable.name)
        with scope.writer.block(f"for {name} in {items}:"):
            self.inline(scope.bind(binder.variable, name), body)

    def _if(self, statement: c.If, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        if not reads.decides((statement.branches, statement.otherwise or ())):
            self._inline_if(b.scope(names), statement.branches, statement.otherwise or ())
            return
        after = b.new()
        for branch in statement.branches:
            if not b.reached():
                break
            other = b.new()
            with b.writer.at(branch.at.span):
                text = code(b.scope(names), branch.condition)
                with b.writer.block(f"if not {text}:"):
                    b.writer.line(f"return {other}")
            self.run(branch.body, names, judged)
            b.jump(after)
            b.place(other, branch.at.span)
        self.run(statement.otherwise or (), names, judged)
        b.place(after, statement.at.span)

    def _for_each(self, statement: c.ForEach, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        if not reads.decides(statement.body):
            self._inline_for(b.scope(names), statement.binder, statement.body)
            return
        mark = b.mark()
        variable = statement.binder.variable
        room = self._room(statement.binder)
        items, place = b.slot(1 + room), b.slot()
        self.begin_afresh(place)
        _, name = b.variable(variable)
        scope = b.scope(names)
        found = scope.fresh("items")
        scope.writer.line(f"{found} = []")
        with over(scope, statement.binder.domain, variable) as inner:
            if statement.binder.where is not None:
                text = code(inner, statement.binder.where)
                with scope.writer.block(f"if not {text}:"):
                    scope.writer.line("continue")
            scope.writer.line(f"{found}.append({inner.names[variable]})")
        scope.writer.line(f"store(s, {items}, {room}, {found}, {statement.at.span.start})")
        again, after = b.here(statement.at.span), b.new()
        assert b.writer is not None
        with b.writer.block(f"if s[{place}] >= s[{items}]:"):
            b.writer.line(f"return {after}")
        b.writer.line(f"{name} = s[{items} + 1 + s[{place}]]")
        b.writer.line(f"s[{place}] += 1")
        self.run(statement.body, {**names, variable: name}, judged)
        b.jump(again)
        b.place(after, statement.at.span)
        b.free(mark)

    def _room(self, binder: c.Binder) -> int:
        layout = self.module.layout
        match binder.domain:
            case c.PlayersDomain():
                return self.module.setting.players
            case c.EnumDomain(enum=enum):
                return len(enum.values)
            case _:
                return max(layout.capacity(binder.variable.type), 64)

    def _as_seat(self, statement: c.AsSeat, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        if not reads.decides(statement.body):
            scope = b.scope(names)
            name = simple(scope, code(scope, statement.seat), "seat")
            self.inline(Scope(scope.module, scope.writer, scope.names, name), statement.body)
            return
        mark = b.mark()
        saved = b.slot()
        text = code(b.scope(names), statement.seat)
        b.writer.line(f"s[{saved}] = s[{YOU}]")
        b.writer.line(f"s[{YOU}] = {text}")
        b.here(statement.at.span)
        outer = self.seat_before
        self.seat_before = saved if outer is None else outer
        self.run(statement.body, names, judged)
        self.seat_before = outer
        b.here(statement.at.span)
        assert b.writer is not None
        b.writer.line(f"s[{YOU}] = s[{saved}]")
        b.free(mark)
        b.here(statement.at.span)
