"""Deeds as Python: what moves, what is noted. A deed asks nobody anything."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.types import ListType, NumberType, OrNone, PieceType, Type, ZoneType, bare
from .expressions import code, constant, is_simple, number, simple, value
from .layout import NEXT
from .patterns import pattern_changes, pattern_mask, piece_set, pieces
from .places import is_flat, note_slot, plus
from .scope import Scope

_ENDS = {c.End.NATURAL: 0, c.End.TOP: 1, c.End.BOTTOM: 2}


def write_deed(scope: Scope, deed: c.Deed) -> Scope:
    """Write one deed, with its `if`; the scope that results knows what it remembered. Not for the ends of turn, round and
    game and for scoring, which change where play goes on."""
    with scope.writer.at(deed.at.span):
        if isinstance(deed, c.Remember):
            return _remember(scope, deed)
        if deed.condition is None:
            _write(scope, deed)
        else:
            text = code(scope, deed.condition)
            with scope.writer.block(f"if {text}:"):
                _write(scope, deed)
    return scope


def _remember(scope: Scope, deed: c.Remember) -> Scope:
    name = scope.names.get(deed.variable) or scope.fresh(deed.variable.name)
    slot = scope.names.get(deed.variable)
    kind = deed.variable.type
    if isinstance(kind, ListType):
        text = f"list({value(scope, deed.value, kind)})"
    else:
        text = value(scope, deed.value, kind)
    if slot is None:
        scope.writer.line(f"{name} = {text}")
        return scope.bind(deed.variable, name)
    store_variable(scope, deed.variable, text, deed.at.span.start)
    return scope


def store_variable(scope: Scope, variable: c.Variable, text: str, at: int) -> None:
    """Write a value into the slots of a variable that outlives a decision."""
    slot = scope.names[variable]
    if isinstance(variable.type, ListType):
        first = slot.removeprefix("s[").split(" + 1 :")[0]
        room = scope.module.layout.capacity(variable.type.item)
        scope.writer.line(f"store(s, {first}, {room}, {text}, {at})")
    else:
        scope.writer.line(f"{slot} = {text}")


def _write(scope: Scope, deed: c.Deed) -> None:
    write = scope.writer.line
    at = deed.at.span.start
    match deed:
        case c.Move():
            write_move(scope, deed.what, deed.source, deed.target, at)
        case c.Deal():
            _deal(scope, deed)
        case c.Refill(zone=zone, amount=amount, source=source):
            goal, of = simple(scope, code(scope, zone), "zone"), simple(scope, code(scope, source), "source")
            wanted = simple(scope, number(scope, amount), "wanted")
            # From itself nothing arrives, so it would go on for ever.
            apart = "" if goal.isdigit() and of.isdigit() and goal != of else f" and {goal} != {of}"
            with scope.writer.block(f"while size(s, {goal}) < {wanted} and size(s, {of}) > 0{apart}:"):
                write(f"move(s, nth(s, {of}, 1), {goal}, 0, {at})")
        case c.Shuffle(zone=zone):
            write(f"shuffle(s, {code(scope, zone)})")
        case c.Roll(dice=dice):
            _roll(scope, dice)
        case c.SwapCards(left=left, right=right):
            write(f"swapcards(s, {code(scope, left)}, {code(scope, right)}, {at})")
        case c.SwapZones(left=left, right=right):
            write(f"swapzones(s, {code(scope, left)}, {code(scope, right)}, {at})")
        case c.SetNote(note=note, value=new):
            _set(scope, note, new, at)
        case c.AddTo(note=note, value=more):
            _add(scope, note, more, at, "+")
        case c.RemoveFrom(note=note, value=less):
            _add(scope, note, less, at, "-")
        case c.Show(what=what, to=to):
            if scope.module.traced:
                seat = "-1" if to is None else code(scope, to)
                write(f"s.events.append(('show', tuple({pieces(scope, what)}), {seat}))")
        case c.NextTurn(seat=seat):
            write(f"s[{NEXT}] = {code(scope, seat)}")
        case c.Pass():
            write("pass")
        case _:
            raise AssertionError(f"no code for {deed!r}")


# ---------------------------------------------------------------------------------------------- moving


def _is_group(scope: Scope, expr: c.Expr | None) -> bool:
    return (
        expr is not None
        and not scope.module.traced
        and scope.shape(expr) is c.Shape.GROUP
        and not isinstance(expr.type, OrNone)
    )


def _unlimited(scope: Scope, kind: Type) -> bool:
    kind = bare(kind)
    return isinstance(kind, ZoneType) and not any(
        f.limit is not None for f in scope.module.layout.families if f.name in kind.families
    )


def _slot(base: int, zone: str) -> str:
    """Where something of a zone is kept, as code."""
    return plus(base, zone[1:-1] if is_flat(zone) else zone)


class _Goal:
    """Where cards go: the place is worked out once, then one line (or a few) lays a piece there."""

    def __init__(
        self, scope: Scope, target: c.Target, at: int, zone: str | None = None, kind: Type | None = None
    ) -> None:
        self.scope, self.at = scope, at
        self.end = _ENDS[target.end]
        if zone is None:
            zone = code(scope, target.place)
            if not zone.isidentifier() and not zone.isdigit():  # it is needed several times, perhaps for many cards
                scope.writer.line(f"{(name := scope.fresh('goal'))} = {zone}")
                zone = name
        self.zone = zone
        kind = target.place.type if kind is None else kind
        plain = not scope.module.traced and not isinstance(kind, OrNone) and _unlimited(scope, kind)
        shape = scope.shape_of(kind)
        self.group = plain and shape is c.Shape.GROUP
        self.on_top = plain and (
            (shape is c.Shape.PILE and self.end in (0, 1)) or (shape is c.Shape.ROW and self.end == 1)
        )

    def _slot(self, base: int) -> str:
        return _slot(base, self.zone)

    def lay(self, piece: str) -> None:
        """Write: lay a lifted piece down."""
        write, layout = self.scope.writer.line, self.scope.module.layout
        if self.group:
            write(f"s[{self._slot(layout.content)}] |= 1 << {piece}")
            write(f"s[{layout.place} + {piece}] = {self.zone}")
        elif self.on_top:
            write(f"s[{layout.under} + {piece}] = s[{self._slot(layout.content)}]")
            write(f"s[{self._slot(layout.content)}] = {piece}")
            write(f"s[{self._slot(layout.sizes)}] += 1")
            write(f"s[{layout.place} + {piece}] = {self.zone}")
        else:
            write(f"put(s, {piece}, {self.zone}, {self.end}, {self.at})")

    @property
    def plain(self) -> bool:
        return self.group or self.on_top

    def move(self, piece: str) -> None:
        """Write: move a piece from wherever it lies."""
        write = self.scope.writer.line
        if self.plain:
            write(f"take(s, {piece})")
            self.lay(piece)
        else:
            write(f"move(s, {piece}, {self.zone}, {self.end}, {self.at})")


def write_move(scope: Scope, what: c.Cards, source: c.Expr | None, target: c.Target, at: int) -> None:
    """Write a move (or payment)."""
    goal = _Goal(scope, target, at)
    write = scope.writer.line
    match what:
        case c.TheCards(cards=cards):
            kind = bare(cards.type)
            tops = isinstance(cards, c.FunctionCall) and cards.function is c.Function.TOPS and goal.plain
            if tops and isinstance(cards, c.FunctionCall) and _tops_to(scope, cards.arguments[0], target, goal):
                return
            if isinstance(kind, ListType):
                item = scope.fresh("card")
                with scope.writer.block(f"for {item} in list({code(scope, cards)}):"):
                    goal.move(item)
                return
            if isinstance(cards, c.FunctionCall) and cards.function is c.Function.TOP and goal.plain:
                _top_to(scope, cards, goal, at)
                return
            piece = simple(scope, code(scope, cards), "card")
            if isinstance(cards.type, OrNone) and goal.plain:
                with scope.writer.block(f"if {piece} >= 0:"):
                    goal.move(piece)
            else:
                goal.move(piece)
        case c.SoMany(quantity=quantity, pattern=pattern):
            count = _how_many(scope, quantity)
            if count == "1":
                _one_matching(scope, pattern, source, goal, at)
            else:
                with scope.writer.block(f"for {scope.fresh('_')} in range({_times(scope, count)}):"):
                    _one_matching(scope, pattern, source, goal, at)
        case c.EveryOne(pattern=pattern):
            item = scope.fresh("card")
            if source is None:
                assert pattern is not None
                items = _pieces_of(scope, pattern)
            else:
                items = pieces(scope, source)
            with scope.writer.block(f"for {item} in {items}:"):
                if source is not None and pattern is not None:
                    with scope.writer.block(f"if not {pattern_mask(scope, pattern)} >> {item} & 1:"):
                        write("continue")
                goal.move(item)


def _pieces_of(scope: Scope, pattern: c.Pattern) -> str:
    name = scope.fresh("all")
    scope.writer.line(f"{name} = {pattern_mask(scope, pattern)}")
    return f"[p for p in range({scope.module.parts.count}) if {name} >> p & 1]"


def _top_to(scope: Scope, top: c.FunctionCall, goal: _Goal, at: int) -> None:
    """The top card of a pile, lifted without looking for it."""
    write, layout = scope.writer.line, scope.module.layout
    zone = top.arguments[0]
    piece = scope.fresh("card")
    place = simple(scope, code(scope, zone), "pile")
    if scope.shape(zone) not in (c.Shape.PILE, c.Shape.ROW) or isinstance(zone.type, OrNone):
        write(f"{piece} = nth(s, {place}, 1)")
        with scope.writer.block(f"if {piece} >= 0:"):
            goal.move(piece)
        return
    write(f"{piece} = s[{_slot(layout.content, place)}]")
    with scope.writer.block(f"if {piece} >= 0:"):
        write(f"s[{_slot(layout.content, place)}] = s[{layout.under} + {piece}]")
        write(f"s[{layout.under} + {piece}] = -1")
        write(f"s[{_slot(layout.sizes, place)}] -= 1")
        goal.lay(piece)


def _tops_to(scope: Scope, zones: c.Expr, target: c.Target, goal: _Goal) -> bool:
    """The top cards of several piles, lifted one after another; not where they may go to one of these piles."""
    write, layout = scope.writer.line, scope.module.layout
    kind, to = bare(zones.type), bare(target.place.type)
    inner = bare(kind.item) if isinstance(kind, ListType) else None
    if not isinstance(inner, ZoneType) or not isinstance(to, ZoneType) or inner.families & to.families:
        return False
    shapes = {f.shape for f in layout.families if f.name in inner.families}
    if not shapes <= {c.Shape.PILE, c.Shape.ROW}:
        return False
    place, piece = scope.fresh("pile"), scope.fresh("card")
    with scope.writer.block(f"for {place} in {code(scope, zones)}:"):
        write(f"{piece} = s[{_slot(layout.content, place)}]")
        with scope.writer.block(f"if {piece} >= 0:"):
            write(f"s[{_slot(layout.content, place)}] = s[{layout.under} + {piece}]")
            write(f"s[{layout.under} + {piece}] = -1")
            write(f"s[{_slot(layout.sizes, place)}] -= 1")
            goal.lay(piece)
    return True


def _one_matching(scope: Scope, pattern: c.Pattern, source: c.Expr | None, goal: _Goal, at: int) -> None:
    """One card of a pattern out of a zone; there must be one."""
    write, layout = scope.writer.line, scope.module.layout
    piece = scope.fresh("card")
    if _is_group(scope, source) and not pattern_changes(pattern):
        assert source is not None
        place = simple(scope, code(scope, source), "source")
        slot = _slot(layout.content, place)
        found = scope.fresh("found")
        write(f"{found} = s[{slot}] & {pattern_mask(scope, pattern)}")
        with scope.writer.block(f"if not {found}:"):
            write(f"raise Breakdown('there is no such card to move', {at})")
        write(f"{found} &= -{found}")
        write(f"s[{slot}] ^= {found}")
        write(f"{piece} = {found}.bit_length() - 1")
        if goal.plain:
            goal.lay(piece)
        else:
            write(f"put(s, {piece}, {goal.zone}, {goal.end}, {at})")
        return
    if pattern_changes(pattern):
        from .patterns import matches

        items = pieces(scope, source) if source is not None else f"range({scope.module.parts.count})"
        write(f"{piece} = -1")
        each = scope.fresh("die")
        with scope.writer.block(f"for {each} in {items}:"):
            test = matches(scope, each, PieceType(frozenset()), pattern)
            with scope.writer.block(f"if {test}:"):
                write(f"{piece} = {each}")
                write("break")
    elif source is None:
        write(f"{piece} = {pattern_mask(scope, pattern)}")
        write(f"{piece} = ({piece} & -{piece}).bit_length() - 1")
    elif isinstance(bare(source.type), ListType):
        write(f"{piece} = {piece_set(scope, source)} & {pattern_mask(scope, pattern)}")
        write(f"{piece} = ({piece} & -{piece}).bit_length() - 1")
    else:
        write(f"{piece} = find(s, {code(scope, source)}, {pattern_mask(scope, pattern)})")
    with scope.writer.block(f"if {piece} < 0:"):
        write(f"raise Breakdown('there is no such card to move', {at})")
    goal.move(piece)


def _how_many(scope: Scope, quantity: c.Expr) -> str:
    """A number of cards to move. Fewer than none is a fault: a deed does exactly what it says."""
    text = number(scope, quantity)
    kind = quantity.type
    if text.isdigit() or (isinstance(kind, NumberType) and kind.low is not None and kind.low >= 0):
        return text
    return f"many({text}, {quantity.span.start})"


def _times(scope: Scope, amount: str) -> str:
    """How often a card is moved to move so many. One more than there are shows that they do not suffice; a zone that
    is dealt to itself would never run out."""
    most = scope.module.layout.parts.count + 1
    return amount if amount.isdigit() and int(amount) <= most else f"min({amount}, {most})"


def _deal(scope: Scope, deed: c.Deal) -> None:
    write, at = scope.writer.line, deed.at.span.start
    source = simple(scope, code(scope, deed.source), "source")
    several = isinstance(bare(deed.target.place.type), ListType)
    amount = None if deed.amount is None else _times(scope, simple(scope, _how_many(scope, deed.amount), "amount"))
    card = scope.fresh("card")
    from_pile = _ordered(scope, deed.source) and not scope.module.traced
    if not several:
        goal = _Goal(scope, deed.target, at)
        if amount is None:
            with scope.writer.block(f"for {card} in cards(s, {source}):"):
                goal.move(card)
            return
        with scope.writer.block(f"for {scope.fresh('_')} in range({amount}):"):
            _next_card(scope, deed, card, source, at)
            _from_top(scope, source, card, goal, from_pile)
        return
    zones = scope.fresh("zones")
    write(f"{zones} = {code(scope, deed.target.place)}")
    place = scope.fresh("goal")
    kind = bare(deed.target.place.type)
    assert isinstance(kind, ListType)
    goal = _Goal(scope, deed.target, at, place, kind.item)
    if amount is None:
        if from_pile and goal.on_top:
            write(f"deal_out(s, {source}, {zones})")
            return
        turn = scope.fresh("i")
        with scope.writer.block(f"for {turn}, {card} in enumerate(cards(s, {source})):"):
            write(f"{place} = {zones}[{turn} % len({zones})]")
            _from_top(scope, source, card, goal, from_pile)
        return
    with (
        scope.writer.block(f"for {scope.fresh('_')} in range({amount}):"),
        scope.writer.block(f"for {place} in {zones}:"),
    ):
        _next_card(scope, deed, card, source, at)
        _from_top(scope, source, card, goal, from_pile)


def _next_card(scope: Scope, deed: c.Deal, card: str, source: str, at: int) -> None:
    write = scope.writer.line
    write(f"{card} = {_top(scope, source) if _ordered(scope, deed.source) else f'nth(s, {source}, 1)'}")
    with scope.writer.block(f"if {card} < 0:"):
        write("break" if deed.up_to else f"raise Breakdown('there are not enough cards to deal', {at})")


def _from_top(scope: Scope, source: str, card: str, goal: _Goal, from_pile: bool) -> None:
    """Lay the top card of a pile elsewhere; from anything but a pile, move it."""
    write, layout = scope.writer.line, scope.module.layout
    if not (from_pile and goal.plain):
        goal.move(card)
        return
    write(f"{_top(scope, source)} = s[{layout.under} + {card}]")
    size = _slot(layout.sizes, source)
    write(f"s[{size}] -= 1")
    if goal.group:
        write(f"s[{layout.under} + {card}] = -1")
    goal.lay(card)


def _ordered(scope: Scope, zone: c.Expr) -> bool:
    return scope.shape(zone) in (c.Shape.PILE, c.Shape.ROW) and not isinstance(zone.type, OrNone)


def _top(scope: Scope, zone: str) -> str:
    return f"s[{_slot(scope.module.layout.content, zone)}]"


def _roll(scope: Scope, dice: c.Expr) -> None:
    layout = scope.module.layout
    item = scope.fresh("die")
    with scope.writer.block(f"for {item} in {pieces(scope, dice)}:"):
        for kind, where in layout.parts.ranges.items():
            if kind.word == "die":
                low, high = where.first_piece, where.first_piece + where.pieces
                with scope.writer.block(f"if {low} <= {item} < {high}:"):
                    scope.writer.line(f"s[{layout.faces} + {item}] = {where.first_face} + draw(s, {where.faces})")
        if scope.module.traced:
            scope.writer.line(f"s.events.append(('roll', {item}, s[{layout.faces} + {item}]))")


# ---------------------------------------------------------------------------------------------- notes


def _trace_note(scope: Scope, note: c.NoteRef, slot: str, written: str = "") -> None:
    """Tell what has been written: a value, or the items of a list (code; all that the note holds if it is not given)."""
    if not scope.module.traced:
        return
    if not written:
        is_list = isinstance(note.note.type, ListType)
        written = f"s[{slot} + 1 : {slot} + 1 + s[{slot}]]" if is_list else f"[s[{slot}]]"
    scope.writer.line(f"s.events.append(('note', {slot}, tuple({written})))")


def _set(scope: Scope, note: c.NoteRef, new: c.Expr, at: int) -> None:
    text = value(scope, new, note.note.type)
    slot, checks = note_slot(scope, note)
    write_note(scope, note.note, slot, checks, text, at, constant(scope, new) is not None)
    _trace_note(scope, note, slot)


def write_note(scope: Scope, note: c.NoteDecl, slot: str, checks: list[str], text: str, at: int, safe: bool) -> None:
    """Write a value (as code) into a note."""
    write = scope.writer.line
    for check in checks:
        with scope.writer.block(f"if not {check}:"):
            write(f"raise Breakdown('there is no such note to write: its owner is none', {at})")
    if isinstance(note.type, ListType):
        room = scope.module.layout.capacity(note.type.item)
        write(f"store(s, {slot}, {room}, list({text}), {at})")
        return
    if isinstance(bare(note.type), NumberType) and not safe and not isinstance(note.type, OrNone):
        text = f"whole({text}, {at})"
    write(f"s[{slot}] = {text}")


def _add(scope: Scope, note: c.NoteRef, more: c.Expr, at: int, sign: str) -> None:
    write = scope.writer.line
    kind = note.note.type
    if not isinstance(kind, ListType):
        text = number(scope, more)
        slot, checks = note_slot(scope, note)
        if not is_simple(slot) and "(" in slot:
            slot = simple(scope, slot, "slot")
        old = f"number(s[{slot}], {at})" if isinstance(kind, OrNone) else f"s[{slot}]"
        write_note(scope, note.note, slot, checks, f"{old} {sign} {text}", at, safe=False)
        _trace_note(scope, note, slot)
        return
    slot, checks = note_slot(scope, note)
    slot = simple(scope, slot, "slot")
    for check in checks:
        with scope.writer.block(f"if not {check}:"):
            write(f"raise Breakdown('there is no such note to write: its owner is none', {at})")
    room = scope.module.layout.capacity(kind.item)
    before = simple(scope, f"s[{slot}]", "before") if scope.module.traced and sign == "+" else ""
    old = f"s[{slot} + 1 : {slot} + 1 + s[{slot}]]"
    text = code(scope, more) if isinstance(bare(more.type), ListType) else value(scope, more, kind.item)
    if sign == "+":
        new = f"[*{old}, *{text}]" if isinstance(bare(more.type), ListType) else f"[*{old}, {text}]"
    else:
        gone = scope.fresh("gone")
        write(f"{gone} = {text}" if isinstance(bare(more.type), ListType) else f"{gone} = [{text}]")
        new = f"[x for x in {old} if x not in {gone}]"
    write(f"store(s, {slot}, {room}, {new}, {at})")
    added = f"s[{slot} + 1 : {slot} + 1 + s[{slot}]][{before} :]" if sign == "+" else "()"
    _trace_note(scope, note, slot, added)
