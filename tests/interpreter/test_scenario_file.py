"""Scenario files: what is read from them, and what is said about wrong ones."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.grammar.documents import MAX_PROBLEMS
from rulewright.grammar.source import Source, Span
from rulewright.interpreter.scenario_file import (
    Decides,
    Fact,
    Offers,
    Over,
    Play,
    RandomPlay,
    Refuses,
    RestOfKind,
    Scenario,
    Scores,
    Sees,
    Step,
    Winners,
    Words,
    read_scenarios,
    split_seat,
)
from rulewright.schemas import schema

FULL = """
game: satanimals
common:
  players: [Anna, Bruno, Carlo]
  zones: {pit: Visitor x 3, deck: []}
scenarios:
  - name: A keeper takes one hit for its stack
    clauses: [13, B10]
    seed: 4
    options: {starter: Anna, stop_at: 2}
    turn_of: Anna
    round: 2
    zones:
      hand of Anna: Visitor x 2, Card(Hearts, Queen)
      zoo[Bruno, Envy]: [Keeper, Envy x 2]
      pit: []
    rest: {Attraction: attractions}
    notes: {points of Anna: 3, leader: none}
    moves:
      - Anna: Sacrifice Visitors
      - Bruno
      - 3
      - yes
      - refuse: Steal a card
        clause: 15
      - fact: size of zoo[Bruno, Envy] is 2
      - random: all
      - random: 2
      - decides: Anna
        only: [done]
    facts: size of pit is 1
    offers: [1, Destroy a card]
    refuses: [Draw, {refuse: Play, clause: B3}]
    sees: {Bruno: {hand of Anna: unknown x 3}}
    scores: {Anna: 32, Bruno: -1}
    sheet: {Eternal Flame: {Anna: 3}}
    winners: []
    over: no
  - name: Another
"""


def read(text: str) -> tuple[Scenario, ...]:
    scenarios, problems = read_scenarios(Source("a.yaml", text))
    assert problems == ()
    return scenarios


def told(text: str) -> list[str]:
    """The problems of a file as `line:column code`."""
    return [
        f"{found.line}:{found.column} {found.code}" for found in read_scenarios(Source("a.yaml", text))[1]
    ]


def texts(words: tuple[Words, ...]) -> list[str]:
    return [word.text for word in words]


def brief(step: Step) -> tuple[object, ...]:
    """A step without its places."""
    match step:
        case Play(_, _, seat, choice):
            return "play", seat and seat.text, choice.text
        case RandomPlay(_, _, count):
            return "random", count
        case Refuses(_, _, choice, clause):
            return "refuses", choice.text, clause
        case Offers(_, _, choices, only):
            return "only" if only else "offers", texts(choices)
        case Fact(_, _, fact):
            return "fact", fact.text
        case Decides(_, _, seats):
            return "decides", texts(seats)
        case Sees(_, _, seat, zone, cards):
            return "sees", seat.text, zone.text, [(card.face.text, card.count) for card in cards]
        case Scores(_, _, title, points):
            return "scores", title and title.text, [(seat.text, number) for seat, number in points]
        case Winners(_, _, seats):
            return "winners", texts(seats)
        case Over(_, _, over):
            return "over", over
        case _:
            raise AssertionError(step)


def test_a_scenario_begins_as_the_file_says() -> None:
    scenario = read(FULL)[0]
    position = scenario.position
    assert scenario.name.text == "A keeper takes one hit for its stack"
    assert scenario.name.line == 7
    assert scenario.game is not None
    assert scenario.game.text == "satanimals"
    assert scenario.clauses == ("13", "B10")
    assert (scenario.players, scenario.seed) == (("Anna", "Bruno", "Carlo"), 4)
    assert [(option.name.text, option.value) for option in scenario.options] == [
        ("starter", "Anna"),
        ("stop_at", 2),
    ]
    assert (position.begins, position.round) == ("turn", 2)
    assert position.turn_of is not None
    assert position.turn_of.text == "Anna"
    zones = {zone.zone.text: [(card.face.text, card.count) for card in zone.cards] for zone in position.zones}
    assert zones == {
        "pit": [],
        "deck": [],
        "hand of Anna": [("Visitor", 2), ("Card(Hearts, Queen)", 1)],
        "zoo[Bruno, Envy]": [("Keeper", 1), ("Envy", 2)],
    }
    assert [(note.name.text, note.value) for note in position.notes] == [
        ("points of Anna", 3),
        ("leader", "none"),
    ]
    assert isinstance(position.rest, tuple)
    assert [(rest.kind.text, rest.zone.text) for rest in position.rest if isinstance(rest, RestOfKind)] == [
        ("Attraction", "attractions")
    ]


def test_moves_and_checks_come_in_order_and_those_of_the_end_last() -> None:
    assert [brief(step) for step in read(FULL)[0].steps] == [
        ("play", "Anna", "Sacrifice Visitors"),
        ("play", None, "Bruno"),
        ("play", None, "3"),
        ("play", None, "yes"),
        ("refuses", "Steal a card", "15"),
        ("fact", "size of zoo[Bruno, Envy] is 2"),
        ("random", None),
        ("random", 2),
        ("decides", ["Anna"]),
        ("only", ["done"]),
        ("fact", "size of pit is 1"),
        ("offers", ["1", "Destroy a card"]),
        ("refuses", "Draw", None),
        ("refuses", "Play", "B3"),
        ("sees", "Bruno", "hand of Anna", [("unknown", 3)]),
        ("scores", None, [("Anna", 32), ("Bruno", -1)]),
        ("scores", "Eternal Flame", [("Anna", 3)]),
        ("winners", []),
        ("over", False),
    ]


def test_every_step_knows_its_line() -> None:
    lines = [step.line for step in read(FULL)[0].steps]
    assert lines == sorted(lines)
    assert FULL.splitlines()[lines[0] - 1].strip() == "- Anna: Sacrifice Visitors"


def test_a_scenario_without_a_position_begins_with_the_set_up() -> None:
    plain = read("scenarios:\n- name: a\n")[0]
    assert plain.position.begins == "start"
    assert (plain.players, plain.seed, plain.steps, plain.clauses) == (None, 1, (), ())
    assert read(FULL)[1].position.begins == "turn", "the position that the file's scenarios share counts"


def test_what_the_schema_shows_as_an_example_is_read() -> None:
    for example in schema("scenario")["examples"]:
        assert read(json.dumps(example))


def test_a_seat_before_a_colon_is_divided_from_the_text() -> None:
    def divided(text: str) -> tuple[str | None, str]:
        seat, rest = split_seat(Words(text, Span(0, 1), 1), ["Anna", "Seat 2"])
        return seat, rest.text

    assert divided("Anna: draw") == ("Anna", "draw")
    assert divided("Seat 2:draw: now") == ("Seat 2", "draw: now")
    assert divided("Queue: row 1") == (None, "Queue: row 1")
    assert divided("Anna") == (None, "Anna")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["1:1 scenario/value"]),
        ("3", ["1:1 scenario/value"]),
        ("scenarios: []", ["1:12 scenario/length"]),
        ("scenario: []", ["1:1 scenario/unknown-field"]),
        ("scenarios:\n- nam: a\n", ["2:3 scenario/unknown-field"]),
        ("scenarios:\n- seed: 1\n", ["2:3 scenario/missing-field"]),
        ("scenarios:\n- name: a\n  seed: -1\n", ["3:9 scenario/value"]),
        ("scenarios:\n- name: a\n  seed: x\n", ["3:9 scenario/value"]),
        ("scenarios:\n- name: a\n- name: a\n", ["3:9 scenario/duplicate"]),
        ("scenarios:\n- name: a\n  name: b\n", ["3:3 yaml/duplicate"]),
        ("scenarios:\n- name: a\n  moves:\n  - Anna: Draw: row 1\n", ["4:15 yaml/syntax"]),
        ("scenarios:\n- name: a\n  moves: [{clause: 3}]\n", ["3:12 scenario/missing-field"]),
        ("scenarios:\n- name: a\n  moves: [{anna: x}]\n", ["3:12 scenario/unknown-field"]),
        ("scenarios:\n- name: a\n  moves: [{random: some}]\n", ["3:20 scenario/value"]),
        (
            "scenarios:\n- name: a\n  zones: {p: [Card(A, B)]}\n",
            ["3:15 scenario/cards", "3:23 scenario/cards"],
        ),
        ("scenarios:\n- name: a\n  zones: {p: A x 20000}\n", ["3:14 scenario/cards"]),
        ("scenarios:\n- name: a\n  zones: {p: 'A,,B'}\n", ["3:14 scenario/cards"]),
        ("scenarios:\n- name: a\n  sees: {Anna: {p: 'A('}}\n", ["3:20 scenario/cards"]),
        ("scenarios:\n- name: a\n  players: [Anna, ben]\n", ["3:19 scenario/value"]),
        ("scenarios:\n- name: a\n  over: 3\n", ["3:9 scenario/value"]),
    ],
)
def test_a_fault_is_told_at_its_place(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_a_faulty_scenario_does_not_hide_the_others() -> None:
    scenarios, problems = read_scenarios(
        Source("a.yaml", "scenarios:\n- name: a\n- name: b\n  over: 3\n- name: c\n")
    )
    assert [scenario.name.text for scenario in scenarios] == ["a", "c"]
    assert len(problems) == 1


def test_a_fault_in_what_scenarios_share_leaves_none() -> None:
    scenarios, problems = read_scenarios(Source("a.yaml", "common: {seed: x}\nscenarios:\n- name: a\n"))
    assert (scenarios, len(problems)) == ((), 1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("scenarios:\n- name: a\n  zones: {p: '" + "," * 900_000 + "'}\n", id="commas"),
        pytest.param("scenarios:\n- name: a\n  zones: {p: '" + ",a" * 400 + "'}\n", id="empty cards"),
        pytest.param("scenarios:\n" + "- name: a\n" * 900, id="one name"),
        pytest.param("scenarios:\n" + "- 3\n" * 900, id="numbers"),
        pytest.param("scenarios: " + "[" * 10_000, id="brackets"),
    ],
)
def test_a_hostile_file_is_given_up_soon(text: str) -> None:
    began = time.perf_counter()
    _, problems = read_scenarios(Source("a.yaml", text))
    assert 0 < len(problems) <= 3 * MAX_PROBLEMS
    assert time.perf_counter() - began < 10


FIELDS = sorted(schema("scenario")["$defs"]["scenario"]["properties"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["A x 2", "Anna", "all", "A(", "1", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["Anna", "refuse", "clause", "random", "facts", "p"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@settings(max_examples=200)
@given(scenario=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5))
def test_no_data_at_all_makes_a_scenario_file_raise(scenario: dict[str, object]) -> None:
    text = json.dumps({"scenarios": [{"name": "a"} | scenario]})
    scenarios, problems = read_scenarios(Source("a.yaml", text))
    assert scenarios or problems
