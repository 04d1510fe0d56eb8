"""Satanimals by hand: hands are counts by kind, stacks and decks are lists with the top last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decider import Decider

if TYPE_CHECKING:
    import random

ANIMALS = range(5)
KEEPER = 5
VISITOR = 6
KINDS = 7

# By players: of each Satanimal, Visitors, Zoo Keepers.
CARDS = {2: (6, 24, 4), 3: (10, 31, 7), 4: (13, 44, 9)}

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))

PLAY, KEEP, SACRIFICE, DONE = range(4)
STEAL, DESTROY = range(2)


class Satanimals:
    """One game from the deal to the scores."""

    def __init__(self, rng: random.Random, players: int) -> None:
        if players not in CARDS:
            raise ValueError("Satanimals is for 2 to 4 players")
        self.decider = Decider(rng)
        self.players = players
        self.price = 3 if players == 2 else 2
        self.starter = rng.randrange(players)

        of_each, visitors, keepers = CARDS[players]
        deck = [kind for kind in ANIMALS for _ in range(of_each)]
        deck += [KEEPER] * keepers + [VISITOR] * visitors
        rng.shuffle(deck)
        self.cards = len(deck)

        self.hands = [[0] * KINDS for _ in range(players)]
        for seat in range(players):
            for _ in range(1 if seat == self.starter else 3):
                self.hands[seat][deck.pop()] += 1
        self.attractions = rng.sample(ANIMALS, players)
        self.queue = [deck[i::9] for i in range(9)]

        self.zoos: list[list[list[int]]] = [[[] for _ in ANIMALS] for _ in range(players)]
        self.pit: list[int] = []
        self.flame: int | None = None
        self.completed: int | None = None
        self.turns = [0] * players

    def play(self) -> None:
        """Turns round the table until a zoo is complete, then one more for each of the others."""
        seat = self.starter
        while self.turn(seat):
            if all(self.zoos[seat]):
                for step in range(1, self.players):
                    if not self.turn((seat + step) % self.players):
                        return
                return
            seat = (seat + 1) % self.players

    def turn(self, seat: int) -> bool:
        """Draw and act; False, with nothing done, if the Queue has no line left to draw."""
        choose = self.decider.choose
        queue = self.queue
        lines = [line for line in LINES if queue[line[0]] and queue[line[1]] and queue[line[2]]]
        if not lines:
            return False
        self.turns[seat] += 1
        drawn = [queue[place].pop() for place in choose(lines)]
        if drawn[0] == drawn[1] == drawn[2]:
            self.flame = seat
        for kind in drawn:
            self.hands[seat][kind] += 1

        actions = [PLAY, KEEP, SACRIFICE]
        for _ in range(2):
            options = [action for action in actions if self.can(seat, action)]
            if not options:
                break
            action = choose([*options, DONE])
            if action == DONE:
                break
            actions.remove(action)
            if action == PLAY:
                self.play_satanimals(seat)
            elif action == KEEP:
                self.play_keeper(seat)
            else:
                self.sacrifice(seat)
        return True

    def can(self, seat: int, action: int) -> bool:
        hand = self.hands[seat]
        if action == PLAY:
            return bool(self.playable(seat))
        if action == KEEP:
            return hand[KEEPER] > 0 and bool(self.guardable(seat))
        return hand[VISITOR] > 0 and any(self.zoos[seat])

    def playable(self, seat: int) -> list[int]:
        hand, zoo = self.hands[seat], self.zoos[seat]
        return [animal for animal in ANIMALS if hand[animal] and not zoo[animal]]

    def guardable(self, seat: int) -> list[int]:
        zoo = self.zoos[seat]
        return [animal for animal in ANIMALS if zoo[animal] and zoo[animal][-1] != KEEPER]

    def play_satanimals(self, seat: int) -> None:
        animal = self.decider.choose(self.playable(seat))
        number = self.decider.choose(range(1, self.hands[seat][animal] + 1))
        self.hands[seat][animal] -= number
        self.zoos[seat][animal] = [animal] * number
        if self.completed is None and all(self.zoos[seat]):
            self.completed = seat

    def play_keeper(self, seat: int) -> None:
        animal = self.decider.choose(self.guardable(seat))
        self.hands[seat][KEEPER] -= 1
        self.zoos[seat][animal].append(KEEPER)

    def sacrifice(self, seat: int) -> None:
        choose = self.decider.choose
        hand = self.hands[seat]
        rival = choose([(seat + step) % self.players for step in range(1, self.players)])
        stacks = [stack for stack in self.zoos[rival] if stack]
        ways = [STEAL]
        if stacks and hand[VISITOR] >= self.price:
            ways.append(DESTROY)
        if choose(ways) == STEAL:
            self.pay(seat, 1)
            wanted = choose((*ANIMALS, KEEPER))
            if self.hands[rival][wanted]:
                self.hands[rival][wanted] -= 1
                hand[wanted] += 1
        else:
            self.pay(seat, self.price)
            self.pit.append(choose(stacks).pop())

    def pay(self, seat: int, visitors: int) -> None:
        self.hands[seat][VISITOR] -= visitors
        self.pit += [VISITOR] * visitors

    def scores(self) -> list[int]:
        most_keepers = max(hand[KEEPER] for hand in self.hands)
        scores = []
        for seat in range(self.players):
            hand = self.hands[seat]
            heights = [len(stack) - stack.count(KEEPER) for stack in self.zoos[seat]]
            score = sum(height * (height + 3) // 2 for height in heights)
            score += heights[self.attractions[seat]]
            score += hand[VISITOR] - sum(hand[animal] for animal in ANIMALS)
            if most_keepers and hand[KEEPER] == most_keepers:
                score += 3
            if self.completed == seat:
                score += 3
            if self.flame == seat:
                score += 3
            scores.append(score)
        return scores


def playout(rng: random.Random, players: int = 4) -> tuple[list[int], int]:
    """One random game: the scores by seat, and the number of decisions."""
    game = Satanimals(rng, players)
    game.play()
    return game.scores(), game.decider.count
