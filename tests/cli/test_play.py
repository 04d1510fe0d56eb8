"""Playing from a pipe: what is shown, what is accepted, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from click.testing import Result

from rulewright.cli import play
from rulewright.cli.terminal import Terminal

Run = Callable[..., Result]
BOTH = ("--seat", "1=human", "--seat", "2=human")


def test_a_game_is_played_to_its_end_by_numbers_and_texts(run: Run) -> None:
    result = run("play", "tic_tac_toe", *BOTH, entries="1\nrow 2 column 1\nROW 1 COLUMN 2\n3\n1\n")
    assert result.exit_code == 0, result.output
    assert "Seat 1 wins.\nReason: a line is complete\n" in result.stdout
    assert result.stderr == ""


def test_empty_lines_and_comments_are_no_choices(run: Run) -> None:
    result = run("play", "tic_tac_toe", *BOTH, entries="\n# the corner\n1\n\n  # beside it\n  1  \n1\nquit\n")
    assert result.exit_code == 0
    assert "row 1 column 3\n" in result.stdout
    assert "> # the corner" not in result.stdout


def test_the_input_ending_early_is_said_clearly(run: Run) -> None:
    result = run("play", "tic_tac_toe", "--seed", "1", entries="5\n")
    assert result.exit_code == 2
    assert result.stderr == "Error: the input ended after 1 entry, before the game was over.\n"


def test_a_wrong_entry_is_explained_and_asked_again(run: Run) -> None:
    result = run("play", "tic_tac_toe", *BOTH, entries="row\nrow 1 colunm 1\n0\n5\nquit\n")
    assert result.exit_code == 0
    assert '"row" fits several choices: row 1 column 1 (1), ' in result.stdout
    assert 'Did you mean "row 1 column 1" (1)?' in result.stdout
    assert "Enter a number from 1 to 9, or" in result.stdout
    assert "Seat 1: row 2 column 2" in result.stdout


def test_quit_leaves_without_a_fault(run: Run) -> None:
    result = run("play", "tic_tac_toe", entries="QUIT\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("You have left the game.\n")


def test_an_endless_stream_of_nonsense_ends(run: Run) -> None:
    result = run("play", "tic_tac_toe", entries="nonsense\n" * 100)
    assert result.exit_code == 2
    assert "fit none of the choices" in result.stderr


def test_bytes_that_are_no_text_fit_no_choice(run: Run) -> None:
    result = run("play", "tic_tac_toe", entries=b"\xff\xfe\x00\x80\nquit\n")
    assert result.exit_code == 0
    assert "is none of the choices" in result.stdout


def test_the_log_since_the_last_decision_comes_before_the_question(run: Run) -> None:
    result = run("play", "tic_tac_toe", "--seed", "3", entries="1\nquit\n")
    _, after = result.stdout.split("> 1\n")
    assert after.index("Seat 1: row 1 column 1") < after.index("Seat 2: ") < after.index("Mark a square")


def test_the_first_seat_is_human_and_the_others_are_bots_if_nothing_is_said(run: Run) -> None:
    result = run("play", "showdown", "--players", "4", "--seed", "1", entries="quit\n")
    assert "Seat 1 (you)" in result.stdout
    for seat in (2, 3, 4):
        assert f"Seat {seat} (you)" not in result.stdout


def test_the_first_seat_is_a_bot_where_another_seat_is_human(run: Run) -> None:
    result = run("play", "showdown", "--players", "3", "--seat", "2=human", "--seed", "1", entries="quit\n")
    assert "Seat 2 (you)" in result.stdout
    assert "Seat 1 (you)" not in result.stdout


def test_bots_alone_play_the_game_for_us_to_watch(run: Run) -> None:
    result = run("play", "tic_tac_toe", "--seat", "1=random", "--seat", "2=random", "--seed", "2")
    assert result.exit_code == 0
    assert "Seat 1: row" in result.stdout
    assert "Reason: " in result.stdout


def test_the_fewest_players_play_if_nothing_is_said(run: Run) -> None:
    assert "2 players, seed 1\n" in run("play", "showdown", "--seed", "1", entries="quit\n").stdout


def test_the_same_seed_gives_the_same_game(run: Run, fake: ModuleType) -> None:
    entries = "\n".join(map(str, fake.Showdown(3, 5).hands[0])) + "\n"
    first, again = (run("play", "showdown", "--players", "3", "--seed", "5", entries=entries).stdout for _ in range(2))
    assert first == again
    assert "seed 5" in first


def test_choices_made_at_once_stay_secret_until_all_are_in(run: Run, fake: ModuleType) -> None:
    hands = fake.Showdown(2, 4).hands
    entries = "".join(f"{one}\n{two}\n" for one, two in zip(*hands, strict=True))
    result = run("play", "showdown", *BOTH, "--seed", "4", entries=entries)
    assert result.exit_code == 0, result.output
    before, after = result.stdout.split(f"> {hands[1][0]}\n", 1)
    assert "shows" not in before
    assert f"Seat 1 shows {hands[0][0]}\nSeat 2 shows {hands[1][0]}" in after


def test_the_end_shows_the_score_sheet_line_by_line(run: Run, fake: ModuleType) -> None:
    entries = "".join(f"{one}\n{two}\n" for one, two in zip(*fake.Showdown(2, 4).hands, strict=True))
    end = run("play", "showdown", *BOTH, "--seed", "4", entries=entries).stdout.split("Score sheet\n")[1]
    titles = [line.split("  ")[0] for line in end.splitlines()]
    assert titles[1:3] == ["Rounds won", "Flame"]
    assert titles[4] == "Total"
    assert "Reason: three rounds have been played" in end


def test_a_game_that_breaks_down_says_so_with_the_line(run: Run) -> None:
    result = run("play", "broken", *BOTH, entries="1\n1\n1\n")
    assert result.exit_code == 1
    assert result.stderr == "Error: broken.game:7:1: nothing can be done here\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("shodown",), "There is no game called shodown. Did you mean showdown?"),
        (("tic_tac_toe", "--seed", "soon"), "'soon' is not a valid integer"),
        (("tic_tac_toe", "--players", "9"), "not for 9 players"),
        (("tic_tac_toe", "--players", "0"), "0 is not in the range"),
        (("tic_tac_toe", "--seat", "3=human"), "there is no seat 3; 2 play"),
        (("tic_tac_toe", "--seat", "2=humn"), "Did you mean human?"),
        (("tic_tac_toe", "--seat", "human"), "should be a seat and who sits there"),
        (("tic_tac_toe", "--seat", "1=human", "--seat", "1=random"), "seat 1 is given twice"),
        (("tic_tac_toe", "--option", "stop_at"), "should be an option and its value"),
        (("tic_tac_toe", "--option", "start=2"), "There is no option start"),
        (("binary.game",), "binary.game is no text in UTF-8"),
    ],
)
def test_wrong_usage_is_refused_with_a_reason(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_faulty_definition_is_reported_like_validate_does(run: Run) -> None:
    result = run("play", "faulty.game")
    assert result.exit_code == 1
    assert "faulty.game:3:8: error: There is no kind called Crad. [name/unknown]" in result.stderr


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], list[str]]:
    """Everything that a person at a terminal sees, given what that person enters."""
    lines: list[str] = []

    def set_up(answers: list[str]) -> list[str]:
        given = iter(answers)

        def ask(self: Terminal, prompt: str) -> str | None:
            lines.append(prompt)
            return next(given, None)

        monkeypatch.setattr(Terminal, "ask", ask)
        monkeypatch.setattr(Terminal, "say", lambda self, texts=("",): lines.extend(texts))
        monkeypatch.setattr(Terminal, "heading", lambda self, text: lines.append(text))
        monkeypatch.setattr(Terminal, "clear", lambda self: lines.clear())
        return lines

    return set_up


def test_a_shared_screen_is_cleared_before_another_seat_looks(
    screen: Callable[[list[str]], list[str]], fake: ModuleType
) -> None:
    state = fake.Showdown(2, 4)
    first, second = state.hands[0][0], state.hands[1][0]
    lines = screen([str(first), "", str(second), "", "quit"])
    sitting = play.Sitting(state, {0: "human", 1: "human"}, 4, Terminal(interactive=True, plain=True))
    assert sitting.decide(0)
    assert "Seat 1 (you)   0 points" in "\n".join(lines)
    assert sitting.decide(1)
    text = "\n".join(lines)
    assert lines[0] == "Seat 2: press Enter when nobody else can see the screen. "
    assert "Seat 1 (you)" not in text
    assert "Seat 2 (you)" in text


def test_a_shared_screen_stays_where_nothing_is_secret(
    screen: Callable[[list[str]], list[str]], fake: ModuleType
) -> None:
    lines = screen(["1", "1", "quit"])
    sitting = play.Sitting(fake.Noughts(), {0: "human", 1: "human"}, 1, Terminal(interactive=True, plain=True))
    assert sitting.run() == 0
    assert not [line for line in lines if "press Enter" in line]


def test_closing_a_terminal_is_leaving_and_no_fault(screen: Callable[[list[str]], list[str]], fake: ModuleType) -> None:
    lines = screen([])
    sitting = play.Sitting(fake.Noughts(), {0: "human"}, 1, Terminal(interactive=True, plain=True))
    assert sitting.run() == 0
    assert lines[-1] == "You have left the game."


@pytest.mark.parametrize(
    ("log", "heard", "news"),
    [
        (["a", "b"], [], ["a", "b"]),
        (["a", "b"], ["a"], ["b"]),
        (["a", "b; then c"], ["a", "b"], ["b; then c"]),
        (["a"], ["a"], []),
    ],
)
def test_an_entry_that_has_grown_is_told_anew(log: list[str], heard: list[str], news: list[str]) -> None:
    assert play.unheard(log, heard) == news
