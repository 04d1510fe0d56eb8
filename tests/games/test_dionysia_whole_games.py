"""Random games of Dionysia, followed move by move by rules written out here a second time: placing, effects, scoring."""

from __future__ import annotations

import random
from functools import cache

import pytest

import rulewright
from rulewright import State

Play = list[list[str]]  # three acts, each from its key scene down

ALL = range(3)
PLACING = {"Start an act": (0,), "Upstage it": (1, 2), "Downstage it": (1, 2)}  # how many scenes the act may have


@cache
def game() -> rulewright.Game:
    return rulewright.load("dionysia")


def shown(state: State) -> tuple[list[Play], list[str], int]:
    """Both plays, the stage, and how many scenes the deck has."""
    zones = state.view(0)["zones"]
    acts = [list(zone["cards"]) for zone in zones if zone["family"] == "acts"]
    stage = next(list(zone["cards"]) for zone in zones if zone["family"] == "stage")
    return [acts[:3], acts[3:]], stage, next(zone["size"] for zone in zones if zone["family"] == "deck")


class Table:
    """The plays and the stage as they should be, and a chance player who chooses in both games."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.state = game().start(seed=seed)
        self.plays, self.stage, _ = shown(self.state)
        self.cards = self.state.cards

    def attribute(self, scene: str, name: str) -> str:
        return "".join(each[0] for each in self.cards[scene]["attributes"][name])

    def choose(self, seat: int, expected: list[str]) -> str:
        offered = [choice.text for choice in self.state.choices(seat)]
        assert sorted(offered) == sorted(expected)
        text = self.rng.choice(offered)
        self.state.apply(text, seat)
        return text

    def act(self, seat: int, numbers: list[int], whose: int | None = None) -> int:
        owner = self.state.seats[seat if whose is None else whose]
        return int(self.choose(seat, [f"acts of {owner}, {number + 1}" for number in numbers])[-1]) - 1

    def turn(self, seat: int) -> None:
        own = self.plays[seat]
        scene = self.choose(seat, self.stage)
        self.stage.remove(scene)
        way = self.choose(seat, [w for w, sizes in PLACING.items() if any(len(act) in sizes for act in own)])
        act = own[self.act(seat, [n for n in ALL if len(own[n]) in PLACING[way]])]
        act.insert(len(act) if way == "Downstage it" else 0, scene)
        risen = [] if way == "Downstage it" else [scene]
        offered: set[str] = set()
        while risen:
            scene = risen.pop()
            if scene in offered or not self.possible(scene, seat):
                continue
            offered.add(scene)
            assert scene in self.state.question(seat)
            keys = {act[0] for act in own if act}
            if self.choose(seat, ["yes", "no"]) == "yes":
                self.effect(scene, seat)
                risen = [act[0] for act in own if act and act[0] not in keys]

    def possible(self, scene: str, seat: int) -> bool:
        sizes = [len(act) for act in self.plays[seat]]
        match scene:
            case "Messenger" | "Herald" | "Disguise":
                return sizes.count(0) < 2
            case "Reversal" | "Poisoned Wine" | "Deus ex Machina":
                return max(sizes) >= 2
            case "Intrigue":
                return max(sizes) >= 2 and bool(self.stage)
            case "Flight":
                return any(sizes[a] >= 2 and sizes[b] in (1, 2) for a in ALL for b in ALL if a != b)
            case "Madness":
                return any(len(act) == 3 for act in self.plays[1 - seat])
        return False

    def effect(self, scene: str, seat: int) -> None:
        own, other = self.plays[seat], self.plays[1 - seat]
        tall = [n for n in ALL if len(own[n]) >= 2]
        match scene:
            case "Reversal":
                own[self.act(seat, tall)].reverse()
            case "Poisoned Wine":
                act = own[self.act(seat, tall)]
                act[-2:] = act[:-3:-1]
            case "Messenger" | "Herald":
                place = -1 if scene == "Messenger" else 0
                filled = [n for n in ALL if own[n]]
                first = self.act(seat, filled[:-1])
                second = self.act(seat, [n for n in filled if n > first])
                own[first][place], own[second][place] = own[second][place], own[first][place]
            case "Disguise":
                here = next(n for n in ALL if scene in own[n])
                there = self.act(seat, [n for n in ALL if own[n] and n != here])
                own[here], own[there] = own[there], own[here]
            case "Flight":
                goals = {a: [b for b in ALL if b != a and len(own[b]) in (1, 2)] for a in tall}
                source = self.act(seat, [a for a in tall if goals[a]])
                own[self.act(seat, goals[source])].append(own[source].pop())
            case "Madness":
                act = other[self.act(seat, [n for n in ALL if len(other[n]) == 3], 1 - seat)]
                act[1], act[2] = act[2], act[1]
            case "Intrigue" | "Deus ex Machina":
                mine = self.choose(seat, [each for act in own for each in act[1:]])
                act = next(act for act in own if mine in act)
                if scene == "Intrigue":
                    new = self.choose(seat, self.stage)
                    act[act.index(mine)] = new
                    self.stage[self.stage.index(new)] = mine
                else:
                    act.remove(mine)
                    act.append(mine)

    def favor(self, seat: int) -> list[int]:
        """What the lines of the score sheet should say: effect and pattern, act by act."""
        own = self.plays[seat]
        rows = ["".join(self.attribute(act[level], "icons") for act in own) for level in ALL]
        lines = [*rows, *map("".join, zip(*rows, strict=True))]
        out = []
        for number, act in enumerate(own):
            here = "".join(self.attribute(scene, "icons") for scene in act)
            worth = {
                "Prologue": 2 * (number == 0),
                "Recognition": 2 * (number == 1),
                "Catastrophe": 2 * (number == 2),
                "Funeral Rites": here.count("S"),
                "Banquet": here.count("C"),
                "Vengeance": here.count("D"),
                "Revels": here.count("M"),
                "Chorus": 3 * (len(set(here)) == 4),
                "Prophecy": 3 * (min("".join(rows).count(element) for element in "DSCM") >= 4),
            }
            pattern = self.attribute(act[0], "pattern")
            finds = sum(line[at : at + 3] == pattern for line in lines for at in range(len(line)))
            out += [worth.get(act[0], 0), finds * int(self.attribute(act[0], "favor"))]
        return out


@pytest.mark.parametrize("seed", range(20))
def test_every_move_effect_and_favor_of_a_random_game_is_as_worked_out_here(seed: int) -> None:
    table = Table(seed)
    state = table.state
    first = state.actors[0]
    for number in range(9):
        plays, table.stage, deck = shown(state)
        assert (len(table.stage), deck) == ((3, 15 - 2 * number) if number < 8 else (2, 0))
        for seat in (first, 1 - first) if number % 2 == 0 else (1 - first, first):
            assert state.actors == (seat,)
            table.turn(seat)
            plays, stage, _ = shown(state)
            assert plays == table.plays
            assert set(table.stage) <= set(stage)
    assert state.over
    assert all(len(act) == 3 for play in table.plays for act in play)
    sheet = [table.favor(seat) for seat in range(2)]
    assert [list(line.values) for line in state.score_sheet] == [list(line) for line in zip(*sheet, strict=True)]
    totals = [sum(favor) for favor in sheet]
    assert list(state.scores) == totals
    assert state.winners == ((1 - first,) if totals[0] == totals[1] else (totals.index(max(totals)),))
