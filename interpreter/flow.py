"""The course of play as blocks: turns, rounds, menus, actions, and the check after each step."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..grammar import checked as c
from ..grammar.source import NOWHERE
from ..grammar.types import ListType
from . import reads
from .blocks import Blocks, Label
from .deeds import store_variable, write_deed, write_move
from .domains import over
from .expressions import code, constant, number, simple, value
from .heads import Outer, can_do, fixed_list, head_call, tried, write_question
from .layout import NEXT, REASON, ROUND, ROUND_END, TURN_END, WAITING, YOU
from .notes import write_fresh
from .patterns import matches
from .program import DECIDED, DONE, TOGETHER, YES, Ask, AskKind
from .reads import Dependencies
from .scope import Module, Scope
from .writer import Writer

Names = dict[c.Variable, str]


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
    for node in reads.walk(statements):
        if isinstance(node, asking):
            return True
        if isinstance(node, c.Do) and (not isinstance(node.what, c.StepRef) or decides(node.what.step.body)):
            return True
    return False


@dataclass
class Heading:
    """The block of a heading that is used from several places; `back` holds where to return."""

    entry: Label
    back: int


@dataclass
class Trigger:
    decl: c.TriggerDecl
    known: int  # slot: for whom it held at the last check, one bit each
    waiting: int  # slot: who still fires
    mask: str  # function: for whom it holds now
    order: str | None  # function: the list that gives the order, for `one of`


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
    count_turns: tuple[int, int] | None = (
        None  # slots of `each player takes a turn`: who began, how many have been asked
    )
    count_rounds: int | None = None  # slot: rounds so far
    exec_of: dict[int, int] = field(default_factory=dict)
    over_block: Label = field(default_factory=Label)
    check_block: Label = field(default_factory=Label)
    check_back: int = 0
    in_turn: bool = False
    together_first: int = 0  # slots: where the seats' own questions begin, the block they begin with, the block after
    together_enter: int = 0
    together_then: int = 0
    together_took: int = 0

    def __post_init__(self) -> None:
        self.game = self.module.setting.game
        self.blocks = Blocks(self.module)
        self.needs = Dependencies(self.game)
        plain = [self.game.setup, self.game.play, self.game.round or (), self.game.turn or ()]
        self._deeds = self._plain_writes(plain)
        self._over_reads = [self.needs.reads(line.condition) for line in self.game.over]
        self._trigger_reads = [self.needs.reads(t.condition, t.among, t.domain) for t in self.game.triggers]
        self._trigger_writes = self.needs.writes(*(t.body for t in self.game.triggers))

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

    # -------------------------------------------------------------------------------- the whole

    def write(self) -> Label:
        """Write everything; the block that begins the game."""
        b = self.blocks
        self.over_block, self.check_block = b.new(), b.new()
        self.check_back = b.slot()
        self.together_first, self.together_enter, self.together_then = b.slot(), b.slot(), b.slot()
        self.together_took = b.slot()
        self._prepare_triggers()
        b.keep()
        begin = b.here(NOWHERE)
        assert b.writer is not None
        names: Names = {}
        write_fresh(b.scope(names), c.StartWhen.GAME)
        self.run(self.game.setup, names, judged=True)
        self._check_all()
        self.entries["play"] = b.here(NOWHERE)
        self.run(self.game.play, names, judged=True)
        b.jump(self.over_block)
        self._write_check()
        return begin

    def _check_all(self) -> None:
        """The full check, whatever has changed."""
        b = self.blocks
        if b.writer is None or not (self.game.over or self.game.triggers):
            return
        after = b.new()
        b.writer.line(f"s[{self.check_back}] = {after}")
        b.jump(self.check_block)
        b.place(after, NOWHERE)

    def check(self, written: frozenset[reads.Key], at: c.At) -> None:
        """The check after a step: only what may have changed is looked at."""
        b = self.blocks
        if b.writer is None:
            return
        written = written | self._deeds
        if any(reads.touches(r, written) for r in self._trigger_reads):
            after = b.new()
            b.writer.line(f"s[{self.check_back}] = {after}")
            b.jump(self.check_block)
            b.place(after, at.span)
            return
        for number_, (line, read) in enumerate(zip(self.game.over, self._over_reads, strict=True)):
            if reads.touches(read, written):
                self._over(number_, line)

    def _over(self, number_: int, line: c.OverDecl) -> None:
        b = self.blocks
        assert b.writer is not None
        with b.writer.at(line.at.span):
            text = code(b.scope({}), line.condition)
            with b.writer.block(f"if {text}:"):
                b.writer.line(f"s[{REASON}] = {number_ + 1}")
                b.writer.line(f"return {self.over_block}")

    # -------------------------------------------------------------------------------- triggers

    def _prepare_triggers(self) -> None:
        for decl in self.game.triggers:
            known, waiting = self.blocks.slot(), self.blocks.slot()
            mask, order = self.module.names.fresh("holds"), None
            writer = Writer()
            scope = Scope(self.module, writer, {}, "you")
            with writer.at(decl.at.span):
                if decl.among is not None:
                    order = self.module.names.fresh("order")
                    text = code(scope, decl.among)
                    writer.line(f"return [x for x in {text} if x >= 0]")
                    self.module.function(f"def {order}(s, you):", writer)
                    writer = Writer()
                    if (
                        isinstance(decl.among, c.FunctionCall)
                        and decl.among.function is c.Function.TOPS
                        and isinstance(listed := decl.among.arguments[0].type, ListType)
                        and scope.shape_of(listed.item) in (c.Shape.PILE, c.Shape.ROW)
                    ):
                        zones = code(Scope(self.module, writer, {}, "you"), decl.among.arguments[0])
                        writer.line("m = 0")
                        with writer.block(f"for z in {zones}:"):
                            writer.line(f"x = s[{self.module.layout.content} + z]")
                            with writer.block("if x >= 0:"):
                                writer.line("m |= 1 << x")
                        writer.line("return m")
                    else:
                        writer.line(f"return bits({order}(s, you))")
                else:
                    assert decl.condition is not None
                    writer.line("m = 0")
                    with over(scope, decl.domain, decl.variable) as inner:
                        text = code(inner, decl.condition)
                        with writer.block(f"if {text}:"):
                            writer.line(f"m |= 1 << {inner.names[decl.variable]}")
                    writer.line("return m")
            self.module.function(f"def {mask}(s, you):", writer)
            self.triggers.append(Trigger(decl, known, waiting, mask, order))

    def _write_check(self) -> None:
        """Triggers until none is left, then the `over when` lines. More firings than ten for every piece are a fault."""
        b = self.blocks
        b.place(self.check_block, NOWHERE)
        if b.writer is None:
            return
        if not self.triggers:
            for number_, line in enumerate(self.game.over):
                self._over(number_, line)
            b.jump(f"s[{self.check_back}]")
            return
        b.keep()  # the check is called from anywhere: what it keeps lies above everything that may be going on
        fired = b.slot()
        b.writer.line(f"s[{fired}] = 0")
        wave = b.here(NOWHERE)
        judge, following = b.new(), b.new()
        assert b.writer is not None
        for t in self.triggers:
            b.writer.line(f"m = {t.mask}(s, you)")
            b.writer.line(f"s[{t.waiting}] = m & ~s[{t.known}]")
            b.writer.line(f"s[{t.known}] = m")
        test = " or ".join(f"s[{t.waiting}]" for t in self.triggers)
        with b.writer.block(f"if not ({test}):"):
            b.writer.line(f"return {judge}")
        b.place(following, NOWHERE)
        limit = 10 * max(self.module.parts.count, 10)
        for t in self.triggers:
            skip = b.new()
            variable, name = b.variable(t.decl.variable)
            assert b.writer is not None
            b.writer.span = t.decl.at.span
            with b.writer.block(f"if not s[{t.waiting}]:"):
                b.writer.line(f"return {skip}")
            b.writer.line(f"m = s[{t.waiting}]")
            b.writer.line("x = (m & -m).bit_length() - 1")
            if t.order is not None:
                with b.writer.block("if m & m - 1:"):
                    b.writer.line(f"x = next((y for y in {t.order}(s, you) if m >> y & 1), x)")
            b.writer.line(f"s[{t.waiting}] = m & ~(1 << x)")
            b.writer.line(f"s[{variable}] = x")
            b.writer.line(f"s[{fired}] += 1")
            with b.writer.block(f"if s[{fired}] > {limit}:"):
                b.writer.line(
                    f"raise Breakdown('this fires again and again: more than {limit} times in one step', "
                    f"{t.decl.at.span.start})"
                )
            b.keep()
            self.run(t.decl.body, {t.decl.variable: name}, judged=False)
            if b.writer is not None:
                b.writer.line(f"s[{variable}] = 0")
            b.jump(following)
            b.place(skip, t.decl.at.span)
        b.jump(wave)
        b.place(judge, NOWHERE)
        assert b.writer is not None
        b.writer.line(f"s[{fired}] = 0")
        for number_, line in enumerate(self.game.over):
            self._over(number_, line)
        b.jump(f"s[{self.check_back}]")

    # -------------------------------------------------------------------------------- statements

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
                self._choose_now(statement, names)
            case c.Do():
                self._do(statement, names, judged)
            case c.Menu():
                self._menu(statement, names, judged)
            case c.TakeTurns():
                self._take_turns(statement, names)
            case c.TakesATurn():
                self._takes_a_turn(statement, names)
            case c.AtOnce():
                from .together import write_together

                write_together(self, statement, names)
            case c.Repeat():
                self._repeat(statement, names, judged)
            case c.Rounds():
                self._rounds(statement, names)
            case _:
                raise AssertionError(f"no blocks for {statement!r}")

    _outlives = True

    def _jump_deed(self, scope: Scope, deed: c.EndThe | c.ScoreRound) -> None:
        writer = scope.writer
        if deed.condition is not None:
            text = code(scope, deed.condition)
            with writer.block(f"if {text}:"):
                self._jump_line(scope, deed)
        else:
            self._jump_line(scope, deed)

    def _jump_line(self, scope: Scope, deed: c.EndThe | c.ScoreRound) -> None:
        match deed:
            case c.ScoreRound():
                scope.writer.line("score(s)")
            case c.EndThe(what=c.Whole.GAME):
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
        if not decides((statement.branches, statement.otherwise or ())):
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
        if not decides(statement.body):
            self._inline_for(b.scope(names), statement.binder, statement.body)
            return
        mark = b.mark()
        variable = statement.binder.variable
        room = self._room(statement.binder)
        items, place = b.slot(1 + room), b.slot()
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
        if not decides(statement.body):
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
        self.run(statement.body, names, judged)
        b.here(statement.at.span)
        assert b.writer is not None
        b.writer.line(f"s[{YOU}] = s[{saved}]")
        b.free(mark)
        b.here(statement.at.span)

    # -------------------------------------------------------------------------------- decisions

    def _choose_now(self, statement: c.ChooseNow, names: Names) -> None:
        """A choose line inside an effect: asked when it is reached."""
        b = self.blocks
        assert b.writer is not None
        line = statement.choose
        card = c.CardBody((line,), (), ())
        outer = tuple(names)
        scope = b.scope(names)
        action = c.ActionDecl("", statement.at, card)
        if not line.optional and not (line.several and constant(scope, line.several.low) == 0):
            test = can_do(scope, action, outer)
            with b.writer.block(f"if not {test}:"):
                b.writer.line(f"raise Breakdown('there is nothing to choose here', {statement.at.span.start})")
        elif line.several is None:
            first, name = b.variable(line.variable)
            names[line.variable] = name
            lines = self._line_question(card, 0, outer, names, (), first)
            after = b.new()
            b.writer.line(f"if len({lines.function}(s, you)) < 2:")
            b.writer.line(f"    s[{first}] = -1")
            b.writer.line(f"    return {after}")
            ask = b.question(_with(lines, then=after))
            b.ask(ask)
            b.place(after, statement.at.span)
            return
        self._head_line(card, 0, outer, names, ())

    def _head_line(
        self, card: c.CardBody, index: int, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...]
    ) -> None:
        """Ask one choose line of a head; `names` learns its variable."""
        b = self.blocks
        line = card.head[index]
        assert isinstance(line, c.Choose)
        assert b.writer is not None
        fixed = fixed_list(b.scope(names), line)
        if fixed is not None:
            first = b.slot()
            name = f"{self.module.constant('lists', fixed)}[s[{first}]]"
        else:
            first, name = b.variable(line.variable)
        if line.several is not None:
            self._several(card, index, outer, names, path, first, name)
            return
        ask = self._line_question(card, index, outer, names, path, first)
        names[line.variable] = name
        after = b.new()
        b.ask(b.question(_with(ask, then=after)))
        b.place(after, line.at.span)

    def _line_question(
        self, card: c.CardBody, index: int, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...], slot: int
    ) -> Ask:
        """The question of a single choose line, without its number and where it leads."""
        line = card.head[index]
        assert isinstance(line, c.Choose)
        function = self.module.names.fresh("options")
        scope = Scope(self.module, Writer(), dict(names), "you")
        fixed = fixed_list(scope, line)
        labels = self._labels(line) if fixed is not None else None
        write_question(scope, card, index, outer, function, str(slot))
        return Ask(
            0,
            AskKind.CHOOSE,
            function,
            line.at,
            slot=slot,
            action=path[0] if path else None,
            path=path,
            variable=line.variable,
            labels=labels,
            domains=line.domains,
        )

    def _labels(self, line: c.Choose) -> tuple[str, ...]:
        from .labels import list_labels

        scope = Scope(self.module, Writer(), {}, "you")
        return list_labels(scope, line)

    def _several(
        self,
        card: c.CardBody,
        index: int,
        outer: Outer,
        names: Names,
        path: tuple[c.ActionDecl, ...],
        first: int,
        name: str,
    ) -> None:
        b = self.blocks
        line = card.head[index]
        assert isinstance(line, c.Choose)
        assert line.several is not None
        assert b.writer is not None
        function = self.module.names.fresh("options")
        scope = Scope(self.module, Writer(), dict(names), "you")
        write_question(scope, card, index, outer, function, str(first))
        again, after, taken = b.new(), b.new(), b.new()
        answer = b.slot()
        b.place(again, line.at.span)
        assert b.writer is not None
        with b.writer.block(f"if {function}(s, you) in ([], [{DONE}]):"):
            b.writer.line(f"return {after}")
        ask = b.question(
            Ask(
                0,
                AskKind.SEVERAL,
                function,
                line.at,
                slot=answer,
                then=taken,
                goes={DONE: after},
                room=first,
                action=path[0] if path else None,
                path=path,
                variable=line.several.item,
                domains=line.domains,
            )
        )
        b.ask(ask)
        b.place(taken, line.at.span)
        assert b.writer is not None
        assert isinstance(line.variable.type, ListType)
        room = self.module.layout.capacity(line.variable.type.item)
        b.writer.line(f"store(s, {first}, {room}, [*{name}, s[{answer}]], {line.at.span.start})")
        b.jump(again)
        b.place(after, line.at.span)
        assert b.writer is not None
        b.writer.line(f"s[{answer}] = 0")
        names[line.variable] = name

    def perform(self, action: c.ActionDecl, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...] = ()) -> None:
        """Write an action that is known to be possible: its questions, payments, and effect (or way)."""
        b = self.blocks
        names = dict(names)
        path = (*path, action)
        mark = b.mark()
        card = action.card
        for index, line in enumerate(card.head):
            if isinstance(line, c.Choose):
                self._head_line(card, index, outer, names, path)
        known = outer + tuple(line.variable for line in card.head if isinstance(line, c.Choose))
        if card.ways:
            self._ways(card, known, names, path)
        self.settle(card, names)
        if decides(card.effects):
            self.run(card.effects, names, judged=False)
        elif b.writer is not None:
            self.inline(b.scope(names), card.effects)
            if card.effects and isinstance(card.effects[-1], c.EndThe) and card.effects[-1].condition is None:
                b.stop()
        b.free(mark)

    def settle(self, card: c.CardBody, names: Names) -> None:
        """Write the payments of a head. Those of an action with ways are made once the way is known and before it acts."""
        b = self.blocks
        if card.ways or b.writer is None:
            return
        for line in card.head:
            if isinstance(line, c.Pay):
                with b.writer.at(line.at.span):
                    write_move(b.scope(names), line.what, line.source, line.target, line.at.span.start)

    def _ways(self, card: c.CardBody, known: Outer, names: Names, path: tuple[c.ActionDecl, ...]) -> None:
        b = self.blocks
        pays = tuple(line for line in card.head if isinstance(line, c.Pay))
        first = b.writer
        assert first is not None
        function = self.module.names.fresh("options")
        writer = Writer()
        scope = Scope(self.module, writer, dict(names), "you")
        writer.line("out = []")
        for place, way in enumerate(card.ways):
            tried(scope, place)
            text = can_do(scope, way, known)
            if text == "True":
                writer.line(f"out.append({place})")
            else:
                with writer.block(f"if {text}:"):
                    writer.line(f"out.append({place})")
        writer.line("return out")
        self.module.function(f"def {function}(s, you):", writer)
        targets = [b.new() for _ in card.ways]
        after = b.new()
        b.ask(
            b.question(
                Ask(
                    0,
                    AskKind.MENU,
                    function,
                    card.ways[0].at,
                    goes=dict(enumerate(targets)),
                    action=path[0],
                    path=path,
                    entries=card.ways,
                )
            )
        )
        for way, target in zip(card.ways, targets, strict=True):
            b.place(target, way.at.span)
            extended = c.ActionDecl(
                way.title,
                way.at,
                c.CardBody((*way.card.head, *pays), way.card.effects, way.card.ways),
                way.this,
                way.place,
            )
            self.perform(extended, known, names, path)
            b.jump(after)
        b.place(after, card.ways[0].at.span)

    def _do(self, statement: c.Do, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        mark = b.mark()
        match statement.what:
            case c.StepRef(step=step):
                self._do_step(statement, step, names, judged)
            case c.ActionRef(action=action):
                test = can_do(b.scope(names), action, ())
                self._do_action(statement, test, (action,), names, judged)
            case c.EffectRef(card=card):
                self._do_effect(statement, card, names, judged)
        b.free(mark)

    def _do_step(self, statement: c.Do, step: c.StepDecl, names: Names, judged: bool) -> None:
        b = self.blocks
        if statement.optional:
            yes, after = b.new(), b.new()
            self._may(statement, "True", names, yes, after, step)
            b.place(yes, statement.at.span)
            self.run(step.body, names, judged=False)
            if judged:
                self.check(self.needs.writes(step.body), statement.at)
            b.place(after, statement.at.span)
            return
        if decides(step.body):
            self.run(step.body, names, judged=False)
        else:
            self.inline(b.scope(names), step.body)
        if judged:
            self.check(self.needs.writes(step.body), statement.at)

    def _may(
        self,
        statement: c.Do,
        test: str,
        names: Names,
        yes: Label,
        no: Label,
        what: c.ActionDecl | c.StepDecl | c.Expr,
    ) -> None:
        """Ask yes or no, if it is possible at all."""
        b = self.blocks
        assert b.writer is not None
        if test != "True":
            with b.writer.block(f"if not {test}:"):
                b.writer.line(f"return {no}")
        yes_no = self.module.constant("yes_or_no", (YES, DONE))
        function = self.module.names.fresh("options")
        writer = Writer()
        writer.line(f"return list({yes_no})")
        self.module.function(f"def {function}(s, you):", writer)
        action = what if isinstance(what, c.ActionDecl) else None
        ask = Ask(
            0,
            AskKind.MAY,
            function,
            statement.at,
            goes={YES: yes, DONE: no},
            action=action,
            path=(action,) if action else (),
            entries=(what,) if isinstance(what, (c.ActionDecl, c.StepDecl)) else (),
            card=what if isinstance(what, c.Expr) else None,
        )
        b.ask(b.question(ask))

    def _do_action(
        self, statement: c.Do, test: str, actions: tuple[c.ActionDecl, ...], names: Names, judged: bool
    ) -> None:
        b = self.blocks
        assert b.writer is not None
        (action,) = actions
        after, cannot = b.new(), b.new()
        if statement.optional:
            yes = b.new()
            self._may(statement, test, names, yes, cannot, action)
            b.place(yes, statement.at.span)
        elif test != "True":
            with b.writer.block(f"if not {test}:"):
                b.writer.line(f"return {cannot}")
        self.perform(action, (), names)
        if judged:
            self.check(self.needs.writes(c.ActionRef(action)), statement.at)
        b.jump(after)
        b.place(cannot, statement.at.span)
        self._otherwise(statement, names, judged, statement.optional)
        b.place(after, statement.at.span)

    def _otherwise(self, statement: c.Do | c.Menu, names: Names, judged: bool, may_pass: bool) -> None:
        b = self.blocks
        if statement.otherwise is not None:
            self.run(statement.otherwise, names, judged)
        elif not may_pass and b.writer is not None:
            b.writer.line(
                f"raise Breakdown('this must be done and cannot be: no choice is left', {statement.at.span.start})"
            )
            b.stop()

    def _do_effect(self, statement: c.Do, card: c.Expr, names: Names, judged: bool) -> None:
        """The effect of a card: a branch for each kind or row that has one."""
        b = self.blocks
        assert b.writer is not None
        slot = b.slot()
        scope = b.scope(names)
        b.writer.line(f"s[{slot}] = {code(scope, card)}")
        name = f"s[{slot}]"
        test_name = self.module.names.fresh("can_effect")
        tester = Writer()
        inside = Scope(self.module, tester, {}, "you")
        targets: list[tuple[c.EffectDecl, int, str]] = []
        for effect in self.game.effects:
            this = effect.action.this
            assert this is not None
            pattern: c.Pattern = (
                c.KindPattern(card.span, effect.kind, ())
                if effect.row is None
                else c.RowPattern(card.span, effect.kind, effect.row)
            )
            match_test = matches(inside, "this", this.type, pattern)
            targets.append((effect, b.new(), match_test))
            with tester.block(f"if {match_test}:"):
                bound = inside.bind(this, "this")
                tester.line(f"return {can_do(bound, effect.action, (this,))}")
        tester.line("return False")
        self.module.function(f"def {test_name}(s, you, this):", tester)
        after, cannot, yes = b.new(), b.new(), b.new()
        test = f"{test_name}(s, you, {name})"
        if statement.optional:
            copy = c.Variable("this", card.type, statement.at)
            self._may(statement, test, names, yes, cannot, c.VariableRef(card.span, card.type, copy))
            last = b.asks[-1]
            assert last is not None
            b.asks[-1] = _with(last, slot=-1, room=slot)
        else:
            with b.writer.block(f"if not {test}:"):
                b.writer.line(f"return {cannot}")
        b.place(yes, statement.at.span)
        assert b.writer is not None
        b.writer.line(f"this = {name}")
        for _, target, match_test in targets:
            with b.writer.block(f"if {match_test}:"):
                b.writer.line(f"return {target}")
        b.jump(after)
        for effect, target, _ in targets:
            b.place(target, effect.action.at.span)
            assert effect.action.this is not None
            self.perform(effect.action, (effect.action.this,), {effect.action.this: name})
            if judged:
                self.check(self.needs.writes(c.ActionRef(effect.action)), statement.at)
            b.jump(after)
        b.place(cannot, statement.at.span)
        self._otherwise(statement, names, judged, statement.optional)
        b.place(after, statement.at.span)

    # -------------------------------------------------------------------------------- menus

    def _leaves(self, menu: c.Menu) -> list[tuple[int, c.ActionDecl | c.StepDecl | c.Menu]]:
        """What a menu offers: (number of the entry, what). A `one of` inside shows its entries in place."""
        out: list[tuple[int, c.ActionDecl | c.StepDecl | c.Menu]] = []
        for number_, entry in enumerate(menu.entries):
            match entry.what:
                case c.ActionRef(action=action):
                    out.append((number_, action))
                case c.StepRef(step=step):
                    out.append((number_, step))
                case c.Menu(kind=c.MenuKind.ONE) as inner:
                    out.extend((number_, leaf) for _, leaf in self._leaves(inner))
                case c.Menu() as inner:
                    out.append((number_, inner))
        return out

    def possible(self, scope: Scope, leaf: c.ActionDecl | c.StepDecl | c.Menu) -> str:
        """Whether an entry can be done; "True" where nothing can prevent it."""
        match leaf:
            case c.ActionDecl():
                return can_do(scope, leaf, ())
            case c.StepDecl():
                return "True"
            case c.Menu():
                tests = [self.possible(scope, inner) for _, inner in self._leaves(leaf)]
                return "True" if "True" in tests else "(" + " or ".join(tests) + ")"

    def menu_options(self, menu: c.Menu, scope: Scope, used: str | None, pass_allowed: bool) -> str:
        """Write the function that lists the entries that can be done (and "done")."""
        leaves = self._leaves(menu)
        function = self.module.names.fresh("options")
        writer = scope.writer
        writer.line("out = []")
        for place, (entry, leaf) in enumerate(leaves):
            tried(scope, place)
            test = self.possible(scope, leaf)
            if used is not None:
                free = f"not {used} >> {entry} & 1"
                test = free if test == "True" else f"{free} and {test}"
            if test == "True":
                writer.line(f"out.append({place})")
            else:
                with writer.block(f"if {test}:"):
                    writer.line(f"out.append({place})")
        if pass_allowed:
            with writer.block("if out:"):
                writer.line(f"out.append({DONE})")
        writer.line("return out")
        self.module.function(f"def {function}(s, you):", writer)
        return function

    def _menu(self, menu: c.Menu, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        mark = b.mark()
        leaves = self._leaves(menu)
        repeats = menu.kind is not c.MenuKind.ONE
        different = menu.kind is c.MenuKind.UP_TO_DIFFERENT
        may_pass = menu.kind in (c.MenuKind.UP_TO, c.MenuKind.UP_TO_DIFFERENT, c.MenuKind.ANY_NUMBER)
        count = b.slot() if menu.quantity is not None else None
        used = b.slot() if different else None
        again, after, none_left = b.here(menu.at.span), b.new(), b.new()
        assert b.writer is not None
        if count is not None and menu.quantity is not None:
            text = number(b.scope(names), menu.quantity)
            with b.writer.block(f"if s[{count}] >= {text}:"):
                b.writer.line(f"return {after}")
        scope = Scope(self.module, Writer(), dict(names), "you")
        function = self.menu_options(menu, scope, None if used is None else f"s[{used}]", may_pass)
        # The options are needed in a moment, to be asked: whoever plays fast finds them ready.
        b.writer.line(f"ready[0] = {function}(s, you)")
        with b.writer.block("if not ready[0]:"):
            b.writer.line("ready[0] = None")
            b.writer.line(f"return {after if repeats and menu.otherwise is None else none_left}")
        targets = [b.new() for _ in leaves]
        goes = dict(enumerate(targets))
        if may_pass:
            goes[DONE] = after
        b.ask(
            b.question(
                Ask(
                    0,
                    AskKind.MENU,
                    function,
                    menu.at,
                    goes=goes,
                    entries=tuple(leaf for _, leaf in leaves if not isinstance(leaf, c.Menu)),
                    menu=menu,
                )
            )
        )
        for target, (entry, leaf) in zip(targets, leaves, strict=True):
            b.place(target, menu.at.span)
            assert b.writer is not None
            if count is not None:
                b.writer.line(f"s[{count}] += 1")
            if used is not None:
                b.writer.line(f"s[{used}] |= {1 << entry}")
            match leaf:
                case c.ActionDecl():
                    self.perform(leaf, (), names)
                    written = self.needs.writes(c.ActionRef(leaf))
                case c.StepDecl():
                    self.run(leaf.body, names, judged=False)
                    written = self.needs.writes(leaf.body)
                case c.Menu():
                    self._menu(leaf, names, judged)
                    written = frozenset()
            if judged:
                self.check(written, menu.at)
            b.jump(again if repeats else after)
        b.place(none_left, menu.at.span)
        self._otherwise(menu, names, judged, repeats)
        b.place(after, menu.at.span)
        b.free(mark)

    # -------------------------------------------------------------------------------- turns and rounds

    def _turn_body(self, body: tuple[c.Statement, ...] | None, names: Names) -> None:
        """One turn: the block of the phrase, or the heading `turn`, which is written once and returned from."""
        outer, self.in_turn = self.in_turn, True
        if body is not None:
            self.run(body, names, judged=True)
        else:
            self.turn = self._call(self.turn, self.game.turn or ())
        self.in_turn = outer

    def _call(self, heading: Heading | None, body: tuple[c.Statement, ...]) -> Heading:
        b = self.blocks
        assert b.writer is not None
        after = b.new()
        if heading is not None:
            b.writer.line(f"s[{heading.back}] = {after}")
            b.jump(heading.entry)
            b.place(after, NOWHERE)
            return heading
        back = b.slot()
        heading = Heading(b.new(), back)
        b.keep()
        b.writer.line(f"s[{back}] = {after}")
        b.jump(heading.entry)
        b.place(heading.entry, NOWHERE)
        self.run(body, {}, judged=True)
        b.keep()
        b.jump(f"s[{back}]")
        b.place(after, NOWHERE)
        return heading

    def _begin_turn(self, end: Label) -> None:
        b = self.blocks
        assert b.writer is not None
        write_fresh(b.scope({}), c.StartWhen.TURN)
        b.writer.line(f"s[{TURN_END}] = {end}")
        if self.module.traced:
            b.writer.line("s.events.append(('turn', you))")

    def _passes(self, scope: Scope, where: c.Expr | None, player: c.Variable, seat: str) -> str:
        return "True" if where is None else code(scope.bind(player, seat), where)

    def _find_seat(self, statement: c.TakeTurns, names: Names, first: str) -> None:
        """Write: the first seat from `first` on that may play becomes `you`."""
        b = self.blocks
        assert b.writer is not None
        n = self.module.setting.players
        scope = b.scope(names)
        if statement.where is None:
            b.writer.line(f"s[{YOU}] = {first}")
            return
        seat = scope.fresh("seat")
        b.writer.line(f"{seat} = {first}")
        with b.writer.block(f"for _ in range({n}):"):
            text = self._passes(scope, statement.where, statement.player, seat)
            with b.writer.block(f"if {text}:"):
                b.writer.line("break")
            b.writer.line(f"{seat} = ({seat} + 1) % {n}")
        with b.writer.block("else:"):
            b.writer.line(f"raise Breakdown('no seat is left that may take a turn', {statement.at.span.start})")
        b.writer.line(f"s[{YOU}] = {seat}")

    def _take_turns(self, statement: c.TakeTurns, names: Names) -> None:
        b = self.blocks
        assert b.writer is not None
        n = self.module.setting.players
        mark = b.mark()
        b.writer.line(f"s[{NEXT}] = -1")
        first = "0" if statement.start is None else code(b.scope(names), statement.start)
        self._find_seat(statement, names, first)
        turn = b.here(statement.at.span)
        self.entries.setdefault("turn", turn)
        end, after = b.new(), b.new()
        self._begin_turn(end)
        self._turn_body(statement.body, names)
        b.place(end, statement.at.span)
        self._end_turn(statement.at)
        assert b.writer is not None
        if statement.until is not None:
            text = code(b.scope(names), statement.until)
            with b.writer.block(f"if {text}:"):
                b.writer.line(f"return {after}")
        following = b.scope({}).fresh("next")
        b.writer.line(f"{following} = s[{NEXT}] if s[{NEXT}] >= 0 else (you + 1) % {n}")
        b.writer.line(f"s[{NEXT}] = -1")
        self._find_seat(statement, names, following)
        b.jump(turn)
        if statement.until is not None:
            b.place(after, statement.at.span)
            b.free(mark)
        else:
            b.stop()

    def _end_turn(self, at: c.At) -> None:
        self.check(frozenset(), at)

    def _takes_a_turn(self, statement: c.TakesATurn, names: Names) -> None:
        b = self.blocks
        assert b.writer is not None
        n = self.module.setting.players
        mark = b.mark()
        first, count, saved = b.slot(), b.slot(), b.slot()
        b.writer.line(f"s[{saved}] = s[{YOU}]")
        if statement.start is not None:
            text = code(b.scope(names), statement.start)
        else:
            text = f"(you + 1) % {n}" if statement.other else "0"
        b.writer.line(f"s[{first}] = {text}")
        b.writer.line(f"s[{count}] = -1")
        again, turn, end, after = b.here(statement.at.span), b.new(), b.new(), b.new()
        assert b.writer is not None
        scope = b.scope(names)
        with b.writer.block("while True:"):
            b.writer.line(f"s[{count}] += 1")
            with b.writer.block(f"if s[{count}] >= {n}:"):
                b.writer.line(f"return {after}")
            b.writer.line(f"seat = (s[{first}] + s[{count}]) % {n}")
            if statement.other:
                with b.writer.block(f"if seat == s[{saved}]:"):
                    b.writer.line("continue")
            text = self._passes(scope, statement.where, statement.player, "seat")
            with b.writer.block(f"if {text}:"):
                b.writer.line(f"s[{YOU}] = seat")
                b.writer.line(f"return {turn}")
        b.stop()
        b.place(turn, statement.at.span)
        if "turn" not in self.entries:
            self.entries["turn"] = turn
            self.count_turns = first, count
        self._begin_turn(end)
        self._turn_body(statement.body, names)
        b.place(end, statement.at.span)
        self._end_turn(statement.at)
        b.jump(again)
        b.place(after, statement.at.span)
        assert b.writer is not None
        if not statement.other:
            b.writer.line(f"s[{YOU}] = s[{saved}]")
        b.free(mark)
        b.here(statement.at.span)

    def _repeat(self, statement: c.Repeat, names: Names, judged: bool) -> None:
        b = self.blocks
        assert b.writer is not None
        mark = b.mark()
        count = b.slot()
        b.writer.line(f"s[{count}] = 0")
        limit = None
        if statement.times is not None:
            limit = constant(b.scope(names), statement.times)
            if limit is None:
                slot = b.slot()
                b.writer.line(f"s[{slot}] = {number(b.scope(names), statement.times)}")
                limit_code = f"s[{slot}]"
            else:
                limit_code = str(limit)
        again, after = b.here(statement.at.span), b.new()
        assert b.writer is not None
        if statement.times is not None:
            with b.writer.block(f"if s[{count}] >= {limit_code}:"):
                b.writer.line(f"return {after}")
            b.writer.line(f"s[{count}] += 1")
        self.run(statement.body, names, judged)
        if b.writer is not None and statement.until is not None:
            with b.writer.at(statement.at.span):
                text = code(b.scope(names), statement.until)
                with b.writer.block(f"if {text}:"):
                    b.writer.line(f"return {after}")
        b.jump(again)
        b.place(after, statement.at.span)
        b.free(mark)

    def _rounds(self, statement: c.Rounds, names: Names) -> None:
        b = self.blocks
        assert b.writer is not None
        mark = b.mark()
        count = b.slot()
        b.writer.line(f"s[{count}] = 0")
        again, after, end = b.here(statement.at.span), b.new(), b.new()
        assert b.writer is not None
        if statement.quantity is not None:
            text = number(b.scope(names), statement.quantity)
            with b.writer.block(f"if s[{count}] >= {text}:"):
                b.writer.line(f"return {after}")
        b.writer.line(f"s[{count}] += 1")
        b.writer.line(f"s[{ROUND}] += 1")
        if "round" not in self.entries:
            self.entries["round"] = again
            self.count_rounds = count
        write_fresh(b.scope({}), c.StartWhen.ROUND)
        b.writer.line(f"s[{ROUND_END}] = {end}")
        if self.module.traced:
            b.writer.line(f"s.events.append(('round', s[{ROUND}]))")
        self.round = self._call(self.round, self.game.round or ())
        b.place(end, statement.at.span)
        self.check(frozenset(), statement.at)
        assert b.writer is not None
        if statement.until is not None:
            text = code(b.scope(names), statement.until)
            with b.writer.block(f"if {text}:"):
                b.writer.line(f"return {after}")
        b.jump(again)
        b.place(after, statement.at.span)
        b.free(mark)


def _with(ask: Ask, **changes: object) -> Ask:
    from dataclasses import replace

    return replace(ask, **changes)  # type: ignore[arg-type]


__all__ = ["DECIDED", "TOGETHER", "WAITING", "Flow", "decides", "head_call", "store_variable"]
