"""Bacchus by hand: columns are lists with the top last; only the colours of what is sent or held matter."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from .decider import Decider

if TYPE_CHECKING:
    import random

COLORS = range(5)
COLUMNS = range(5)
PLAIN, SATYR, BACCHUS = range(3)
OF_EACH = {PLAIN: 7, SATYR: 6, BACCHUS: 3}
PRIZES = (0, 1, 2, 4, 6, 8)

MOVE, DONE = range(2)
DRAW, USE = range(2)
SEND, KIDNAP = range(2)


class Maenad(NamedTuple):
    color: int
    symbol: int


MAENADS = [Maenad(color, symbol) for color in COLORS for symbol in OF_EACH for _ in range(OF_EACH[symbol])]
# Every list of three numbers once; every list of two once, and those are the ones that bear a Satyr.
ACTIONS: list[tuple[int, ...]] = [*product((1, 2, 3), repeat=3), *product((1, 2, 3), repeat=2)]


class Bacchus:
    """One game from the deal to the scores."""

    def __init__(self, rng: random.Random, players: int) -> None:
        if not 3 <= players <= 5:
            raise ValueError("Bacchus is for 3 to 5 players")
        self.decider = Decider(rng)
        self.players = players
        self.starter = rng.randrange(players)

        maenads = MAENADS.copy()
        rng.shuffle(maenads)
        self.box = [maenads.pop() for _ in range(10 - players)]
        self.hands = [[maenads.pop()] for _ in range(players)]
        self.columns = [[maenads.pop() for _ in range(14)] for _ in COLUMNS]

        self.actions = ACTIONS.copy()
        rng.shuffle(self.actions)
        self.plans = [[self.actions.pop() for _ in range(3)] for _ in range(players)]

        self.sent = [[0] * len(COLORS) for _ in range(4)]  # [Bacchanalia][color]; 0 is not used
        self.dens: list[list[Maenad]] = [[] for _ in range(players)]
        self.discard: list[tuple[int, ...]] = []
        self.turns = 0

    def over(self) -> bool:
        if sum(not column for column in self.columns) >= 4:
            return True
        return not self.actions and not any(self.plans)

    def play(self) -> None:
        seat = self.starter
        while not self.over():
            self.turn(seat)
            seat = (seat + 1) % self.players

    def turn(self, seat: int) -> None:
        self.turns += 1
        moved = False
        if self.plans[seat]:
            moved = self.move_bacchus_cards()
            if moved and self.over():
                return
        options = []
        if self.actions and not moved:
            options.append(DRAW)
        if self.plans[seat]:
            options.append(USE)
        if not options:
            return
        if self.decider.choose(options) == DRAW:
            self.plans[seat].append(self.actions.pop())
        else:
            self.use_action_card(seat)

    def move_bacchus_cards(self) -> bool:
        """Whether any was moved. Only those on top when the turn begins may be, each at most once."""
        choose = self.decider.choose
        movable = [i for i in COLUMNS if self.columns[i] and self.columns[i][-1].symbol == BACCHUS]
        moved = False
        while movable and choose((MOVE, DONE)) == MOVE:
            start = choose(movable)
            goal = choose([i for i in COLUMNS if self.columns[i] and i != start])
            self.columns[goal].append(self.columns[start].pop())
            movable.remove(start)
            if goal in movable:
                movable.remove(goal)
            moved = True
            if self.over():
                break
        return moved

    def use_action_card(self, seat: int) -> None:
        choose = self.decider.choose
        card = choose(self.plans[seat])
        self.plans[seat].remove(card)
        self.discard.append(card)
        raided = [column for column in self.columns if column and column[-1].symbol == SATYR]
        ways = [SEND]
        if len(card) == 2 and raided:
            ways.append(KIDNAP)
        if choose(ways) == SEND:
            column = choose([column for column in self.columns if column])
            for number in card:
                if column:
                    self.sent[number][column.pop().color] += 1
        else:
            kidnapped = [column.pop() for column in raided]
            kept = choose([*range(len(kidnapped)), None])
            if kept is not None:
                self.hands[seat].append(kidnapped.pop(kept))
            self.dens[seat] += kidnapped

    def scores(self) -> list[int]:
        scores = [self.prize(len(den)) for den in self.dens]
        for color in COLORS:
            value = sum(number * self.sent[number][color] for number in (1, 2, 3))
            held = [sum(maenad.color == color for maenad in hand) for hand in self.hands]
            most = max(held)
            if most:
                for seat in range(self.players):
                    if held[seat] == most:
                        scores[seat] += value
        return scores

    @staticmethod
    def prize(kidnapped: int) -> int:
        return PRIZES[kidnapped] if kidnapped < len(PRIZES) else 2 * kidnapped - 2


def playout(rng: random.Random, players: int = 4) -> tuple[list[int], int]:
    """One random game: the scores by seat, and the number of decisions."""
    game = Bacchus(rng, players)
    game.play()
    return game.scores(), game.decider.count
