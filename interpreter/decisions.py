"""Actions, effects and choose lines as questions, and what follows from the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import checked as c
from ..grammar.types import ListType
from . import checks, reads
from .blocks import Label, Names
from .deeds import write_move
from .expressions import code, constant
from .heads import Outer, can_do, fixed_list, none_answer, tried, ways_of, write_question
from .patterns import matches
from .program import DONE, YES, Ask, AskKind
from .scope import Scope
from .writer import Writer

if TYPE_CHECKING:
    from .flow import Flow


def choose_now(flow: Flow, statement: c.ChooseNow, names: Names) -> None:
    """A choose line inside an effect: asked when it is reached."""
    b = flow.blocks
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
    head_line(flow, card, 0, outer, names, ())


def head_line(
    flow: Flow, card: c.CardBody, index: int, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...]
) -> None:
    """Ask one choose line of a head; `names` learns its variable."""
    b = flow.blocks
    line = card.head[index]
    assert isinstance(line, c.Choose)
    assert b.writer is not None
    fixed = fixed_list(b.scope(names), line)
    if fixed is not None:
        first = b.slot()
        name = f"{flow.module.constant('lists', (*fixed, ()))}[s[{first}]]"  # -1, none, leads to the empty list
    else:
        first, name = b.variable(line.variable)
    if line.several is not None:
        ask_several(flow, card, index, outer, names, path, first, name)
        return
    ask = line_question(flow, card, index, outer, names, path, first)
    names[line.variable] = name
    after = b.new()
    if line.optional:  # where nothing can be chosen nobody is asked
        none = none_answer(line)
        with b.writer.block(f"if {ask.function}(s, you) == [{none}]:"):
            b.writer.line(f"s[{first}] = {none}")
            b.writer.line(f"return {after}")
    b.ask(b.question(_with(ask, then=after)))
    b.place(after, line.at.span)


def line_question(
    flow: Flow, card: c.CardBody, index: int, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...], slot: int
) -> Ask:
    """The question of a single choose line, without its number and where it leads."""
    line = card.head[index]
    assert isinstance(line, c.Choose)
    function = flow.module.names.fresh("options")
    scope = Scope(flow.module, Writer(), dict(names), "you")
    fixed = fixed_list(scope, line)
    labels = labels_of(flow, line) if fixed is not None else None
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


def labels_of(flow: Flow, line: c.Choose) -> tuple[str, ...]:
    from .labels import list_labels

    scope = Scope(flow.module, Writer(), {}, "you")
    return list_labels(scope, line)


def ask_several(
    flow: Flow,
    card: c.CardBody,
    index: int,
    outer: Outer,
    names: Names,
    path: tuple[c.ActionDecl, ...],
    first: int,
    name: str,
) -> None:
    b = flow.blocks
    line = card.head[index]
    assert isinstance(line, c.Choose)
    assert line.several is not None
    assert b.writer is not None
    function = flow.module.names.fresh("options")
    scope = Scope(flow.module, Writer(), dict(names), "you")
    write_question(scope, card, index, outer, function, str(first))
    again, after, taken = b.new(), b.new(), b.new()
    answer = b.slot()
    flow.begin_afresh(first)
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
    room = flow.module.layout.capacity(line.variable.type.item)
    b.writer.line(f"store(s, {first}, {room}, [*{name}, s[{answer}]], {line.at.span.start})")
    b.jump(again)
    b.place(after, line.at.span)
    assert b.writer is not None
    b.writer.line(f"s[{answer}] = 0")
    names[line.variable] = name


def perform(flow: Flow, action: c.ActionDecl, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...] = ()) -> None:
    """Write an action that is known to be possible: its questions, payments, and effect (or way)."""
    b = flow.blocks
    names = dict(names)
    path = (*path, action)
    mark = b.mark()
    card = action.card
    for index, line in enumerate(card.head):
        if isinstance(line, c.Choose):
            head_line(flow, card, index, outer, names, path)
    known = outer + tuple(line.variable for line in card.head if isinstance(line, c.Choose))
    if card.ways:
        ask_ways(flow, card, known, names, path)
    settle(flow, card, names)
    if reads.decides(card.effects):
        flow.run(card.effects, names, judged=False)
    elif b.writer is not None:
        flow.inline(b.scope(names), card.effects)
        if card.effects and isinstance(card.effects[-1], c.EndThe) and card.effects[-1].condition is None:
            b.stop()
    b.free(mark)


def settle(flow: Flow, card: c.CardBody, names: Names) -> None:
    """Write the payments of a head. Those of an action with ways are made once the way is known and before it acts."""
    b = flow.blocks
    if card.ways or b.writer is None:
        return
    for line in card.head:
        if isinstance(line, c.Pay):
            with b.writer.at(line.at.span):
                write_move(b.scope(names), line.what, line.source, line.target, line.at.span.start)


def ask_ways(flow: Flow, card: c.CardBody, known: Outer, names: Names, path: tuple[c.ActionDecl, ...]) -> None:
    b = flow.blocks
    ways = ways_of(flow.module, card)
    first = b.writer
    assert first is not None
    function = flow.module.names.fresh("options")
    writer = Writer()
    scope = Scope(flow.module, writer, dict(names), "you")
    writer.line("out = []")
    for place, way in enumerate(ways):
        tried(scope, place)
        text = can_do(scope, way, known)
        if text == "True":
            writer.line(f"out.append({place})")
        else:
            with writer.block(f"if {text}:"):
                writer.line(f"out.append({place})")
    writer.line("return out")
    flow.module.function(f"def {function}(s, you):", writer)
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
    for way, target in zip(ways, targets, strict=True):
        b.place(target, way.at.span)
        perform(flow, way, known, names, path)
        b.jump(after)
    b.place(after, card.ways[0].at.span)


def do(flow: Flow, statement: c.Do, names: Names, judged: bool) -> None:
    b = flow.blocks
    assert b.writer is not None
    mark = b.mark()
    match statement.what:
        case c.StepRef(step=step):
            do_step(flow, statement, step, names, judged)
        case c.ActionRef(action=action):
            test = can_do(b.scope(names), action, ())
            do_action(flow, statement, test, (action,), names, judged)
        case c.EffectRef(card=card):
            do_effect(flow, statement, card, names, judged)
    b.free(mark)


def do_step(flow: Flow, statement: c.Do, step: c.StepDecl, names: Names, judged: bool) -> None:
    b = flow.blocks
    if statement.optional:
        yes, after = b.new(), b.new()
        ask_may(flow, statement, "True", names, yes, after, step)
        b.place(yes, statement.at.span)
        flow.run(step.body, names, judged=False)
        if judged:
            checks.check(flow, flow.needs.writes(step.body), statement.at)
        b.place(after, statement.at.span)
        return
    if reads.decides(step.body):
        flow.run(step.body, names, judged=False)
    else:
        flow.inline(b.scope(names), step.body)
    if judged:
        checks.check(flow, flow.needs.writes(step.body), statement.at)


def ask_may(
    flow: Flow,
    statement: c.Do,
    test: str,
    names: Names,
    yes: Label,
    no: Label,
    what: c.ActionDecl | c.StepDecl | c.Expr,
) -> None:
    """Ask yes or no, if it is possible at all."""
    b = flow.blocks
    assert b.writer is not None
    if test != "True":
        with b.writer.block(f"if not {test}:"):
            b.writer.line(f"return {no}")
    yes_no = flow.module.constant("yes_or_no", (YES, DONE))
    function = flow.module.names.fresh("options")
    writer = Writer()
    writer.line(f"return list({yes_no})")
    flow.module.function(f"def {function}(s, you):", writer)
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


def do_action(
    flow: Flow, statement: c.Do, test: str, actions: tuple[c.ActionDecl, ...], names: Names, judged: bool
) -> None:
    b = flow.blocks
    assert b.writer is not None
    (action,) = actions
    after, cannot = b.new(), b.new()
    if statement.optional:
        yes = b.new()
        ask_may(flow, statement, test, names, yes, cannot, action)
        b.place(yes, statement.at.span)
    elif test != "True":
        with b.writer.block(f"if not {test}:"):
            b.writer.line(f"return {cannot}")
    perform(flow, action, (), names)
    if judged:
        checks.check(flow, flow.needs.writes(c.ActionRef(action)), statement.at)
    b.jump(after)
    b.place(cannot, statement.at.span)
    otherwise(flow, statement, names, judged, statement.optional)
    b.place(after, statement.at.span)


def otherwise(flow: Flow, statement: c.Do | c.Menu, names: Names, judged: bool, may_pass: bool) -> None:
    b = flow.blocks
    if statement.otherwise is not None:
        flow.run(statement.otherwise, names, judged)
    elif not may_pass and b.writer is not None:
        b.writer.line(
            f"raise Breakdown('this must be done and cannot be: no choice is left', {statement.at.span.start})"
        )
        b.stop()


def do_effect(flow: Flow, statement: c.Do, card: c.Expr, names: Names, judged: bool) -> None:
    """The effect of a card: a branch for each kind or row that has one."""
    b = flow.blocks
    assert b.writer is not None
    slot = b.slot()
    scope = b.scope(names)
    b.writer.line(f"s[{slot}] = {code(scope, card)}")
    name = f"s[{slot}]"
    test_name = flow.module.names.fresh("can_effect")
    tester = Writer()
    inside = Scope(flow.module, tester, {}, "you")
    targets: list[tuple[c.EffectDecl, int, str]] = []
    for effect in flow.game.effects:
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
    flow.module.function(f"def {test_name}(s, you, this):", tester)
    after, cannot, yes = b.new(), b.new(), b.new()
    test = f"{test_name}(s, you, {name})"
    if statement.optional:
        copy = c.Variable("this", card.type, statement.at)
        ask_may(flow, statement, test, names, yes, cannot, c.VariableRef(card.span, card.type, copy))
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
        perform(flow, effect.action, (effect.action.this,), {effect.action.this: name})
        if judged:
            checks.check(flow, flow.needs.writes(c.ActionRef(effect.action)), statement.at)
        b.jump(after)
    b.place(cannot, statement.at.span)
    otherwise(flow, statement, names, judged, statement.optional)
    b.place(after, statement.at.span)


def _with(ask: Ask, **changes: object) -> Ask:
    from dataclasses import replace

    return replace(ask, **changes)  # type: ignore[arg-type]
