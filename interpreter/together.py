"""`all players at once`: every seat decides everything against the state before any of it, then all of it happens.

The block of the phrase is written twice: once as questions only, with slots for each seat, so that every seat walks through
its own; and once, when all are in, as straight code that carries out what was decided, seat by seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..grammar import checked as c
from . import checks, decisions, menus, reads
from .deeds import write_move
from .expressions import code, constant, refuse
from .heads import Outer, can_do, fixed_list, tried, ways_of, write_question
from .layout import WAITING, YOU
from .notes import write_fresh
from .program import DECIDED, DONE, TOGETHER, YES, Ask, AskKind
from .scope import Scope
from .writer import Writer

if TYPE_CHECKING:
    from .blocks import Names
    from .flow import Flow

Act = Callable[[Scope], None]  # writes what is carried out for `you`, in the block that runs when all are in


def write_together(flow: Flow, statement: c.AtOnce, names: Names) -> None:
    b = flow.blocks
    assert b.writer is not None
    n = flow.module.setting.players
    mark = b.mark()
    saved, first, enter = b.slot(), b.slot(), b.new()
    own_question = b.slot(n)  # the open question of each seat
    acts_block = b.new()
    b.writer.line(f"s[{saved}] = s[{YOU}]")
    if statement.start is not None:
        text = code(b.scope(names), statement.start)
    else:
        text = f"(you + 1) % {n}" if statement.other else "0"
    b.writer.line(f"s[{first}] = {text}")
    if not flow.in_turn:
        write_fresh(b.scope({}), c.StartWhen.TURN)
    b.writer.line(f"s[{WAITING}] = 0")
    scope = b.scope(names)
    with b.writer.block(f"for seat in range({n}):"):
        if statement.other:
            with b.writer.block("if seat == you:"):
                b.writer.line("continue")
        if statement.where is not None:
            text = code(scope.bind(statement.player, "seat"), statement.where)
            with b.writer.block(f"if not {text}:"):
                b.writer.line("continue")
        b.writer.line(f"s[{WAITING}] |= 1 << seat")
    b.writer.line(f"s[{flow.together_first}] = {own_question}")
    b.writer.line(f"s[{flow.together_enter}] = {enter}")
    b.writer.line(f"s[{flow.together_then}] = {acts_block}")
    took_part = b.slot()
    b.writer.line(f"s[{took_part}] = s[{flow.together_took}] = s[{WAITING}]")
    b.jump(TOGETHER)

    b.place(enter, statement.at.span)
    acts = decide(flow, statement.body, names, own_question)
    b.jump(DECIDED)

    b.place(acts_block, statement.at.span)
    assert b.writer is not None
    with b.writer.block(f"for i in range({n}):"):
        b.writer.line(f"you = (s[{first}] + i) % {n}")
        with b.writer.block(f"if s[{took_part}] >> you & 1:"):
            if flow.module.traced:
                b.writer.line("s.events.append(('acts', you))")
            inner = Scope(flow.module, b.writer, dict(names), "you")
            for act in acts:
                act(inner)
    if flow.module.traced:
        b.writer.line("s.events.append(('all done',))")
    b.writer.line(f"s[{YOU}] = s[{saved}]")
    b.free(mark)
    b.here(statement.at.span)
    checks.check(flow, flow.needs.writes(statement.body), statement.at)


def decide(flow: Flow, statements: tuple[c.Statement, ...], names: Names, own: int) -> list[Act]:
    """Write the questions of some statements for one seat; what carries them out is returned."""
    return [_decide(flow, statement, names, own) for statement in statements]


def _decide(flow: Flow, statement: c.Statement, names: Names, own: int) -> Act:
    match statement:
        case c.Do(what=c.StepRef(step=step), optional=False):
            return lambda scope: flow.inline(scope, step.body)
        case c.Do(what=c.ActionRef(action=action)):
            return _do(flow, statement, action, names, own)
        case c.Menu():
            return _menu(flow, statement, names, own)
        case c.If():
            return _if(flow, statement, names, own)
        case c.Deed() | c.ForEach() | c.AsSeat() if not _asks(statement):
            return lambda scope: flow.inline(scope, (statement,))
        case _:
            raise refuse(flow.blocks.scope({}), "this cannot stand in what all do at once", statement.at.span.start)


def _asks(statement: c.Statement) -> bool:

    return reads.decides(statement)


def _slot(flow: Flow) -> str:
    """A slot for each seat, as the code of the one of `you`."""
    return f"s[{flow.blocks.slot(flow.module.setting.players)} + you]"


def _do(flow: Flow, statement: c.Do, action: c.ActionDecl, names: Names, own: int) -> Act:
    b = flow.blocks
    assert b.writer is not None
    picked = _slot(flow)
    b.writer.line(f"{picked} = 0")
    test = can_do(b.scope(names), action, ())
    cannot, after = b.new(), b.new()
    if test != "True":
        with b.writer.block(f"if not {test}:"):
            b.writer.line(f"return {cannot}")
    if statement.optional:
        yes = b.new()
        function = flow.module.names.fresh("options")
        writer = Writer()
        writer.line(f"return [{YES}, {DONE}]")
        flow.module.function(f"def {function}(s, you):", writer)
        b.ask(
            b.question(
                Ask(
                    0,
                    AskKind.MAY,
                    function,
                    statement.at,
                    per_seat=True,
                    goes={YES: yes, DONE: after},
                    action=action,
                    path=(action,),
                    entries=(action,),
                )
            )
        )
        b.place(yes, statement.at.span)
    assert b.writer is not None
    b.writer.line(f"{picked} = 1")
    act = _head(flow, action, (), names, (), own)
    b.jump(after)
    b.place(cannot, statement.at.span)
    assert b.writer is not None
    otherwise: list[Act] = []
    if statement.otherwise is not None:
        b.writer.line(f"{picked} = 2")
        otherwise = decide(flow, statement.otherwise, names, own)
    elif not statement.optional:
        b.writer.line(
            f"raise Breakdown('this must be done and cannot be: no choice is left', {statement.at.span.start})"
        )
        b.stop()
    b.place(after, statement.at.span)

    def carry_out(scope: Scope) -> None:
        with scope.writer.block(f"if {picked} == 1:"):
            act(scope)
        if otherwise:
            with scope.writer.block(f"elif {picked} == 2:"):
                for each in otherwise:
                    each(scope)

    return carry_out


def _head(
    flow: Flow, action: c.ActionDecl, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...], own: int
) -> Act:
    """Ask the head of an action; `you` keeps the answers in slots of its own."""
    b = flow.blocks
    names = dict(names)
    path = (*path, action)
    card = action.card
    for index, line in enumerate(card.head):
        if isinstance(line, c.Choose):
            _line(flow, card, index, outer, names, path)
    known = outer + tuple(line.variable for line in card.head if isinstance(line, c.Choose))
    ways: list[Act] = []
    picked = _slot(flow) if card.ways else ""
    if card.ways:
        card_ways = ways_of(flow.module, card)
        function = flow.module.names.fresh("options")
        writer = Writer()
        scope = Scope(flow.module, writer, names, "you")
        writer.line("out = []")
        for place, way in enumerate(card_ways):
            tried(scope, place)
            text = can_do(scope, way, known)
            with writer.block(f"if {text}:"):
                writer.line(f"out.append({place})")
        writer.line("return out")
        flow.module.function(f"def {function}(s, you):", writer)
        targets, after = [b.new() for _ in card.ways], b.new()
        b.ask(
            b.question(
                Ask(
                    0,
                    AskKind.MENU,
                    function,
                    card.ways[0].at,
                    per_seat=True,
                    goes=dict(enumerate(targets)),
                    action=path[0],
                    path=path,
                    entries=card.ways,
                )
            )
        )
        for place, (way, target) in enumerate(zip(card_ways, targets, strict=True)):
            b.place(target, way.at.span)
            assert b.writer is not None
            b.writer.line(f"{picked} = {place}")
            ways.append(_head(flow, way, known, names, path, own))
            b.jump(after)
        b.place(after, action.at.span)

    def carry_out(scope: Scope) -> None:
        inner = Scope(scope.module, scope.writer, names, scope.you)
        if ways:
            for place, way in enumerate(ways):
                with scope.writer.block(f"{'if' if place == 0 else 'elif'} {picked} == {place}:"):
                    way(inner)
            return
        for line in card.head:
            if isinstance(line, c.Pay):
                write_move(inner, line.what, line.source, line.target, line.at.span.start)
        flow.inline(inner, card.effects)

    return carry_out


def _line(flow: Flow, card: c.CardBody, index: int, outer: Outer, names: Names, path: tuple[c.ActionDecl, ...]) -> None:
    b = flow.blocks
    line = card.head[index]
    assert isinstance(line, c.Choose)
    assert b.writer is not None
    first, name = b.variable(line.variable, per_seat=True)
    base = name.removeprefix("s[").split(" + 1 :")[0] if line.several else str(first)
    if line.several is not None:
        b.writer.line(f"s[{base}] = 0")
    function = flow.module.names.fresh("options")
    scope = Scope(flow.module, Writer(), dict(names), "you")
    fixed = fixed_list(scope, line)
    if fixed is not None:
        name = f"{flow.module.constant('lists', (*fixed, ()))}[s[{first} + you]]"
    write_question(scope, card, index, outer, function, base)
    after, taken, again = b.new(), b.new(), b.new()
    kind = AskKind.CHOOSE if line.several is None else AskKind.SEVERAL
    b.place(again, line.at.span)
    assert b.writer is not None
    answer = b.slot(flow.module.setting.players) if line.several else first
    if line.several is not None:
        with b.writer.block(f"if {function}(s, you) in ([], [{DONE}]):"):
            b.writer.line(f"return {after}")
    b.ask(
        b.question(
            Ask(
                0,
                kind,
                function,
                line.at,
                slot=answer,
                per_seat=True,
                then=after if line.several is None else taken,
                goes={} if line.several is None else {DONE: after},
                room=first,
                action=path[0],
                path=path,
                variable=line.several.item if line.several else line.variable,
                labels=decisions.labels_of(flow, line) if fixed is not None else None,
                domains=line.domains,
            )
        )
    )
    if line.several is not None:
        b.place(taken, line.at.span)
        assert b.writer is not None
        from ..grammar.types import ListType

        assert isinstance(line.variable.type, ListType)
        room = flow.module.layout.capacity(line.variable.type.item)
        b.writer.line(f"store(s, {base}, {room}, [*{name}, s[{answer} + you]], {line.at.span.start})")
        b.jump(again)
    b.place(after, line.at.span)
    names[line.variable] = name


def _menu(flow: Flow, menu: c.Menu, names: Names, own: int) -> Act:
    """A menu whose number of passes is known: each pass has slots of its own."""
    b = flow.blocks
    assert b.writer is not None
    one = menu.kind is c.MenuKind.ONE
    passes = 1 if one else constant(b.scope(names), menu.quantity) if menu.quantity is not None else None
    if passes is None or menu.kind not in (c.MenuKind.ONE, c.MenuKind.UP_TO, c.MenuKind.UP_TO_DIFFERENT):
        raise refuse(b.scope({}), "what all do at once needs a fixed number of choices", menu.at.span.start)
    leaves = menus.leaves_of(flow, menu)
    used = _slot(flow) if menu.kind is c.MenuKind.UP_TO_DIFFERENT else None
    if used is not None:
        b.writer.line(f"{used} = 0")
    picks = [_slot(flow) for _ in range(passes)]
    for picked in picks:
        b.writer.line(f"{picked} = -1")
    end = b.new()
    done: list[list[Act]] = []
    otherwise: list[Act] = []
    for picked in picks:
        assert b.writer is not None
        scope = Scope(flow.module, Writer(), dict(names), "you")
        function = menus.menu_options(flow, menu, scope, used, not one)
        after, none_left = b.new(), b.new()
        with b.writer.block(f"if not {function}(s, you):"):
            b.writer.line(f"return {none_left if one else end}")
        targets = [b.new() for _ in leaves]
        goes = dict(enumerate(targets))
        if not one:
            goes[DONE] = end
        b.ask(
            b.question(
                Ask(
                    0,
                    AskKind.MENU,
                    function,
                    menu.at,
                    per_seat=True,
                    goes=goes,
                    entries=tuple(leaf for _, leaf in leaves if not isinstance(leaf, c.Menu)),
                    menu=menu,
                )
            )
        )
        acts: list[Act] = []
        for place, (target, (entry, leaf)) in enumerate(zip(targets, leaves, strict=True)):
            b.place(target, menu.at.span)
            assert b.writer is not None
            b.writer.line(f"{picked} = {place}")
            if used is not None:
                b.writer.line(f"{used} |= {1 << entry}")
            match leaf:
                case c.ActionDecl():
                    acts.append(_head(flow, leaf, (), names, (), own))
                case c.StepDecl():
                    acts.append(_inline(flow, leaf.body))
                case c.Menu():
                    acts.append(_menu(flow, leaf, names, own))
            b.jump(after)
        done.append(acts)
        b.place(none_left, menu.at.span)
        if one:
            if menu.otherwise is not None:
                assert b.writer is not None
                b.writer.line(f"{picked} = -3")
                otherwise = decide(flow, menu.otherwise, names, own)
            elif b.writer is not None:
                b.writer.line(
                    f"raise Breakdown('this must be done and cannot be: no choice is left', {menu.at.span.start})"
                )
                b.stop()
        b.place(after, menu.at.span)
    b.place(end, menu.at.span)

    def carry_out(scope: Scope) -> None:
        for picked, acts in zip(picks, done, strict=True):
            for place, act in enumerate(acts):
                with scope.writer.block(f"{'if' if place == 0 else 'elif'} {picked} == {place}:"):
                    act(scope)
            if otherwise:
                with scope.writer.block(f"elif {picked} == -3:"):
                    for each in otherwise:
                        each(scope)

    return carry_out


def _inline(flow: Flow, body: tuple[c.Statement, ...]) -> Act:
    return lambda scope: flow.inline(scope, body)


def _if(flow: Flow, statement: c.If, names: Names, own: int) -> Act:
    b = flow.blocks
    assert b.writer is not None
    taken = _slot(flow)
    b.writer.line(f"{taken} = -1")
    after = b.new()
    acts: list[list[Act]] = []
    for place, branch in enumerate(statement.branches):
        other = b.new()
        text = code(b.scope(names), branch.condition)
        assert b.writer is not None
        with b.writer.block(f"if not {text}:"):
            b.writer.line(f"return {other}")
        b.writer.line(f"{taken} = {place}")
        acts.append(decide(flow, branch.body, names, own))
        b.jump(after)
        b.place(other, branch.at.span)
    if statement.otherwise:
        assert b.writer is not None
        b.writer.line(f"{taken} = {len(statement.branches)}")
        acts.append(decide(flow, statement.otherwise, names, own))
    b.place(after, statement.at.span)

    def carry_out(scope: Scope) -> None:
        for place, group in enumerate(acts):
            with scope.writer.block(f"{'if' if place == 0 else 'elif'} {taken} == {place}:"):
                for act in group:
                    act(scope)

    return carry_out
