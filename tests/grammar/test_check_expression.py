"""Single expressions of a scenario, understood within a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.grammar import checked as c
from rulewright.grammar import nodes
from rulewright.grammar.check import check_expression
from rulewright.grammar.checked import CheckedGame
from rulewright.grammar.diagnostics import Problem
from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source
from rulewright.grammar.types import NUMBER, PLAYER, TRUTH, EnumType, Type

Checked = tuple[CheckedGame | None, tuple[Problem, ...]]


def expression(text: str) -> tuple[nodes.Expr, Source]:
    source = Source("scenario", f'game "x"\nplayers 2\nterms\n    fact means {text}\n')
    tree, problems = parse(source)
    assert tree is not None, problems
    body = tree.terms[0].body
    assert body is not None
    return body, source


@pytest.fixture
def game(base: str, check_text: Callable[..., Checked]) -> c.CheckedGame:
    found, problems = check_text(base)
    assert found is not None, problems
    return found


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("size of hand of Anna is 2", TRUTH),
        ("strength of Berta", NUMBER),
        ("both(Anna, Clubs) + size of your hand", NUMBER),
        ("leader is Berta", TRUTH),
        ("Anna is done", TRUTH),
        ('Anna can "Play"', TRUTH),
        ("mood", EnumType("Mood")),
        ("number of players where player is ready", NUMBER),
        ("seen[Anna, Hearts] and plot[Berta, Spades] is empty", TRUTH),
        ("starter", PLAYER),
    ],
)
def test_an_expression_of_a_scenario_has_a_type(game: c.CheckedGame, text: str, kind: Type) -> None:
    node, source = expression(text)
    expr, problems = check_expression(game, node, source, ("Anna", "Berta"))
    assert problems == ()
    assert expr is not None
    assert expr.type == kind


def test_names_of_seats_stand_for_their_places(game: c.CheckedGame) -> None:
    node, source = expression("Berta")
    expr, _ = check_expression(game, node, source, ("Anna", "Berta"))
    assert isinstance(expr, c.Literal)
    assert (expr.type, expr.value) == (PLAYER, 1)


def test_references_are_to_the_declarations_of_the_game(game: c.CheckedGame) -> None:
    node, source = expression("mood")
    expr, _ = check_expression(game, node, source)
    assert isinstance(expr, c.NoteRef)
    assert expr.note in game.notes


def test_a_fault_is_told_in_the_scenario_and_points_to_the_game(game: c.CheckedGame) -> None:
    node, source = expression("size of dekc")
    expr, problems = check_expression(game, node, source)
    assert expr is None
    (problem,) = problems
    assert (problem.code, problem.source.name, problem.line, problem.column) == ("name/unknown", "scenario", 4, 24)
    assert problem.notes[0].source is game.source


def test_a_wrong_seat_is_told_with_the_names_there_are(game: c.CheckedGame) -> None:
    node, source = expression("leader is Anne")
    _, (problem,) = check_expression(game, node, source, ("Anna", "Berta"))
    assert problem.code == "seat/unknown"
    assert problem.help == "did you mean `Anna`?"
