"""`rulewright play`: a game at the terminal, or answered from a pipe."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import click

from .choose import NotPicked, Picked, labels, pick
from .engine import State, View, library, printed_on, seen_by
from .errors import FINE, Wrong
from .parameters import fitting_players, game_argument, players_option, rules_option, seat_kinds, seats_option
from .printed import details, named_in
from .render import detailed, folded, result_lines, score_table, table
from .terminal import Terminal

HUMAN = "human"
RANDOM = "random"
SITTERS = (HUMAN, RANDOM)
PATIENCE = 20  # a stream of lines that fit nothing must end some time


@click.command("play")
@game_argument
@players_option
@seats_option
@click.option("--seed", type=int, metavar="S", help="Where chance begins; the same seed gives the same game.")
@rules_option
@click.option("--plain", is_flag=True, help="No colour, and no moving of the cursor.")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    players: int | None,
    seats: dict[int, str],
    seed: int | None,
    options: dict[str, str],
    plain: bool,
) -> None:
    """Play a game at the terminal.

    A seat is taken by "human" or "random"; the first by you and the others by bots if you say nothing. Answer
    with a choice's number, its text, or the beginning of its text. "quit" leaves. When the input is no
    terminal, each line of it is one choice; empty lines and lines that begin with # are passed over.

    \b
    Example:
      rulewright play satanimals --players 4 --seat 1=human --seat 2=human
      printf '5\\n1\\n9\\n' | rulewright play tic_tac_toe --seed 1
    """
    loaded = library().load(game)
    count = fitting_players(players, loaded.players)
    seed = random.SystemRandom().randrange(2**31) if seed is None else seed
    state = loaded.start(players=count, seed=seed, options=options)
    sitters = seat_kinds(seats, count, SITTERS)
    if HUMAN not in sitters.values():
        sitters.setdefault(0, HUMAN)
    terminal = Terminal.of_process(plain)
    terminal.heading(loaded.title)
    terminal.say([f"{count} players, seed {seed}"])
    ctx.exit(Sitting(state, sitters, seed, terminal).run())


class Sitting:
    """One game from its start to its end, or until somebody leaves."""

    def __init__(self, state: State, sitters: Mapping[int, str], seed: int, terminal: Terminal) -> None:
        self.state = state
        self.terminal = terminal
        self.cards = printed_on(state)
        self.humans = sorted(seat for seat, who in sitters.items() if who == HUMAN)
        self.heard: dict[int, Sequence[str]] = dict.fromkeys(self.humans, ())  # the log as each human knows it
        self.shown: tuple[int, View] | None = None  # the view on the screen, and whose it is
        self.together = False  # whether others were still deciding at once when a person last chose
        self.read = 0  # entries taken from the input
        # Each bot has its own generator: what one of them does must not depend on how many people play.
        self.bots = {seat: random.Random(f"{seed}/{seat}") for seat in range(len(state.seats))}

    def run(self) -> int:
        """Play on until the game is over or somebody leaves; gives the exit code."""
        state = self.state
        watched = 0  # entries of the whole log that have been printed
        while state.actors:
            # Several may be about to decide at once: they are asked in turn, and their views and logs keep
            # quiet about each other until the last has decided.
            seat = state.actors[0]
            if seat in self.heard:
                if not self.decide(seat):
                    return FINE
            else:
                state.apply(self.bots[seat].randrange(len(state.choices(seat))), seat)
            if not self.humans:
                log = state.log()[:-1]  # the last entry grows until its move is complete
                self.tell(log[watched:])
                watched = len(log)
        if not self.humans:
            self.tell(state.log()[watched:])
        self.finish()
        return FINE

    def decide(self, seat: int) -> bool:
        """Ask a person for one choice and make it; False if the person leaves."""
        if not self.show(seat):
            return False
        state = self.state
        texts = [choice.text for choice in state.choices(seat)]
        numbers = labels(texts)
        width = max(map(len, numbers))
        self.terminal.say()
        question = state.question(seat)
        self.terminal.heading(question)
        told = named_in(question, self.cards)
        self.explain(told, 0)
        on_table = detailed(seen_by(state, seat), self.cards)
        for number, text in zip(numbers, texts, strict=True):
            self.terminal.say([f"  {number.rjust(width)}" + ("" if number == text else f"  {text}")])
            if text not in on_table:
                self.explain([text], width + 4)
        for _ in range(PATIENCE):
            entry = self.terminal.ask("> ")
            if entry is None:
                return self.ended()
            self.read += 1
            if entry.casefold() == "quit":
                self.terminal.say(["You have left the game."])
                return False
            match pick(entry, texts):
                case Picked(index):
                    self.together = len(state.actors) > 1
                    state.apply(index, seat)
                    return True
                case NotPicked(message):
                    self.terminal.say([message])
        raise Wrong(f"the last {PATIENCE} entries fit none of the choices; the game ends here.")

    def explain(self, names: Sequence[str], margin: int) -> None:
        """What is printed on some cards."""
        lead = " " * margin
        self.terminal.say(lead + line for line in details(names, self.cards, self.terminal.width - margin))

    def ended(self) -> bool:
        """No more entries: a person who closes the terminal leaves, a file that is too short is a fault."""
        if self.terminal.interactive:
            self.terminal.say(["You have left the game."])
            return False
        entries = "1 entry" if self.read == 1 else f"{self.read} entries"
        raise Wrong(f"the input ended after {entries}, before the game was over.")

    def show(self, seat: int) -> bool:
        """The events since this seat was last asked, and the table if it has changed; False: nobody came."""
        view = seen_by(self.state, seat)
        before = self.shown
        if before is not None and before[0] != seat and self.terminal.interactive and self.secretive():
            if not self.terminal.hand_over(self.state.seats[seat]):
                return self.ended()
            before = None
        changed = before is None or before[0] != seat or _position(before[1]) != _position(view)
        log = self.state.log(seat)
        fresh = unheard(log, self.heard[seat])
        if fresh and not changed and log[-1].startswith(f"{self.state.seats[seat]}:"):
            log = log[:-1]  # this seat is in the middle of a move, which is told when it has done something
        news = unheard(log, self.heard[seat])
        self.heard[seat] = log
        if news:
            self.terminal.say()
            self.tell(news)
        if changed:
            self.terminal.say(["", *table(view, self.terminal.width, self.cards)])
        self.shown = (seat, view)
        return True

    def tell(self, entries: Sequence[str]) -> None:
        """Entries of the log, broken to the width."""
        self.terminal.say(line for entry in entries for line in folded(entry, self.terminal.width))

    def secretive(self) -> bool:
        """Whether people at one screen could learn from it what they may not know."""
        if self.together or len(self.state.actors) > 1:
            return True
        first, *others = (seen_by(self.state, human) for human in self.humans)
        return any(zone["sight"] == "private" for zone in first["zones"]) or any(
            _position(other) != _position(first) for other in others
        )

    def finish(self) -> None:
        """The last events, the score sheet, who has won and why."""
        state = self.state
        if self.humans:
            # Several people read the same screen: they get what all of them may know.
            if len(self.humans) > 1 and self.terminal.interactive and self.secretive():
                self.terminal.clear()
            logs = [unheard(state.log(seat), self.heard[seat]) for seat in self.humans]
            self.terminal.say()
            self.tell([entry for entry in logs[0] if all(entry in log for log in logs[1:])])
            if len(self.humans) == 1:
                self.terminal.say(["", *table(seen_by(state, self.humans[0]), self.terminal.width, self.cards)])
        self.terminal.say()
        sheet = state.score_sheet
        if sheet:
            self.terminal.heading("Score sheet")
            self.terminal.say([*score_table(sheet, state.seats, state.scores), ""])
        if state.outcome is not None:
            first, *rest = result_lines(state.outcome, state.seats)
            self.terminal.heading(first)
            self.terminal.say(rest)


def unheard(log: Sequence[str], heard: Sequence[str]) -> Sequence[str]:
    """The entries since those that were heard; an entry that has grown since counts as new."""
    same = 0
    while same < min(len(log), len(heard)) and log[same] == heard[same]:
        same += 1
    return log[same:]


def _position(view: View) -> tuple[object, ...]:
    """What the table shows of a view, whoever looks."""
    return view["round"], view["points"], view["zones"], view["notes"]
