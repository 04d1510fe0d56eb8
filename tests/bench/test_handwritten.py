"""The hand-written games keep the rules: otherwise a comparison with them would say nothing."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest
from bench.handwritten import bacchus, dionysia, maskenball, satanimals, tic_tac_toe
from bench.handwritten.bacchus import Bacchus, Maenad
from bench.handwritten.decider import Decider
from bench.handwritten.dionysia import SCENES, Dionysia, Scene
from bench.handwritten.maskenball import Maskenball
from bench.handwritten.satanimals import KEEPER, VISITOR, Satanimals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Script(Decider):
    """Answers as told, and only what is on offer."""

    def __init__(self, answers: Iterable[object]) -> None:
        super().__init__(random.Random(0))
        self.answers = list(answers)

    def choose(self, options: Sequence[Any]) -> Any:
        answer = self.answers.pop(0)
        assert answer in options
        return options[options.index(answer)]


def within(successes: int, trials: int, probability: float) -> bool:
    """Whether the count lies within four standard errors."""
    error = sqrt(probability * (1 - probability) / trials)
    return abs(successes / trials - probability) <= 4 * error


@pytest.mark.parametrize(
    ("playout", "players"),
    [
        (tic_tac_toe.playout, 2),
        (satanimals.playout, 2),
        (bacchus.playout, 3),
        (dionysia.playout, 2),
        (maskenball.playout, 5),
    ],
)
def test_the_same_generator_gives_the_same_game(
    playout: Callable[[random.Random, int], tuple[list[int], int]], players: int
) -> None:
    scores, decisions = playout(random.Random(3), players)
    assert (scores, decisions) == playout(random.Random(3), players)
    assert len(scores) == players
    assert decisions > 0


# Tic-tac-toe


def test_tic_tac_toe_is_won_lost_and_drawn_as_often_as_is_known() -> None:
    rng, games = random.Random(1), 20_000
    results = [tic_tac_toe.playout(rng) for _ in range(games)]
    outcomes = Counter(tuple(scores) for scores, _ in results)
    assert within(outcomes[1, 0], games, 737 / 1260)
    assert within(outcomes[0, 1], games, 121 / 420)
    assert within(outcomes[0, 0], games, 8 / 63)
    assert sum(decisions for _, decisions in results) / games == pytest.approx(3203 / 420, abs=0.05)


# Satanimals


class WatchedSatanimals(Satanimals):
    def turn(self, seat: int) -> bool:
        queue_before = sum(map(len, self.queue))
        drawn = super().turn(seat)
        assert sum(map(len, self.queue)) == queue_before - (3 if drawn else 0)
        of_each, visitors, keepers = satanimals.CARDS[self.players]
        assert self.kinds() == dict.fromkeys(range(5), of_each) | {VISITOR: visitors, KEEPER: keepers}
        for zoo in self.zoos:
            for animal, stack in enumerate(zoo):
                guards = [KEEPER] * stack.count(KEEPER)
                assert len(guards) <= 1
                assert stack == [animal] * (len(stack) - len(guards)) + guards
        return drawn

    def kinds(self) -> Counter[int]:
        found = Counter(self.pit)
        for deck in self.queue:
            found.update(deck)
        for zoo in self.zoos:
            for stack in zoo:
                found.update(stack)
        for hand in self.hands:
            assert min(hand) >= 0
            found.update(dict(enumerate(hand)))
        return found


@pytest.mark.parametrize(("players", "height"), [(2, 6), (3, 9), (4, 12)])
def test_satanimals_keeps_its_cards_and_gives_nine_turns_if_nobody_completes(
    players: int, height: int
) -> None:
    rng = random.Random(players)
    completions = 0
    for _ in range(120):
        game = WatchedSatanimals(rng, players)
        assert {len(deck) for deck in game.queue} == {height}
        game.play()
        if game.completed is None:
            assert game.turns == [9] * players
            assert not any(game.queue)
        else:
            completions += 1
            assert max(game.turns) <= 9
            assert max(game.turns) - min(game.turns) <= 1
    assert 0 < completions < 120


def test_satanimals_scores_the_worked_example() -> None:
    game = Satanimals(random.Random(0), 2)
    karma, ouija, lucifer, envy, sloth = range(5)
    game.zoos[0] = [[karma], [], [], [envy, envy, KEEPER], [sloth] * 4]
    game.hands = [[0] * satanimals.KINDS for _ in range(2)]
    game.hands[0][VISITOR], game.hands[0][KEEPER], game.hands[0][ouija] = 3, 2, 2
    game.hands[1][KEEPER], game.hands[1][lucifer] = 1, 4
    game.attractions = [sloth, karma]
    game.flame = 0
    assert game.scores() == [32, -4]


def test_satanimals_a_zoo_keeper_takes_the_blow_and_two_players_pay_three() -> None:
    game = Satanimals(random.Random(0), 2)
    guarded = [1, 1, KEEPER]
    game.zoos = [[[0], [], [], [], []], [[], guarded, [], [], []]]
    game.hands[0][VISITOR] = 2
    game.decider = Script([1, satanimals.DESTROY])
    with pytest.raises(AssertionError):
        game.sacrifice(0)
    game.hands[0][VISITOR] = 3
    game.decider = Script([1, satanimals.DESTROY, guarded])
    game.sacrifice(0)
    assert guarded == [1, 1]
    assert game.hands[0][VISITOR] == 0
    assert game.pit == [VISITOR] * 3 + [KEEPER]


def test_satanimals_a_miss_still_costs_the_visitor() -> None:
    game = Satanimals(random.Random(0), 3)
    game.zoos[0][0] = [0]
    game.hands = [[0] * satanimals.KINDS for _ in range(3)]
    game.hands[0][VISITOR], game.hands[2][4] = 2, 3
    game.decider = Script([1, satanimals.STEAL, 4])
    game.sacrifice(0)
    assert (game.hands[0][VISITOR], game.hands[0][4]) == (1, 0)
    game.decider = Script([2, satanimals.STEAL, 4])
    game.sacrifice(0)
    assert (game.hands[0][VISITOR], game.hands[0][4], game.hands[2][4]) == (0, 1, 2)


# Bacchus


class WatchedBacchus(Bacchus):
    def turn(self, seat: int) -> None:
        super().turn(seat)
        maenads = len(self.box) + sum(map(sum, self.sent))
        maenads += sum(len(cards) for zone in (self.columns, self.hands, self.dens) for cards in zone)
        assert maenads == 80
        actions = [*self.actions, *self.discard, *(card for plan in self.plans for card in plan)]
        assert sorted(actions) == sorted(bacchus.ACTIONS)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bacchus_keeps_its_cards_and_always_ends_with_four_empty_columns(players: int) -> None:
    rng = random.Random(players)
    turns = 0
    for _ in range(300):
        game = WatchedBacchus(rng, players)
        assert (len(game.box), len(game.actions)) == (10 - players, 36 - 3 * players)
        game.play()
        assert sum(not column for column in game.columns) >= 4
        assert game.turns <= 36 + (36 - 3 * players)
        turns += game.turns
    # How long depends on how the random seats weigh drawing against playing, so the band is a wide one.
    assert 42 <= turns / 300 <= 48


def test_bacchus_scores_the_printed_example_with_the_whole_value_for_those_who_tie() -> None:
    yellow, blue, green, pink, orange = range(5)
    game = Bacchus(random.Random(0), 4)
    game.sent = [[0] * 5, [3, 3, 4, 1, 2], [4, 1, 0, 3, 3], [2, 2, 5, 1, 4]]
    game.hands = [
        [Maenad(color, bacchus.PLAIN) for color in colors]
        for colors in ([yellow], [blue], [pink, orange], [green, orange])
    ]
    game.dens = [[Maenad(yellow, bacchus.SATYR)] * size for size in (5, 3, 0, 2)]
    assert game.scores() == [25, 15, 30, 41]


def test_bacchus_sends_the_topmost_card_by_the_first_number_and_loses_surplus_numbers() -> None:
    game = Bacchus(random.Random(0), 3)
    green, pink, orange = 2, 3, 4
    game.plans[0] = [(3, 1, 2), (1, 1, 1)]
    game.columns[0] = [Maenad(color, bacchus.PLAIN) for color in (green, pink, orange)]
    game.decider = Script([(3, 1, 2), bacchus.SEND, game.columns[0]])
    game.use_action_card(0)
    assert (game.sent[3][orange], game.sent[1][pink], game.sent[2][green]) == (1, 1, 1)
    game.columns[0] = [Maenad(green, bacchus.PLAIN)]
    game.decider = Script([(1, 1, 1), bacchus.SEND, game.columns[0]])
    game.use_action_card(0)
    assert sum(map(sum, game.sent)) == 4
    assert not game.columns[0]


def test_bacchus_kidnaps_every_satyr_on_top_and_one_may_go_to_the_hand() -> None:
    game = Bacchus(random.Random(0), 3)
    game.columns = [[Maenad(0, bacchus.PLAIN), Maenad(i, bacchus.SATYR)] for i in range(2)]
    game.columns += [[Maenad(4, bacchus.PLAIN)] for _ in range(3)]
    game.plans[0] = [(3, 2)]
    game.hands[0] = []
    game.decider = Script([(3, 2), bacchus.KIDNAP, 1])
    game.use_action_card(0)
    assert game.hands[0] == [Maenad(1, bacchus.SATYR)]
    assert game.dens[0] == [Maenad(0, bacchus.SATYR)]
    assert [len(column) for column in game.columns] == [1] * 5


def test_bacchus_a_card_that_is_covered_or_uncovered_by_a_move_stays() -> None:
    game = Bacchus(random.Random(0), 3)
    first, below, second = (Maenad(color, bacchus.BACCHUS) for color in range(3))
    game.columns = [[below, first], [second], [Maenad(4, bacchus.PLAIN)], [], []]
    game.decider = Script([bacchus.MOVE, 0, 1])
    assert game.move_bacchus_cards()
    assert game.columns[:2] == [[below], [second, first]]


# Dionysia


class WatchedDionysia(Dionysia):
    def everything(self) -> list[Scene]:
        played = [scene for acts in self.plays for act in acts for scene in act]
        return [*self.deck, *self.stage, *played]


def test_dionysia_ends_with_nine_scenes_each_and_the_second_player_has_the_last_word() -> None:
    rng = random.Random(5)
    for _ in range(300):
        game = WatchedDionysia(rng, 2)
        game.play()
        assert [[len(act) for act in acts] for acts in game.plays] == [[3, 3, 3]] * 2
        assert not game.stage
        assert not game.deck
        assert Counter(game.everything()) == Counter(SCENES)
        assert game.latest == 1 - game.starter


def test_dionysia_every_instant_is_used_and_none_loses_a_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    used: Counter[str] = Counter()

    def watched(
        carry_out: Callable[[Dionysia, int, Scene], None],
    ) -> Callable[[Dionysia, int, Scene], None]:
        def watch(game: Dionysia, seat: int, scene: Scene) -> None:
            assert isinstance(game, WatchedDionysia)
            before, sizes = Counter(game.everything()), [sum(map(len, acts)) for acts in game.plays]
            rivals_keys = [act[0] for act in game.plays[1 - seat] if act]
            carry_out(game, seat, scene)
            used[scene.name] += 1
            assert Counter(game.everything()) == before
            assert [sum(map(len, acts)) for acts in game.plays] == sizes
            assert all(len(act) <= 3 for acts in game.plays for act in acts)
            assert [act[0] for act in game.plays[1 - seat] if act] == rivals_keys

        return watch

    for name, (possible, carry_out) in dionysia.INSTANTS.items():
        monkeypatch.setitem(dionysia.INSTANTS, name, (possible, watched(carry_out)))
    rng = random.Random(6)
    for _ in range(300):
        WatchedDionysia(rng, 2).play()
    assert used.keys() == dionysia.INSTANTS.keys()
    assert min(used.values()) >= 20


def test_dionysia_reversal_brings_up_a_scene_whose_instant_is_offered_next() -> None:
    reversal, wine, prologue = named("Reversal"), named("Poisoned Wine"), named("Prologue")
    game = Dionysia(random.Random(0), 2)
    act = game.plays[0][0]
    act += [prologue, wine]
    game.keys = [prologue]
    game.stage = [reversal]
    # Reversal, Prologue, Wine is turned over: Wine comes up, and swaps the two below it.
    script = Script([reversal, dionysia.UPSTAGE, [prologue, wine], True, [reversal, prologue, wine]])
    script.answers += [True, [wine, prologue, reversal]]
    game.decider = script
    game.turn(0)
    assert act == [wine, reversal, prologue]
    assert not script.answers


def test_dionysia_counts_the_printed_example() -> None:
    acts = [
        [named("Vengeance"), named("Reversal"), named("Banquet")],
        [named("Recognition"), named("Madness"), named("Messenger")],
        [named("Prologue"), named("Prophecy"), named("Catastrophe")],
    ]
    readings = Dionysia.readings(acts)
    assert readings[:3] == ["DDSSDM", "DSSCSD", "CCMSSM"]
    key = acts[1][0]
    finds = sum(dionysia.occurrences(key.pattern, line) for line in readings)
    assert Dionysia.worth(key, 2, acts[1], acts) + key.favor * finds == 5


def test_dionysia_finds_what_a_search_of_all_eighteen_windows_finds() -> None:
    rng = random.Random(7)
    found = 0
    for _ in range(500):
        scenes = rng.sample(SCENES, 9)
        acts = [scenes[:3], scenes[3:6], scenes[6:]]
        grid = [[acts[x // 2][y].icons[x % 2] for x in range(6)] for y in range(3)]
        windows = [grid[y][x] + grid[y][x + 1] + grid[y][x + 2] for y in range(3) for x in range(4)]
        windows += [grid[0][x] + grid[1][x] + grid[2][x] for x in range(6)]
        assert len(windows) == 18
        readings = Dionysia.readings(acts)
        for scene in SCENES:
            finds = sum(dionysia.occurrences(scene.pattern, line) for line in readings)
            assert finds == windows.count(scene.pattern)
            found += finds
    assert found > 0


def test_dionysia_has_eighteen_patterns_and_nine_of_each_element() -> None:
    assert len({scene.pattern for scene in SCENES}) == len(SCENES) == 18
    assert Counter("".join(scene.icons for scene in SCENES)) == dict.fromkeys("DSCM", 9)


def named(name: str) -> Scene:
    return next(scene for scene in SCENES if scene.name == name)


# Maskenball


class WatchedMaskenball(Maskenball):
    def ask(self, asker: int) -> None:
        super().ask(asker)
        cards = Counter(self.stacks) + Counter(self.spent)
        for found in self.found:
            assert len(set(found)) == len(found)
            cards += Counter(found)
        assert cards == dict.fromkeys(self.invited, self.copies)


@pytest.mark.parametrize(("players", "copies"), [(5, 3), (6, 4), (12, 4)])
def test_maskenball_keeps_its_cards_and_ends_with_ten_points_or_the_last_round(
    players: int, copies: int
) -> None:
    rng = random.Random(players)
    for _ in range(3):
        game = WatchedMaskenball(rng, players)
        assert game.copies == copies
        game.play()
        assert game.reached or game.rounds == maskenball.ROUND_LIMIT


@pytest.mark.parametrize(
    ("right", "false", "seen", "of_asker", "of_right", "of_false"),
    [
        (0, 0, False, 0, 0, 0),
        (2, 0, False, 2, 1, 0),
        (3, 0, False, 0, 1, 0),
        (2, 1, False, 2, 1, -1),
        (0, 2, True, -2, 0, 0),
        (0, 2, False, 0, 0, -1),
        (0, 1, True, 0, 0, -1),
        (2, 2, True, 0, 1, 0),
    ],
)
def test_maskenball_marks_a_question_as_the_table_says(
    right: int, false: int, seen: bool, of_asker: int, of_right: int, of_false: int
) -> None:
    game = Maskenball(random.Random(0), 6)
    shown = game.identity[1]  # whom the asker, seat 0, pretends to be
    admirers, others = range(1, 1 + right), range(2 + right, 2 + right + false)
    answers: list[object] = []
    for seat in (*admirers, *others):
        guest = game.identity[0] if seat in admirers else shown
        game.found[seat] = [guest]
        answers += [True, guest]
        if seen and seat in others:
            game.saw.add((seat, 0, shown))
    game.decider = Script(answers)
    game.ask(0)
    scores = game.scores()
    assert scores[0] == of_asker
    assert [scores[seat] for seat in admirers] == [of_right] * right
    assert [scores[seat] for seat in others] == [of_false] * false


def test_maskenball_a_late_card_costs_one_and_is_spent() -> None:
    game = Maskenball(random.Random(0), 6)
    guest = game.identity[0]
    game.found[2] = [guest]
    game.decider = Script([False, True, guest])
    game.ask(0)
    assert game.scores() == [0, 0, -1, 0, 0, 0]
    assert game.spent == [guest]


def test_maskenball_only_those_looking_and_meant_see_a_gesture() -> None:
    game = Maskenball(random.Random(0), 5)
    shown = maskenball.Plan(gesture=7, audience=(1, 2))
    plans = {0: shown, 1: maskenball.Plan(looking=0), 2: maskenball.Plan(), 3: maskenball.Plan(looking=0)}
    game.exchange_glances(plans)
    assert game.saw == {(1, 0, 7)}
