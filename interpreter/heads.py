"""Heads of actions: the search that says whether one can be completed, and the questions it asks.

A head changes nothing, so "can it be completed" is a search through the values of its `choose` lines in which every
`needs` holds and every `pay` can be paid. One function is written for the head from each line on: the first says whether
the action is offered, the later ones which values of a `choose` line leave the rest possible.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..grammar import checked as c
from ..grammar.types import ListType, OrNone, PieceType, ZoneType, bare
from .components import none_of
from .domains import SPREAD_ITEMS, SPREAD_TEXT, elements, opposite, over, skip_unless
from .expressions import code, number, simple, static
from .faults import DefinitionError
from .patterns import count_cards, pattern_changes, pattern_mask, piece_set
from .places import content_slot
from .program import DONE
from .scope import Module, Scope
from .writer import Writer

Outer = tuple[c.Variable, ...]


def chosen(card: c.CardBody, before: int) -> Outer:
    """The variables of the choose lines before a line of the head."""
    return tuple(line.variable for line in card.head[:before] if isinstance(line, c.Choose))


def rest(module: Module, card: c.CardBody, start: int, outer: Outer) -> str | None:
    """The function that says whether a head can be completed from a line on, None if it always can.

    Its parameters are the state, `you`, then the outer variables (`this`, those of the action around a way) and those
    chosen before.
    """
    if start == len(card.head) and not card.ways:
        return None
    if start == len(card.head) and any(
        rest(module, way.card, 0, outer + chosen(card, start)) is None for way in ways_of(module, card)
    ):
        return None
    key = (id(card), start)
    if key not in module.heads:
        name = module.names.fresh("head")
        module.heads[key] = name
        writer = Writer()
        variables = outer + chosen(card, start)
        names = {variable: module.names.fresh(variable.name) for variable in variables}
        scope = Scope(module, writer, names, "you")
        if not _write(scope, card, start, outer, looping=False):
            writer.line("return False")
        module.function(f"def {name}({', '.join(['s', 'you', *names.values()])}):", writer)
    return module.heads[key]


def _write(scope: Scope, card: c.CardBody, start: int, outer: Outer, looping: bool) -> bool:
    """The search from a line on; says whether what follows in the function is never reached."""
    write = scope.writer.line
    refusal = "continue" if looping else "return False"
    if start == len(card.head):
        return _write_ways(scope, card, outer, looping)
    line = card.head[start]
    if scope.module.traced:
        write(f"reached({line.at.span.start})")
    with scope.writer.at(line.at.span):
        match line:
            case c.Needs(condition=condition):
                text = code(scope, condition)
                with scope.writer.block(f"if not {text}:"):
                    write(refusal)
                return _write(scope, card, start + 1, outer, looping)
            case c.Pay():
                text = payable(scope, line, card.head[:start])
                if text != "True":
                    with scope.writer.block(f"if not {text}:"):
                        write(refusal)
                return _write(scope, card, start + 1, outer, looping)
            case c.Choose(several=None):
                if line.optional:
                    inner = scope.bind(line.variable, nothing(line))
                    after = rest(scope.module, card, start + 1, outer)
                    if after is None:
                        write("return True")
                        return True
                    with scope.writer.block(f"if {_call(after, inner, outer + chosen(card, start + 1))}:"):
                        write("return True")
                if line.where is None and rest(scope.module, card, start + 1, outer) is None:
                    return _write_some(scope, line)
                spread = None if looping or scope.module.traced else _spread_out(scope, card, start, outer, line)
                if spread is not None:
                    tests = [test for _, test in spread]
                    write("return True" if "True" in tests else f"return {' or '.join(tests) or 'False'}")
                    return True
                for domain in line.domains:
                    with over(scope, domain, line.variable) as inner:
                        skip_unless(inner, line.where)
                        _write(inner, card, start + 1, outer, looping=True)
                return False
            case c.Choose(several=several):
                assert several is not None
                items = candidates(scope, line)
                low, high = bounds(scope, several, items)
                after = rest(scope.module, card, start + 1, outer)
                if after is None:
                    with scope.writer.block(f"if len({items}) >= {low} and {high} >= {low}:"):
                        write("return True")
                    return False
                name = scope.fresh(line.variable.name)
                with scope.writer.block(f"for {name} in choose_sets({items}, {low}, {high}):"):
                    _write(scope.bind(line.variable, name), card, start + 1, outer, looping=True)
                return False
    raise AssertionError(f"no search for {line!r}")


def _spread_out(
    scope: Scope, card: c.CardBody, start: int, outer: Outer, line: c.Choose
) -> list[tuple[str, str]] | None:
    """For a choice among few: each value and whether it can be chosen, as code. None where that takes more than
    expressions, or where cards may be merged."""
    out: list[tuple[str, str]] = []
    if line.optional or line.several is not None:
        return None
    after = rest(scope.module, card, start + 1, outer)
    known = (*outer, *chosen(card, start))
    for domain in line.domains:
        items = elements(scope, domain)
        if items is None or len(out) + len(items) > SPREAD_ITEMS:
            return None
        for item in items:
            trial = scope.scratch()
            bound = trial.bind(line.variable, item)
            tests = [] if line.where is None else [code(bound, line.where)]
            if after is not None and _plain(card, start + 1):
                tests.extend(
                    _condition(bound, each, card.head[:place]) for place, each in enumerate(card.head) if place > start
                )
            elif after is not None:
                tests.append(_call(after, bound, (*known, line.variable)))
            tests = [test for test in tests if test != "True"]
            if trial.writer.lines:
                return None
            out.append((item, " and ".join(tests) or "True"))
    return out if sum(len(test) for _, test in out) <= SPREAD_TEXT else None


def _condition(scope: Scope, line: c.HeadLine, earlier: Sequence[c.HeadLine]) -> str:
    """What a line that asks nothing demands."""
    match line:
        case c.Needs(condition=condition):
            return code(scope, condition)
        case c.Pay():
            return payable(scope, line, earlier)
        case _:
            raise AssertionError(f"a choice is no condition: {line!r}")


def _write_some(scope: Scope, line: c.Choose) -> bool:
    """The end of the search where any value will do: is there one? Says whether what follows is never reached."""
    for domain in line.domains:
        match domain:
            case c.PlayersDomain() | c.EnumDomain():
                scope.writer.line("return True")
                return True
            case c.RangeDomain(low=low, high=high):
                test = f"{number(scope, low)} <= {number(scope, high)}"
            case c.CardsDomain(zone=zone):
                test = f"size(s, {code(scope, zone)})"
                if scope.shape(zone) is c.Shape.GROUP and not isinstance(zone.type, OrNone):
                    test = f"s[{content_slot(scope, zone)}]"
            case c.ListDomain(list=items):
                fixed = static(scope, items)
                if fixed:
                    scope.writer.line("return True")
                    return True
                test = code(scope, items)
            case c.PiecesDomain():
                scope.writer.line("return True")
                return True
            case _:
                raise AssertionError(f"no test for {domain!r}")
        with scope.writer.block(f"if {test}:"):
            scope.writer.line("return True")
    return False


def _write_ways(scope: Scope, card: c.CardBody, outer: Outer, looping: bool) -> bool:
    write = scope.writer.line
    if not card.ways:
        write("return True")
        return not looping
    known = outer + chosen(card, len(card.head))
    for way in ways_of(scope.module, card):
        call = rest(scope.module, way.card, 0, known)
        if call is None:
            write("return True")
            return not looping
        with scope.writer.block(f"if {_call(call, scope, known)}:"):
            write("return True")
    return False


def _call(function: str, scope: Scope, variables: Sequence[c.Variable]) -> str:
    return f"{function}({', '.join(['s', scope.you, *(scope.names[variable] for variable in variables)])})"


def head_call(scope: Scope, action: c.ActionDecl, seat: str) -> str:
    """Whether a seat can do an action now."""
    outer: Outer = ()
    function = rest(scope.module, action.card, 0, outer)
    return "True" if function is None else f"{function}(s, {seat})"


def can_do(scope: Scope, action: c.ActionDecl, outer: Outer) -> str:
    """Whether `you` can complete an action whose outer variables are known here; "True" where nothing can prevent it."""
    function = rest(scope.module, action.card, 0, outer)
    return "True" if function is None else _call(function, scope, outer)


def nothing(line: c.Choose) -> str:
    return "()" if isinstance(line.variable.type, ListType) else str(none_of(line.variable.type))


def none_answer(line: c.Choose) -> str:
    """What stands for `none` among the answers; lists are answered by their number."""
    return "-1" if isinstance(line.variable.type, ListType) else nothing(line)


def ways_of(module: Module, card: c.CardBody) -> tuple[c.ActionDecl, ...]:
    """The ways of a card, each with what the card itself costs: both are paid once the way is known."""
    pays = tuple(line for line in card.head if isinstance(line, c.Pay))
    if not pays:
        return card.ways
    if id(card) not in module.ways:
        module.ways[id(card)] = tuple(
            c.ActionDecl(
                way.title,
                way.at,
                c.CardBody((*way.card.head, *pays), way.card.effects, way.card.ways),
                way.this,
                way.place,
            )
            for way in card.ways
        )
    return module.ways[id(card)]


def payable(scope: Scope, line: c.Pay, earlier: Sequence[c.HeadLine] = ()) -> str:
    """Whether a payment can be made, besides those of the lines before it."""
    if isinstance(line.what, c.SoMany) and line.source is not None and isinstance(bare(line.source.type), ZoneType):
        place = code(scope, line.source)
        wants = [
            f"({pattern_mask(scope, pay.what.pattern)}, {number(scope, pay.what.quantity)})"
            for pay in (*earlier, line)
            if isinstance(pay, c.Pay)
            and isinstance(pay.what, c.SoMany)
            and pay.source is not None
            and not pattern_changes(pay.what.pattern)
            and code(scope, pay.source) == place
        ]
        if len(wants) > 1:
            return f"can_pay(s, {place}, ({', '.join(wants)}))"
    match line.what:
        case c.SoMany(quantity=quantity, pattern=pattern):
            wanted = number(scope, quantity)
            if line.source is None:
                return "True"
            if wanted == "1":
                return f"({piece_set(scope, line.source)} & {pattern_mask(scope, pattern)})"
            return f"({count_cards(scope, line.source, pattern)} >= {wanted})"
        case c.TheCards(cards=cards) if isinstance(cards.type, OrNone):
            return f"({code(scope, cards)} >= 0)"
        case _:
            return "True"


def tried(scope: Scope, answer: object) -> None:
    """Write, in a traced program: this answer is looked at now; what is reached from here on is reached with it."""
    if scope.module.traced:
        scope.writer.line(f"tried({answer})")


def candidates(scope: Scope, line: c.Choose, asked: bool = False) -> str:
    """Write: everything that a choose line may pick from, in order. The name of the list. `asked`: for a question."""
    assert line.several is not None
    items = scope.fresh("items")
    scope.writer.line(f"{items} = []")
    for domain in line.domains:
        with over(scope, domain, line.several.item) as inner:
            if asked:
                tried(inner, inner.names[line.several.item])
            skip_unless(inner, line.where)
            scope.writer.line(f"{items}.append({inner.names[line.several.item]})")
    return items


def bounds(scope: Scope, several: c.Several, items: str) -> tuple[str, str]:
    low = simple(scope, number(scope, several.low), "low")
    high = f"len({items})" if several.high is None else simple(scope, number(scope, several.high), "high")
    return low, high


# ---------------------------------------------------------------------------------------------- questions


def alike_options(scope: Scope, line: c.Choose) -> str | None:
    """The pattern of code that tells two cards, `{0}` and `{1}`, for one option: alike, and in the same group. None where
    every card is its own option."""
    kind = bare(line.several.item.type if line.several else line.variable.type)
    if not isinstance(kind, PieceType):
        return None
    for domain in line.domains:
        if not isinstance(domain, c.CardsDomain) or scope.shape(domain.zone) is not c.Shape.GROUP:
            return None
    layout = scope.module.layout
    noted = {
        index.kind.name: note
        for note in layout.notes
        for index in note.indexes
        if isinstance(index, c.PieceIndex) and index.kind.name in kind.kinds
    }
    if any(len(note.indexes) > 1 or isinstance(note.type, ListType) for note in noted.values()):
        return None
    same = "look(s, {0}) == look(s, {1})"
    if not noted and not layout.has_dice:
        faces = scope.module.constant("face", (*layout.parts.face_of, -1))
        same = f"{faces}[{{0}}] == {faces}[{{1}}]"
    if len(line.domains) > 1:
        same += f" and s[{layout.place} + {{0}}] == s[{layout.place} + {{1}}]"
    return same


def looks(same: str) -> bool:
    """Whether alike cards may lie apart in the order of their group: what is noted of them, and what dice show, changes."""
    return same.startswith("look")


def fixed_list(scope: Scope, line: c.Choose) -> tuple[tuple[int, ...], ...] | None:
    """For a choice among lists (rows and columns of a grid): all of them, if they never change."""
    if not isinstance(line.variable.type, ListType) or line.several is not None:
        return None
    out: list[tuple[int, ...]] = []
    for domain in line.domains:
        found = static(scope, domain.list) if isinstance(domain, c.ListDomain) else None
        if not isinstance(found, tuple):
            return None
        out.extend(found)
    return tuple(out)


def write_question(scope: Scope, card: c.CardBody, start: int, outer: Outer, function: str, slot: str) -> None:
    """Write the function that lists the options of one choose line. `slot` is where a list of several is kept."""
    line = card.head[start]
    assert isinstance(line, c.Choose)
    write = scope.writer.line
    with scope.writer.at(line.at.span):
        after = rest(scope.module, card, start + 1, outer)
        known = outer + chosen(card, start)
        if line.several is not None:
            _write_several(scope, line, line.several, after, known, slot)
        else:
            table = fixed_list(scope, line)
            write("out = []")
            spread = None if scope.module.traced else _spread_out(scope, card, start, outer, line)
            if spread is not None:
                for number_, (value_, test) in enumerate(spread):
                    answer = str(number_) if table is not None else value_
                    if test == "True":
                        write(f"out.append({answer})")
                    else:
                        with scope.writer.block(f"if {test}:"):
                            write(f"out.append({answer})")
            elif table is not None:
                place, item = scope.fresh("place"), scope.fresh(line.variable.name)
                lists = scope.module.constant("lists", table)
                with scope.writer.block(f"for {place}, {item} in enumerate({lists}):"):
                    _option(scope.bind(line.variable, item), card, start, line, after, known, place)
            elif isinstance(line.variable.type, ListType):
                raise too_hard(scope, line)
            else:
                same = alike_options(scope, line)
                for domain in line.domains:
                    with over(scope, domain, line.variable) as inner:
                        name = inner.names[line.variable]
                        if same is not None:
                            last = f"out and {same.format('out[-1]', name)}"
                            test = f"any({same.format('p', name)} for p in out)" if looks(same) else last
                            with scope.writer.block(f"if {test}:"):
                                write("continue")
                        _option(inner, card, start, line, after, known, name)
            if line.optional:
                inner = scope.bind(line.variable, nothing(line))
                if after is None:
                    write(f"out.append({none_answer(line)})")
                else:
                    with scope.writer.block(f"if {_call(after, inner, (*known, line.variable))}:"):
                        write(f"out.append({none_answer(line)})")
            write("return out")
    scope.module.function(f"def {function}(s, you):", scope.writer)


def _plain(card: c.CardBody, start: int) -> bool:
    """Whether the rest of a head asks nothing: only conditions and payments are left."""
    return not card.ways and not any(isinstance(line, c.Choose) for line in card.head[start:])


def _option(
    scope: Scope, card: c.CardBody, start: int, line: c.Choose, after: str | None, known: Outer, text: str
) -> None:
    tried(scope, text)
    skip_unless(scope, line.where)
    if after is not None and _plain(card, start + 1):
        for place, each in enumerate(card.head[start + 1 :], start + 1):
            if scope.module.traced:
                scope.writer.line(f"reached({each.at.span.start})")
            with scope.writer.at(each.at.span):
                test = _condition(scope, each, card.head[:place])
                if test != "True":
                    with scope.writer.block(f"if {opposite(test)}:"):
                        scope.writer.line("continue")
        after = None
    if after is None:
        scope.writer.line(f"out.append({text})")
        return
    with scope.writer.block(f"if {_call(after, scope, (*known, line.variable))}:"):
        scope.writer.line(f"out.append({text})")


def _write_several(
    scope: Scope, line: c.Choose, several: c.Several, after: str | None, known: Outer, slot: str
) -> None:
    """Options of a set that is picked piece by piece in the domain's order, so that no set is reached twice."""
    write = scope.writer.line
    items = candidates(scope, line, asked=True)
    same = alike_options(scope, line)
    if same is not None and looks(same):  # a group has no order of its own: alike ones stand together
        write(f"{items}.sort(key=lambda p: (s[{scope.module.layout.place} + p], look(s, p)))")
    low, high = bounds(scope, several, items)
    write(f"picked = s[{slot} + 1 : {slot} + 1 + s[{slot}]]")
    write("n = len(picked)")
    write(f"start = {items}.index(picked[-1]) + 1 if picked else 0")
    write("out = []")
    call = None
    if after is not None:
        call = _call(after, scope.bind(line.variable, "[*picked, *more]"), (*known, line.variable))
    with scope.writer.block(f"if n < {high}:"):  # noqa: SIM117  the generated text nests, and so does this
        with scope.writer.block(f"for k in range(start, len({items})):"):
            with scope.writer.block(f"if n + len({items}) - k < {low}:"):
                write("break")
            if same is not None:
                with scope.writer.block(f"if out and {same.format('out[-1]', f'{items}[k]')}:"):
                    write("continue")
            tried(scope, f"{items}[k]")
            if call is None:
                write(f"out.append({items}[k])")
            else:
                with scope.writer.block(
                    f"for tail in choose_sets({items}[k + 1 :], max({low} - n - 1, 0), {high} - n - 1):"
                ):
                    write(f"more = ({items}[k], *tail)")
                    with scope.writer.block(f"if {call}:"):
                        write(f"out.append({items}[k])")
                        write("break")
    with scope.writer.block(f"if n >= {low}:"):
        if call is None:
            write(f"out.append({DONE})")
        else:
            write("more = ()")
            with scope.writer.block(f"if {call}:"):
                write(f"out.append({DONE})")
    write("return out")


def too_hard(scope: Scope, line: c.Choose) -> DefinitionError:
    from .expressions import refuse

    return refuse(
        scope, "a choice among lists needs lists that never change, such as rows of a grid", line.at.span.start
    )
