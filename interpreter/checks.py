"""The check after a step: triggers until none is left, then the `over when` lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import checked as c
from ..grammar.source import NOWHERE
from ..grammar.types import ListType
from . import reads
from .blocks import Trigger
from .domains import over
from .expressions import code
from .scope import Scope
from .writer import Writer

if TYPE_CHECKING:
    from .flow import Flow


def check_all(flow: Flow) -> None:
    """The full check, whatever has changed."""
    b = flow.blocks
    if b.writer is None or not (flow.game.over or flow.game.triggers):
        return
    after = b.new()
    b.writer.line(f"s[{flow.check_back}] = {after}")
    b.jump(flow.check_block)
    b.place(after, NOWHERE)


def check(flow: Flow, written: frozenset[reads.Key], at: c.At) -> None:
    """The check after a step: only what may have changed is looked at."""
    b = flow.blocks
    if b.writer is None:
        return
    written = written | flow.plain_deeds
    if any(reads.touches(r, written) for r in flow.trigger_reads):
        after = b.new()
        b.writer.line(f"s[{flow.check_back}] = {after}")
        b.jump(flow.check_block)
        b.place(after, at.span)
        return
    for line, read in zip(flow.game.over, flow.over_reads, strict=True):
        if reads.touches(read, written):
            over_when(flow, line)


def over_when(flow: Flow, line: c.OverDecl) -> None:
    b = flow.blocks
    assert b.writer is not None
    with b.writer.at(line.at.span):
        text = code(b.scope({}), line.condition)
        with b.writer.block(f"if {text}:"):
            b.writer.line(flow.reason(line.condition.span))
            b.writer.line(f"return {flow.over_block}")


def prepare_triggers(flow: Flow) -> None:
    for decl in flow.game.triggers:
        known, waiting = flow.blocks.slot(), flow.blocks.slot()
        mask, order = flow.module.names.fresh("holds"), None
        writer = Writer()
        scope = Scope(flow.module, writer, {}, "you")
        with writer.at(decl.at.span):
            if decl.among is not None:
                order = flow.module.names.fresh("order")
                text = code(scope, decl.among)
                writer.line(f"return [x for x in {text} if x >= 0]")
                flow.module.function(f"def {order}(s, you):", writer)
                writer = Writer()
                if (
                    isinstance(decl.among, c.FunctionCall)
                    and decl.among.function is c.Function.TOPS
                    and isinstance(listed := decl.among.arguments[0].type, ListType)
                    and scope.shape_of(listed.item) in (c.Shape.PILE, c.Shape.ROW)
                ):
                    zones = code(Scope(flow.module, writer, {}, "you"), decl.among.arguments[0])
                    writer.line("m = 0")
                    with writer.block(f"for z in {zones}:"):
                        writer.line(f"x = s[{flow.module.layout.content} + z]")
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
        flow.module.function(f"def {mask}(s, you):", writer)
        flow.triggers.append(Trigger(decl, known, waiting, mask, order))


def write_check(flow: Flow) -> None:
    """Triggers until none is left, then the `over when` lines. More firings than ten for every piece are a fault."""
    b = flow.blocks
    b.place(flow.check_block, NOWHERE)
    if b.writer is None:
        return
    if not flow.triggers:
        for line in flow.game.over:
            over_when(flow, line)
        b.jump(f"s[{flow.check_back}]")
        return
    b.keep()  # the check is called from anywhere: what it keeps lies above everything that may be going on
    fired = b.slot()
    b.writer.line(f"s[{fired}] = 0")
    wave = b.here(NOWHERE)
    judge, following = b.new(), b.new()
    assert b.writer is not None
    for t in flow.triggers:
        b.writer.line(f"m = {t.mask}(s, you)")
        b.writer.line(f"s[{t.waiting}] = m & ~s[{t.known}]")
        b.writer.line(f"s[{t.known}] = m")
    test = " or ".join(f"s[{t.waiting}]" for t in flow.triggers)
    with b.writer.block(f"if not ({test}):"):
        b.writer.line(f"return {judge}")
    b.place(following, NOWHERE)
    limit = 10 * max(flow.module.parts.count, 10)
    for t in flow.triggers:
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
        flow.run(t.decl.body, {t.decl.variable: name}, judged=False)
        if b.writer is not None:
            b.writer.line(f"s[{variable}] = 0")
        b.jump(following)
        b.place(skip, t.decl.at.span)
    b.jump(wave)
    b.place(judge, NOWHERE)
    assert b.writer is not None
    b.writer.line(f"s[{fired}] = 0")
    for line in flow.game.over:
        over_when(flow, line)
    b.jump(f"s[{flow.check_back}]")
