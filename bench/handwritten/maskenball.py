"""Maskenball Venezia by hand.

Who was looked at by whom, and who learns that a grab came too late, is not kept: players are shown it, but no
rule asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .decider import Decider

if TYPE_CHECKING:
    import random

GUESTS = 12
STOP_AT = 3
STEP_LIMIT = 40
ROUND_LIMIT = 20

GESTURE, GRAB, STOP, DONE = range(4)
OPENLY, TO_FRIENDS = range(2)


@dataclass(slots=True)
class Plan:
    """What a seat has decided to do in one step."""

    looking: int | None = None
    gesture: int | None = None
    audience: tuple[int, ...] = ()
    grab: int | None = None
    stop: bool = False


class Maskenball:
    """One game of several rounds."""

    def __init__(self, rng: random.Random, players: int) -> None:
        if not 5 <= players <= 12:
            raise ValueError("Maskenball is for 5 to 12 players")
        self.rng = rng
        self.decider = Decider(rng)
        self.players = players
        self.copies = 3 if players == 5 else 4
        self.lot = rng.sample(range(GUESTS), players)
        self.invited = sorted(self.lot)
        self.token = rng.randrange(players)
        self.plus = [0] * players
        self.minus = [0] * players
        self.reached = False
        self.rounds = 0
        self.begin_round()

    def begin_round(self) -> None:
        self.rounds += 1
        self.rng.shuffle(self.lot)
        self.identity = self.lot.copy()  # by seat
        self.stacks = dict.fromkeys(self.invited, self.copies)
        self.found: list[list[int]] = [[] for _ in range(self.players)]
        self.spent: list[int] = []
        self.saw: set[tuple[int, int, int]] = set()  # (who saw, who showed, which guest)

    def from_seat(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in range(self.players)]

    def others(self, seat: int) -> list[int]:
        return self.from_seat(seat)[1:]

    def play(self) -> None:
        while True:
            for asker in self.from_seat(self.mingle()):
                self.ask(asker)
            for seat in range(self.players):
                self.minus[seat] += len(self.found[seat])
            if self.reached or self.rounds == ROUND_LIMIT:
                return
            self.begin_round()

    def mingle(self) -> int:
        """Steps until somebody calls stop or no more can come of it; the seat that asks first."""
        steps = 0
        while True:
            order = self.from_seat(self.token)
            plans = [(seat, self.plan(seat)) for seat in order]
            stopper = None
            for seat, plan in plans:
                if plan.grab is not None and self.stacks[plan.grab]:
                    self.stacks[plan.grab] -= 1
                    self.found[seat].append(plan.grab)
                if plan.stop and stopper is None:
                    stopper = seat
            self.exchange_glances(dict(plans))
            steps += 1
            self.token = (self.token + 1) % self.players
            if stopper is not None:
                return stopper
            if steps == STEP_LIMIT or not any(self.grabbable(seat) for seat in order):
                return self.token

    def plan(self, seat: int) -> Plan:
        choose = self.decider.choose
        plan = Plan()
        others = self.others(seat)
        if self.decider.accepts():
            plan.looking = choose(others)

        options = [GESTURE]
        grabbable = self.grabbable(seat)
        if grabbable:
            options.append(GRAB)
        if len(self.found[seat]) >= STOP_AT:
            options.append(STOP)
        options.append(DONE)
        hand = choose(options)
        if hand == GESTURE:
            plan.gesture = choose(self.invited)
            plan.audience = tuple(others) if choose((OPENLY, TO_FRIENDS)) == OPENLY else self.friends(others)
        elif hand == GRAB:
            plan.grab = choose(grabbable)
        elif hand == STOP:
            plan.stop = True
        return plan

    def friends(self, others: list[int]) -> tuple[int, ...]:
        """One or two of the others. The second sits further on, so that no pair can be named in two ways."""
        first = self.decider.choose(others)
        later = others[others.index(first) + 1 :]
        if not later:
            return (first,)
        second = self.decider.choose([*later, None])
        return (first,) if second is None else (first, second)

    def grabbable(self, seat: int) -> list[int]:
        identity, found = self.identity[seat], self.found[seat]
        return [
            guest for guest in self.invited if self.stacks[guest] and guest != identity and guest not in found
        ]

    def exchange_glances(self, plans: dict[int, Plan]) -> None:
        for seat, plan in plans.items():
            target = plan.looking
            if target is None:
                continue
            shown = plans[target]
            if shown.gesture is not None and seat in shown.audience:
                self.saw.add((seat, target, shown.gesture))

    def ask(self, asker: int) -> None:
        """Who am I? Tips, late cards, unmasking and the marks for this asker."""
        choose = self.decider.choose
        others = self.others(asker)
        tips: dict[int, int] = {}
        for seat in others:
            if self.found[seat] and self.decider.accepts():
                tips[seat] = choose(self.found[seat])
        for seat, guest in tips.items():
            self.found[seat].remove(guest)
        for seat in others:
            if seat not in tips and self.found[seat] and self.decider.accepts():
                late = choose(self.found[seat])
                self.found[seat].remove(late)
                self.spent.append(late)
                self.minus[seat] += 1

        admirers = 0
        misled: dict[int, list[int]] = {}  # by the guest whom they believed to have recognised
        for seat, guest in tips.items():
            if guest == self.identity[asker]:
                admirers += 1
                self.plus[seat] += 1
            elif (seat, asker, guest) in self.saw:
                misled.setdefault(guest, []).append(seat)
            else:
                self.minus[seat] += 1
        for seats in misled.values():
            if len(seats) >= 2:
                self.minus[asker] += len(seats)
            else:
                self.minus[seats[0]] += 1
        if admirers < 3:
            self.plus[asker] += admirers
        self.spent += tips.values()
        if any(score >= 10 for score in self.scores()):
            self.reached = True

    def scores(self) -> list[int]:
        return [plus - minus for plus, minus in zip(self.plus, self.minus, strict=True)]


def playout(rng: random.Random, players: int = 6) -> tuple[list[int], int]:
    """One random game: the scores by seat, and the number of decisions."""
    game = Maskenball(rng, players)
    game.play()
    return game.scores(), game.decider.count
