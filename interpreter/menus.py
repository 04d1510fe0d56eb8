"""Menus: `one of`, `up to`, `any number of`, `as many as possible of`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import checked as c
from . import checks, decisions
from .blocks import Names
from .expressions import number
from .heads import can_do, tried
from .program import DONE, Ask, AskKind
from .scope import Scope
from .writer import Writer

if TYPE_CHECKING:
    from .flow import Flow


def leaves_of(flow: Flow, menu: c.Menu) -> list[tuple[int, c.ActionDecl | c.StepDecl | c.Menu]]:
    """What a menu offers: (number of the entry, what). A `one of` inside shows its entries in place."""
    out: list[tuple[int, c.ActionDecl | c.StepDecl | c.Menu]] = []
    for number_, entry in enumerate(menu.entries):
        match entry.what:
            case c.ActionRef(action=action):
                out.append((number_, action))
            case c.StepRef(step=step):
                out.append((number_, step))
            case c.Menu(kind=c.MenuKind.ONE) as inner:
                out.extend((number_, leaf) for _, leaf in leaves_of(flow, inner))
            case c.Menu() as inner:
                out.append((number_, inner))
    return out


def possible(flow: Flow, scope: Scope, leaf: c.ActionDecl | c.StepDecl | c.Menu) -> str:
    """Whether an entry can be done; "True" where nothing can prevent it."""
    match leaf:
        case c.ActionDecl():
            return can_do(scope, leaf, ())
        case c.StepDecl():
            return "True"
        case c.Menu():
            tests = [possible(flow, scope, inner) for _, inner in leaves_of(flow, leaf)]
            return "True" if "True" in tests else "(" + " or ".join(tests) + ")"


def menu_options(flow: Flow, menu: c.Menu, scope: Scope, used: str | None, pass_allowed: bool) -> str:
    """Write the function that lists the entries that can be done (and "done")."""
    leaves = leaves_of(flow, menu)
    function = flow.module.names.fresh("options")
    writer = scope.writer
    writer.line("out = []")
    for place, (entry, leaf) in enumerate(leaves):
        tried(scope, place)
        test = possible(flow, scope, leaf)
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
    flow.module.function(f"def {function}(s, you):", writer)
    return function


def write_menu(flow: Flow, menu: c.Menu, names: Names, judged: bool) -> None:
    b = flow.blocks
    assert b.writer is not None
    mark = b.mark()
    leaves = leaves_of(flow, menu)
    repeats = menu.kind is not c.MenuKind.ONE
    different = menu.kind is c.MenuKind.UP_TO_DIFFERENT
    may_pass = menu.kind in (c.MenuKind.UP_TO, c.MenuKind.UP_TO_DIFFERENT, c.MenuKind.ANY_NUMBER)
    count = b.slot() if menu.quantity is not None else None
    used = b.slot() if different else None
    did = b.slot() if repeats and menu.otherwise is not None else None
    flow.begin_afresh(*(slot for slot in (count, used, did) if slot is not None))
    again, after, none_left = b.here(menu.at.span), b.new(), b.new()
    assert b.writer is not None
    if count is not None and menu.quantity is not None:
        text = number(b.scope(names), menu.quantity)
        with b.writer.block(f"if s[{count}] >= {text}:"):
            b.writer.line(f"return {after}")
    scope = Scope(flow.module, Writer(), dict(names), "you")
    function = menu_options(flow, menu, scope, None if used is None else f"s[{used}]", may_pass)
    # The options are needed in a moment, to be asked: whoever plays fast finds them ready.
    b.writer.line(f"ready[0] = {function}(s, you)")
    with b.writer.block("if not ready[0]:"):
        b.writer.line("ready[0] = None")
        if did is not None:  # the otherwise is for when nothing could be done at all
            b.writer.line(f"if s[{did}]:")
            b.writer.line(f"    return {after}")
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
        if did is not None:
            b.writer.line(f"s[{did}] = 1")
        match leaf:
            case c.ActionDecl():
                decisions.perform(flow, leaf, (), names)
                written = flow.needs.writes(c.ActionRef(leaf))
            case c.StepDecl():
                flow.run(leaf.body, names, judged=False)
                written = flow.needs.writes(leaf.body)
            case c.Menu():
                write_menu(flow, leaf, names, judged)
                written = frozenset()
        if judged:
            checks.check(flow, written, menu.at)
        b.jump(again if repeats else after)
    b.place(none_left, menu.at.span)
    decisions.otherwise(flow, menu, names, judged, repeats)
    b.place(after, menu.at.span)
    b.free(mark)
