"""Turn phrases, rounds and repetitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import checked as c
from ..grammar.source import NOWHERE
from . import checks
from .blocks import Heading, Label, Names
from .expressions import code, constant, number
from .layout import NEXT, ROUND, ROUND_END, TURN_END, YOU
from .notes import write_fresh
from .scope import Scope

if TYPE_CHECKING:
    from .flow import Flow


def turn_body(flow: Flow, body: tuple[c.Statement, ...] | None, names: Names) -> None:
    """One turn: the block of the phrase, or the heading `turn`, which is written once and returned from."""
    outer, flow.in_turn = flow.in_turn, True
    if body is not None:
        flow.run(body, names, judged=True)
    else:
        flow.turn = call_heading(flow, flow.turn, flow.game.turn or ())
    flow.in_turn = outer


def call_heading(flow: Flow, heading: Heading | None, body: tuple[c.Statement, ...]) -> Heading:
    b = flow.blocks
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
    flow.run(body, {}, judged=True)
    b.keep()
    b.jump(f"s[{back}]")
    b.place(after, NOWHERE)
    return heading


def begin_turn(flow: Flow, end: Label) -> None:
    b = flow.blocks
    assert b.writer is not None
    write_fresh(b.scope({}), c.StartWhen.TURN)
    b.writer.line(f"s[{TURN_END}] = {end}")
    if flow.module.traced:
        b.writer.line("s.events.append(('turn', you))")


def outer_end(flow: Flow) -> int | None:
    """The slot that keeps where `end the turn` led, where turns are taken inside a turn."""
    b = flow.blocks
    if not flow.in_turn or b.writer is None:
        return None
    slot = b.slot()
    b.writer.line(f"s[{slot}] = s[{TURN_END}]")
    return slot


def restore_end(flow: Flow, slot: int | None) -> None:
    if slot is not None and flow.blocks.writer is not None:
        flow.blocks.writer.line(f"s[{TURN_END}] = s[{slot}]")


def passes(flow: Flow, scope: Scope, where: c.Expr | None, player: c.Variable, seat: str) -> str:
    return "True" if where is None else code(scope.bind(player, seat), where)


def find_seat(flow: Flow, statement: c.TakeTurns, names: Names, first: str) -> None:
    """Write: the first seat from `first` on that may play becomes `you`."""
    b = flow.blocks
    assert b.writer is not None
    n = flow.module.setting.players
    scope = b.scope(names)
    if statement.where is None:
        b.writer.line(f"s[{YOU}] = {first}")
        return
    seat = scope.fresh("seat")
    b.writer.line(f"{seat} = {first}")
    with b.writer.block(f"for _ in range({n}):"):
        text = passes(flow, scope, statement.where, statement.player, seat)
        with b.writer.block(f"if {text}:"):
            b.writer.line("break")
        b.writer.line(f"{seat} = ({seat} + 1) % {n}")
    with b.writer.block("else:"):
        b.writer.line(f"raise Breakdown('no seat is left that may take a turn', {statement.at.span.start})")
    b.writer.line(f"s[{YOU}] = {seat}")


def take_turns(flow: Flow, statement: c.TakeTurns, names: Names) -> None:
    b = flow.blocks
    assert b.writer is not None
    n = flow.module.setting.players
    mark = b.mark()
    kept = outer_end(flow)
    b.writer.line(f"s[{NEXT}] = -1")
    first = "0" if statement.start is None else code(b.scope(names), statement.start)
    find_seat(flow, statement, names, first)
    turn = b.here(statement.at.span)
    flow.entries.setdefault("turn", turn)
    end, after = b.new(), b.new()
    begin_turn(flow, end)
    turn_body(flow, statement.body, names)
    b.place(end, statement.at.span)
    end_turn(flow, statement.at)
    assert b.writer is not None
    if statement.until is not None:
        text = code(b.scope(names), statement.until)
        with b.writer.block(f"if {text}:"):
            b.writer.line(flow.reason(statement.until.span))
            b.writer.line(f"return {after}")
    following = b.scope({}).fresh("next")
    b.writer.line(f"{following} = s[{NEXT}] if s[{NEXT}] >= 0 else (you + 1) % {n}")
    b.writer.line(f"s[{NEXT}] = -1")
    find_seat(flow, statement, names, following)
    b.jump(turn)
    if statement.until is not None:
        b.place(after, statement.at.span)
        restore_end(flow, kept)
        b.free(mark)
    else:
        b.stop()


def end_turn(flow: Flow, at: c.At) -> None:
    checks.check(flow, frozenset(), at)
    b = flow.blocks
    if b.writer is not None:
        flow.turn_ends.add(b.here(at.span))  # a block of its own, so that both programs lead there
        if flow.module.traced:
            b.writer.line("s.events.append(('turn over',))")


def takes_a_turn(flow: Flow, statement: c.TakesATurn, names: Names) -> None:
    b = flow.blocks
    assert b.writer is not None
    n = flow.module.setting.players
    mark = b.mark()
    kept = outer_end(flow)
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
        text = passes(flow, scope, statement.where, statement.player, "seat")
        with b.writer.block(f"if {text}:"):
            b.writer.line(f"s[{YOU}] = seat")
            b.writer.line(f"return {turn}")
    b.stop()
    b.place(turn, statement.at.span)
    if "turn" not in flow.entries:
        flow.entries["turn"] = turn
        flow.count_turns = first, count
    begin_turn(flow, end)
    turn_body(flow, statement.body, names)
    b.place(end, statement.at.span)
    end_turn(flow, statement.at)
    b.jump(again)
    b.place(after, statement.at.span)
    restore_end(flow, kept)
    assert b.writer is not None
    if not statement.other:
        b.writer.line(f"s[{YOU}] = s[{saved}]")
    b.free(mark)
    b.here(statement.at.span)


def repeat(flow: Flow, statement: c.Repeat, names: Names, judged: bool) -> None:
    b = flow.blocks
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
    flow.run(statement.body, names, judged)
    if b.writer is not None and statement.until is not None:
        with b.writer.at(statement.at.span):
            text = code(b.scope(names), statement.until)
            with b.writer.block(f"if {text}:"):
                b.writer.line(flow.reason(statement.until.span))
                b.writer.line(f"return {after}")
    b.jump(again)
    b.place(after, statement.at.span)
    b.free(mark)


def rounds(flow: Flow, statement: c.Rounds, names: Names) -> None:
    b = flow.blocks
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
    if "round" not in flow.entries:
        flow.entries["round"] = again
        flow.count_rounds = count
    write_fresh(b.scope({}), c.StartWhen.ROUND)
    b.writer.line(f"s[{ROUND_END}] = {end}")
    if flow.module.traced:
        b.writer.line(f"s.events.append(('round', s[{ROUND}]))")
    flow.round = call_heading(flow, flow.round, flow.game.round or ())
    b.place(end, statement.at.span)
    checks.check(flow, frozenset(), statement.at)
    assert b.writer is not None
    if statement.until is not None:
        text = code(b.scope(names), statement.until)
        with b.writer.block(f"if {text}:"):
            b.writer.line(flow.reason(statement.until.span))
            b.writer.line(f"return {after}")
    b.jump(again)
    b.place(after, statement.at.span)
    b.free(mark)
