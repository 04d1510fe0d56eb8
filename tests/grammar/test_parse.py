"""Every construct of the language is read into the node that is meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from rulewright.grammar import nodes as n
from rulewright.grammar.outline import outline
from rulewright.grammar.parse import parse, tokens
from rulewright.grammar.source import Source, Span

HEAD = 'game "Test"\nplayers 2\n\n'


def read(text: str) -> n.Game:
    game, problems = parse(Source("test.game", text))
    assert not problems, "\n".join(problem.render() for problem in problems)
    assert game is not None
    return game


def under(heading: str, *lines: str) -> n.Game:
    return read(HEAD + heading + "\n" + "".join(f"    {line}\n" for line in lines))


def shape(value: object) -> str:
    """A node as short text without spans: its kind and the parts that are there, by name."""
    match value:
        case (
            n.Word(name=n.Ident(text=text))
            | n.Ident(text=text)
            | n.Const(name=n.Ident(text=text), arguments=())
        ):
            return text
        case n.Text(text=text):
            return f'"{text}"'
        case n.Number(value=number):
            return str(number)
        case n.Cite(clause=clause):
            return f"@{clause}"
        case n.No():
            return "no"
        case tuple():
            return "[" + ", ".join(shape(item) for item in value) + "]"
        case n.Node():
            parts = [
                f"{field.name}={shape(getattr(value, field.name))}"
                for field in fields(value)
                if getattr(value, field.name) is not False or field.name == "most"
                if field.name != "span" and getattr(value, field.name) not in (None, ())
            ]
            return f"{type(value).__name__}({', '.join(parts)})"
        case _:
            return str(value)


def constructs() -> Iterator[tuple[str, str, str]]:
    """The cases of constructs.txt: where the text stands, the text, the node."""
    written = Path(__file__).with_name("constructs.txt").read_text(encoding="utf-8")
    for case in written.split("\n== ")[1:]:
        where, _, rest = case.partition("\n")
        text, *expected = rest.rstrip("\n").split("\n=> ")
        yield where, text, "\n".join(expected)


def part_of(where: str, text: str) -> tuple[n.Node | None, ...]:
    """What a text is read into, in the place where it may stand."""
    lines = text.split("\n")
    match where:
        case "expression":
            return (under("end", f"over when {text}").over[0].condition,)
        case "statement":
            setup = under("setup", *lines).setup
            return setup.body if setup else ()
        case "card":
            return (under('action "A"', *lines).actions[0].card,)
        case "seats":
            return (read(f'game "Test"\n{text}\n').players,)
        case _:
            game = read(HEAD + text + "\n")
            return (
                *(*game.options, *game.components, *game.zones, *game.notes, *game.terms),
                *(flow for flow in (game.setup, game.play, game.round, game.turn) if flow),
                *(*game.actions, *game.steps, *game.effects, *game.worths, *game.triggers),
                *(*game.over, *game.scoring),
            )


@pytest.mark.parametrize(("where", "text", "expected"), list(constructs()))
def test_a_construct_is_read_into_its_node(where: str, text: str, expected: str) -> None:
    assert "\n".join(shape(part) for part in part_of(where, text)) == expected


def test_the_first_comment_line_is_the_summary() -> None:
    assert read("\n# Three in a line.\n# More.\n" + HEAD).summary == "Three in a line."
    assert read(HEAD + "# Late.\n").summary == ""


def test_line_ends_byte_order_marks_and_a_missing_last_line_end_do_not_matter() -> None:
    text = "# Short.\n" + HEAD + "setup\n    shuffle deck   # now\n\n    pass"
    plain = outline(read(text))
    assert outline(read(text.replace("\n", "\r\n"))) == plain
    assert outline(read("\ufeff" + text + "\n")) == plain
    assert outline(read(text.replace("    ", "\t"))) == plain
    assert outline(read(text + "\n   \n  # end")) == plain


def test_a_line_breaks_inside_brackets() -> None:
    game = under("end", "over when f(", "    a,  # first", "", "    [b,", "        c]", ") is 1")
    assert (
        shape(game.over[0].condition)
        == "Compare(operator=is, left=Call(name=f, arguments=[a, ListOf(items=[b, c])]), right=1)"
    )


def test_spans_are_exact_and_lie_inside_each_other() -> None:
    text = (
        HEAD
        + "setup\n    move 2 Visitor from hand of rival to pit if x is 3  @10 @B7\n"
        + "    for each player\n        pass  @1\n"
    )
    source = Source("test.game", text)
    game = read(text)
    assert game.setup is not None
    move, loop = game.setup.body
    assert isinstance(move, n.Move)
    assert isinstance(loop, n.ForEach)

    def covered(node: n.Node | None) -> str:
        assert node is not None
        return text[node.span.start : node.span.end]

    assert covered(move) == "move 2 Visitor from hand of rival to pit if x is 3"
    assert covered(move.source if isinstance(move.source, n.Node) else None) == "hand of rival"
    assert covered(move.condition) == "x is 3"
    assert [covered(cite) for cite in move.cites] == ["@10", "@B7"]
    assert covered(loop) == "for each player\n        pass"
    assert game.span == Span(0, len(text))
    assert source.place(move.span.start) == (5, 5)


def test_words_of_the_language_may_be_names_where_no_line_begins() -> None:
    """Only declarations refuse them: `round` and `players` are read as names in an expression."""
    assert (
        shape(under("end", "over when round is players").over[0].condition)
        == "Compare(operator=is, left=round, right=players)"
    )


def test_tokens_name_every_word_as_it_was_understood() -> None:
    found = tokens(Source("test.game", HEAD + 'zones\n    card "C": open pile @3\n'))
    assert found[2:] == [
        ("WORD", "players", 2, 1),
        ("NUMBER", "2", 2, 9),
        ("WORD", "zones", 4, 1),
        ("NAME", "card", 5, 5),
        ("TEXT", '"C"', 5, 10),
        ("SIGN", ":", 5, 13),
        ("WORD", "open", 5, 15),
        ("WORD", "pile", 5, 20),
        ("CLAUSE", "@3", 5, 25),
    ]


def test_the_outline_shows_the_tree_line_by_line() -> None:
    game = under("setup", "move 1 Keeper from your hand to pit @3")
    assert outline(game) == (
        'Game title="Test"\n'
        "  players: Players low=2 high=2\n"
        "  setup: Flow\n"
        "    body: Move cites=[@3] target=pit\n"
        "      what: SoMany quantity=1\n"
        "        pattern: Const name=Keeper\n"
        "      source: Your name=hand\n"
    )
