"""What must hold in a scenario, held against a state. What does not is told with both values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..grammar import checked as c
from ..grammar.types import TruthType, bare
from . import facts
from .faults import IllegalChoice, ScenarioError
from .position import faces_of, seat_number, zone_number
from .scenario_file import (
    Cards,
    Decides,
    Fact,
    Offers,
    Over,
    Refuses,
    Scores,
    Sees,
    Step,
    Winners,
    Words,
    split_seat,
)
from .spoken import folded, meant
from .state import State
from .view import plain


class Failure(Exception):
    """Something in a scenario does not hold."""


def listed(texts: Sequence[str], most: int = 12) -> str:
    """Texts in a message; a long list is cut short."""
    if not texts:
        return "nothing"
    more = [f"and {len(texts) - most} more"] if len(texts) > most else []
    return ", ".join([*texts[:most], *more])


def seat_of(state: State, name: str) -> int:
    """The seat of a name. Raises ScenarioError."""
    return seat_number(name, state.seats, state.machine)


def actor(state: State, name: str | None) -> int:
    """The seat that is to make a choice: the named one, or whoever must decide. Raises IllegalChoice, ScenarioError."""
    actors = state.actors
    if not actors:
        raise IllegalChoice("the game is over: nobody has anything to decide")
    if name is None:
        if len(actors) > 1:
            names = listed([state.seats[seat] for seat in actors])
            raise ScenarioError(f"{names} decide at once: say whose choice it is")
        return actors[0]
    seat = seat_of(state, name)
    if seat not in actors:
        decide = listed([state.seats[seat] for seat in actors])
        raise IllegalChoice(f"{state.seats[seat]} has nothing to decide now; it is for {decide} to decide")
    return seat


def hold(state: State, step: Step) -> None:
    """See whether a step holds. Raises Failure, or ScenarioError where it does not fit the game."""
    match step:
        case Fact(fact=fact):
            _fact(state, fact)
        case Offers():
            _offers(state, step)
        case Refuses():
            _refuses(state, step)
        case Decides(seats=seats):
            _same_seats(state, "decides", state.actors, seats)
        case Winners(seats=seats):
            if not state.over and seats:
                raise Failure("the game is not over")
            _same_seats(state, "wins", state.winners, seats)
        case Over(over=over):
            if state.over != over:
                raise Failure("the game is over" if state.over else "the game is not over")
        case Scores(title=None, points=points):
            _points(state, "", state.scores, points)
        case Scores(title=Words(text=title), points=points):
            _points(state, f"{title}: ", _sheet_line(state, title), points)
        case Sees():
            _sees(state, step)
        case _:
            raise AssertionError(f"no check for {step!r}")


# ---------------------------------------------------------------------------------------------- facts


def _fact(state: State, words: Words) -> None:
    name, rest = split_seat(words, state.seats)
    seat = state.numbers[1] if name is None else seat_of(state, name)
    expr = facts.understand(state.machine, rest.text, state.names)
    if not isinstance(bare(expr.type), TruthType):
        raise ScenarioError(f"`{rest.text}` is neither yes nor no: a fact is a truth")
    if not facts.evaluate(state.machine, state.numbers, expr, seat):
        raise Failure(f"{words.text}: {_why(state, expr, seat)}")


def _why(state: State, expr: c.Expr, seat: int) -> str:
    """What stands against a fact."""

    def shown(part: c.Expr) -> str:
        value = plain(state.machine, state.numbers, part.type, facts.evaluate(state.machine, state.numbers, part, seat))
        return show(value)

    match expr:
        case c.Both(left=left, right=right):
            first = not facts.evaluate(state.machine, state.numbers, left, seat)
            return f"{'the first' if first else 'the second'} part is not so, {_why(state, left if first else right, seat)}"
        case c.Either(left=left, right=right):
            return f"neither is so, {_why(state, left, seat)}; {_why(state, right, seat)}"
        case c.Equal(left=left, right=right) | c.Order(left=left, right=right):
            return f"left is {shown(left)}, right is {shown(right)}"
        case c.Contains(item=item, container=container):
            return f"left is {shown(item)}, right is {_held(state, container, seat)}"
        case c.IsEmpty(operand=operand) | c.Alike(operand=operand) | c.HasCards(container=operand):
            return f"there is {_held(state, operand, seat)}"
        case c.Matches(operand=operand):
            return f"it is {shown(operand)}"
        case _:
            return "it is not so"


def _held(state: State, expr: c.Expr, seat: int) -> str:
    """The cards of a zone, or whatever else the expression is."""
    from ..grammar.types import ZoneType

    machine, s = state.machine, state.numbers
    value = facts.evaluate(machine, s, expr, seat)
    if isinstance(bare(expr.type), ZoneType) and isinstance(value, int):
        cards = state.view(None)["zones"][value]["cards"] if value >= 0 else []
        return counted(cards)
    return show(plain(machine, s, expr.type, value))


def counted(cards: Sequence[str | None]) -> str:
    """Cards as a scenario writes them: `Visitor x 2, unknown`; neighbours that are alike are counted together."""
    out: list[list[Any]] = []
    for card in cards:
        text = card if card is not None else "unknown"
        if out and out[-1][0] == text:
            out[-1][1] += 1
        else:
            out.append([text, 1])
    return ", ".join(text if count == 1 else f"{text} x {count}" for text, count in out) or "nothing"


def show(value: Any) -> str:
    """Plain data as a scenario writes it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(show, value)) or "nothing"
        case _:
            return str(value)


# ---------------------------------------------------------------------------------------------- choices


def _asked(state: State, words: Words) -> tuple[int | None, str]:
    """Whose choice a text is about (None: nobody's, the seat does not decide) and the text without the seat."""
    name, rest = split_seat(words, state.seats)
    if name is not None:
        seat = seat_of(state, name)
        return (seat if seat in state.actors else None), rest.text
    actors = state.actors
    if len(actors) > 1:
        raise ScenarioError(f"several seats decide at once: say whose choice {rest.text!r} is")
    return (actors[0] if actors else None), rest.text


def _offers(state: State, step: Offers) -> None:
    wanted: dict[int, set[int]] = {}
    for words in step.choices:
        seat, text = _asked(state, words)
        if seat is None:
            raise Failure(f"{words.text!r} is not offered: {_nobody(state)}")
        offered = state.choices(seat)
        found = meant(offered, text)
        if not found:
            raise Failure(f"{state.refusal(text, seat)}\n{_offered(state, seat)}")
        if len(found) > 1:
            raise ScenarioError(f"{text!r} may mean {listed([choice.text for choice in found])}")
        wanted.setdefault(seat, set()).update(_alike(offered, found[0].text))
    if not step.only:
        return
    for seat in wanted or state.actors:
        extra = [choice.text for choice in state.choices(seat) if choice.index not in wanted.get(seat, ())]
        if extra:
            raise Failure(f"{state.seats[seat]} is offered {listed(extra)} besides")


def _alike(offered: Sequence[Any], text: str) -> list[int]:
    """The choices that a text stands for: those with a number behind `#` stand together."""
    stem = text.split(" #")[0]
    return [choice.index for choice in offered if choice.text.split(" #")[0] == stem]


def _offered(state: State, seat: int) -> str:
    return f"{state.seats[seat]} is offered {listed([choice.text for choice in state.choices(seat)])}"


def _nobody(state: State) -> str:
    if state.over:
        return "the game is over"
    return f"it is for {listed([state.seats[seat] for seat in state.actors])} to decide"


def _refuses(state: State, step: Refuses) -> None:
    seat, text = _asked(state, step.choice)
    if seat is None:
        if step.clause is not None:
            raise Failure(f"{step.choice.text!r} is refused without a clause: {_nobody(state)}")
        return
    found = meant(state.choices(seat), text)
    if found:
        raise Failure(f"{found[0].text!r} is not refused: it is offered to {state.seats[seat]}")
    refusal = state.refusal(text, seat)
    if step.clause is not None and step.clause not in refusal.clauses:
        cited = f"for clause {' and '.join(refusal.clauses)}" if refusal.clauses else "without a clause"
        place = f" (line {refusal.line}: {refusal.reason})" if refusal.line else ""
        raise Failure(f"{text!r} is refused {cited}, not for {step.clause}{place}")


# ---------------------------------------------------------------------------------------------- seats and points


def _same_seats(state: State, verb: str, found: Sequence[int], wanted: Sequence[Words]) -> None:
    expected = [seat_of(state, words.text) for words in wanted]
    if sorted(found) != sorted(expected):
        real = listed([state.seats[seat] for seat in found]).replace("nothing", "nobody")
        asked = listed([state.seats[seat] for seat in expected]).replace("nothing", "nobody")
        raise Failure(f"{real} {verb}, not {asked}")


def _points(state: State, title: str, found: Sequence[int], wanted: Sequence[tuple[Words, int]]) -> None:
    wrong = []
    for words, points in wanted:
        seat = seat_of(state, words.text)
        if found[seat] != points:
            wrong.append(f"{title}{words.text} has {found[seat]}, not {points}")
    if not wrong:
        return
    sheet = (
        ""
        if title
        else "".join(
            f"\n{line.title}: {', '.join(map(str, line.values))} (line {line.line})" for line in state.score_sheet
        )
    )
    raise Failure("; ".join(wrong) + sheet)


def _sheet_line(state: State, title: str) -> Sequence[int]:
    lines = state.score_sheet
    found = [line for line in lines if folded(line.title) == folded(title)]
    if not found:
        raise ScenarioError(f"the score sheet has no line {title!r}, only {listed([line.title for line in lines])}")
    return [sum(values) for values in zip(*(line.values for line in found), strict=True)]


# ---------------------------------------------------------------------------------------------- sight


def _sees(state: State, step: Sees) -> None:
    seat = seat_of(state, step.seat.text)
    number = zone_number(state.machine, state.numbers, step.zone.text, state.names)
    zone = state.view(seat)["zones"][number]
    shown: list[str | None] = zone["cards"]
    expected = [cards for cards in step.cards for _ in range(cards.count)]
    fits = len(shown) == len(expected)
    if fits and zone["shape"] == "group":
        fits = _paired(state, shown, expected)
    elif fits:
        fits = all(_is(state, card, face) for card, face in zip(shown, expected, strict=True))
    if not fits:
        wanted = counted([cards.face.text for cards in expected])
        raise Failure(f"{state.seats[seat]} sees {counted(shown)} in {step.zone.text}, not {wanted}")


def _paired(state: State, shown: Sequence[str | None], expected: Sequence[Cards]) -> bool:
    """Whether every expected card is another of those shown; the order does not count. Faces that leave more open last."""
    left = list(shown)
    for cards in sorted(expected, key=lambda each: -len(each.face.text)):
        found = next((at for at, card in enumerate(left) if _is(state, card, cards)), None)
        if found is None:
            return False
        del left[found]
    return True


def _is(state: State, card: str | None, cards: Cards) -> bool:
    text = cards.face.text
    if text.strip().casefold() == "unknown":
        return card is None
    faces, _ = faces_of(state.machine, text)
    if not faces:
        raise ScenarioError(f"there is no card {text!r}")
    parts = state.machine.program.parts
    titles = {parts.faces[face].title for face in faces}
    return card is not None and (card in titles or any(card.startswith(f"{title}, ") for title in titles))
