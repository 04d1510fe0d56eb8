"""Dionysia by hand: an act is a list of scenes with the key scene first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .decider import Decider

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

ACTS = range(3)
ROUNDS = 9
ELEMENTS = "DSCM"  # dagger, skull, cup, mask

START, UPSTAGE, DOWNSTAGE = range(3)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    name: str
    icons: str
    pattern: str
    favor: int


SCENES = (
    Scene("Prologue", "DM", "MCD", 1),
    Scene("Recognition", "SS", "DSS", 1),
    Scene("Catastrophe", "SM", "CSS", 1),
    Scene("Funeral Rites", "CS", "SCS", 1),
    Scene("Banquet", "CC", "CCM", 1),
    Scene("Vengeance", "DD", "DDC", 1),
    Scene("Revels", "MM", "MMD", 1),
    Scene("Chorus", "MC", "DMC", 1),
    Scene("Prophecy", "SD", "MSD", 1),
    Scene("Reversal", "DS", "SDM", 2),
    Scene("Messenger", "MS", "CMS", 2),
    Scene("Flight", "CM", "MDM", 2),
    Scene("Disguise", "MD", "CDM", 2),
    Scene("Intrigue", "DC", "CSD", 2),
    Scene("Madness", "SC", "SMM", 2),
    Scene("Poisoned Wine", "CD", "CCS", 2),
    Scene("Herald", "SM", "DCM", 2),
    Scene("Deus ex Machina", "DC", "SDC", 2),
)


class Dionysia:
    """One game from the first stage to the scores."""

    def __init__(self, rng: random.Random, players: int) -> None:
        if players != 2:
            raise ValueError("Dionysia is for 2 players")
        self.decider = Decider(rng)
        self.starter = rng.randrange(players)
        self.deck = list(SCENES)
        rng.shuffle(self.deck)
        self.stage: list[Scene] = []
        self.plays: list[list[list[Scene]]] = [[[] for _ in ACTS] for _ in range(players)]
        self.keys: list[Scene] = []  # the key scenes of both plays when last looked at
        self.latest = self.starter

    def play(self) -> None:
        active = self.starter
        for _ in range(ROUNDS):
            while len(self.stage) < 3 and self.deck:
                self.stage.append(self.deck.pop())
            self.turn(active)
            self.turn(1 - active)
            active = 1 - active

    def turn(self, seat: int) -> None:
        choose = self.decider.choose
        scene = choose(self.stage)
        self.stage.remove(scene)
        acts = self.plays[seat]
        empty = [act for act in acts if not act]
        begun = [act for act in acts if 0 < len(act) < 3]
        ways = []
        if empty:
            ways.append(START)
        if begun:
            ways += [UPSTAGE, DOWNSTAGE]
        way = choose(ways)
        if way == START:
            choose(empty).append(scene)
        elif way == UPSTAGE:
            choose(begun).insert(0, scene)
        else:
            choose(begun).append(scene)
        self.offer_instants(seat)
        self.latest = seat

    def offer_instants(self, seat: int) -> None:
        """Let the player use the instant of each new key scene, and of those that this brings up, each once.

        No instant makes a new key scene in the opponent's play, so the seat stays the same.
        """
        offered = []
        waiting = self.new_keys()
        while waiting:
            scene = waiting.pop(0)
            if scene in offered:
                continue
            offered.append(scene)
            if scene.name not in INSTANTS:
                continue
            possible, carry_out = INSTANTS[scene.name]
            if possible(self, seat) and self.decider.accepts():
                carry_out(self, seat, scene)
                waiting += self.new_keys()

    def new_keys(self) -> list[Scene]:
        """The scenes that are key now and were not when last asked."""
        keys = [act[0] for acts in self.plays for act in acts if act]
        new = [scene for scene in keys if scene not in self.keys]
        self.keys = keys
        return new

    # What the instants look for in a player's own acts.

    def filled(self, seat: int) -> list[list[Scene]]:
        return [act for act in self.plays[seat] if act]

    def longer(self, seat: int) -> list[list[Scene]]:
        return [act for act in self.plays[seat] if len(act) >= 2]

    def full(self, seat: int) -> list[list[Scene]]:
        return [act for act in self.plays[seat] if len(act) == 3]

    def covered(self, seat: int) -> list[tuple[list[Scene], int]]:
        return [(act, place) for act in self.plays[seat] for place in range(1, len(act))]

    def choose_two(self, acts: list[list[Scene]]) -> tuple[list[Scene], list[Scene]]:
        """Two of the acts, left one first, so that no pair can be named in two ways."""
        places = range(len(acts))
        first = self.decider.choose(places[:-1])
        second = self.decider.choose(places[first + 1 :])
        return acts[first], acts[second]

    def flights(self, seat: int) -> list[tuple[list[Scene], list[list[Scene]]]]:
        """Each act that the bottom scene may leave, with those that it may go to."""
        acts = self.plays[seat]
        flights = []
        for source in self.longer(seat):
            goals = [act for act in acts if 0 < len(act) < 3 and act is not source]
            if goals:
                flights.append((source, goals))
        return flights

    # The instants.

    def reversal(self, seat: int, _: Scene) -> None:
        self.decider.choose(self.longer(seat)).reverse()

    def messenger(self, seat: int, _: Scene) -> None:
        first, second = self.choose_two(self.filled(seat))
        first[-1], second[-1] = second[-1], first[-1]

    def flight(self, seat: int, _: Scene) -> None:
        source, goals = self.decider.choose(self.flights(seat))
        self.decider.choose(goals).append(source.pop())

    def disguise(self, seat: int, this: Scene) -> None:
        acts = self.plays[seat]
        here = next(i for i in ACTS if this in acts[i])
        there = self.decider.choose([i for i in ACTS if acts[i] and i != here])
        acts[here], acts[there] = acts[there], acts[here]

    def intrigue(self, seat: int, _: Scene) -> None:
        act, place = self.decider.choose(self.covered(seat))
        spot = self.decider.choose(range(len(self.stage)))
        act[place], self.stage[spot] = self.stage[spot], act[place]

    def madness(self, seat: int, _: Scene) -> None:
        act = self.decider.choose(self.full(1 - seat))
        act[1], act[2] = act[2], act[1]

    def poisoned_wine(self, seat: int, _: Scene) -> None:
        act = self.decider.choose(self.longer(seat))
        act[-1], act[-2] = act[-2], act[-1]

    def herald(self, seat: int, _: Scene) -> None:
        first, second = self.choose_two(self.filled(seat))
        first[0], second[0] = second[0], first[0]

    def deus_ex_machina(self, seat: int, _: Scene) -> None:
        act, place = self.decider.choose(self.covered(seat))
        act.append(act.pop(place))

    # The scores.

    def scores(self) -> list[int]:
        scores = []
        for acts in self.plays:
            readings = self.readings(acts)
            score = 0
            for number, act in enumerate(acts, start=1):
                key = act[0]
                score += self.worth(key, number, act, acts)
                score += key.favor * sum(occurrences(key.pattern, line) for line in readings)
            scores.append(score)
        return scores

    @staticmethod
    def readings(acts: list[list[Scene]]) -> list[str]:
        """The three rows of six elements and the six columns of three."""
        rows = ["".join(act[level].icons for act in acts) for level in range(3)]
        columns = ["".join(scene.icons[side] for scene in act) for act in acts for side in (0, 1)]
        return rows + columns

    @staticmethod
    def worth(scene: Scene, number: int, act: list[Scene], acts: list[list[Scene]]) -> int:
        icons = "".join(scene.icons for scene in act)
        match scene.name:
            case "Prologue":
                return 2 if number == 1 else 0
            case "Recognition":
                return 2 if number == 2 else 0
            case "Catastrophe":
                return 2 if number == 3 else 0
            case "Funeral Rites":
                return icons.count("S")
            case "Banquet":
                return icons.count("C")
            case "Vengeance":
                return icons.count("D")
            case "Revels":
                return icons.count("M")
            case "Chorus":
                return 3 if all(element in icons for element in ELEMENTS) else 0
            case "Prophecy":
                everything = "".join(scene.icons for act in acts for scene in act)
                return 3 if all(everything.count(element) >= 4 for element in ELEMENTS) else 0
            case _:
                return 0


def occurrences(pattern: str, line: str) -> int:
    """How often the pattern stands in the line; overlapping ones all count."""
    return sum(line.startswith(pattern, start) for start in range(len(line) - len(pattern) + 1))


# For each instant whether it can be carried out, and how.
INSTANTS: dict[str, tuple[Callable[[Dionysia, int], bool], Callable[[Dionysia, int, Scene], None]]] = {
    "Reversal": (lambda game, seat: bool(game.longer(seat)), Dionysia.reversal),
    "Messenger": (lambda game, seat: len(game.filled(seat)) >= 2, Dionysia.messenger),
    "Flight": (lambda game, seat: bool(game.flights(seat)), Dionysia.flight),
    "Disguise": (lambda game, seat: len(game.filled(seat)) >= 2, Dionysia.disguise),
    "Intrigue": (lambda game, seat: bool(game.covered(seat) and game.stage), Dionysia.intrigue),
    "Madness": (lambda game, seat: bool(game.full(1 - seat)), Dionysia.madness),
    "Poisoned Wine": (lambda game, seat: bool(game.longer(seat)), Dionysia.poisoned_wine),
    "Herald": (lambda game, seat: len(game.filled(seat)) >= 2, Dionysia.herald),
    "Deus ex Machina": (lambda game, seat: bool(game.covered(seat)), Dionysia.deus_ex_machina),
}


def playout(rng: random.Random, players: int = 2) -> tuple[list[int], int]:
    """One random game: the scores by seat, and the number of decisions."""
    game = Dionysia(rng, players)
    game.play()
    return game.scores(), game.decider.count
