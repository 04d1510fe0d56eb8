"""The score sheet and the winners as generated functions."""

from __future__ import annotations

from ..grammar import checked as c
from . import reads
from .domains import loop
from .expressions import code, number, value
from .layout import YOU
from .scope import Module, Scope
from .writer import Writer


def scores_rounds(game: c.CheckedGame) -> bool:
    """Whether the game scores while it is played (`score the round`), and not once at its end."""
    bodies = [game.setup, game.play, game.round or (), game.turn or ()]
    bodies += [action.card.effects for action in game.actions] + [step.body for step in game.steps]
    bodies += [way.card.effects for action in game.actions for way in action.card.ways]
    bodies += [trigger.body for trigger in game.triggers]
    return any(isinstance(node, c.ScoreRound) for body in bodies for node in reads.walk(body))


def points_note(game: c.CheckedGame) -> c.NoteDecl:
    return next(note for note in game.notes if note.builtin and note.name == "points")


def write_sheet(module: Module) -> tuple[tuple[c.ScoreLine, ...], tuple[tuple[c.Variable, ...], ...]]:
    """Write `sheet(s)`: for every line (number of the line, values of the binders around it, value for each seat), and
    `score(s)`, which adds it all to the points. Returns the lines and their binders' variables."""
    game, n = module.setting.game, module.setting.players
    writer = Writer()
    writer.line("known.clear()")
    writer.line("out = []")
    lines: list[c.ScoreLine] = []
    names: list[tuple[c.Variable, ...]] = []
    scope = Scope(module, writer, {}, "you", still=True)
    for entry in game.scoring.lines:
        match entry:
            case c.ScoreLine():
                _line(scope, entry, len(lines), (), n)
                lines.append(entry)
                names.append(())
            case c.ScoreFor(binder=binder, lines=inner):
                scope_you = Scope(module, writer, {}, f"s[{YOU}]", still=True)
                with loop(scope_you, binder) as bound:
                    for each in inner:
                        within = Scope(module, writer, bound.names, "you", still=True)
                        _line(within, each, len(lines), (binder.variable,), n)
                        lines.append(each)
                        names.append((binder.variable,))
    writer.line("return out")
    module.function("def sheet(s):", writer)
    points = module.layout.notes[points_note(game)].first
    adder = Writer()
    with adder.block("for number_, names, values in sheet(s):"), adder.block(f"for you in range({n}):"):
        adder.line(f"s[{points} + you] = whole(s[{points} + you] + values[you], SCORE_AT[number_])")
    if module.traced:
        adder.line("s.events.append(('score',))")
    module.constants["SCORE_AT"] = tuple(line.at.span.start for line in lines)
    module.function("def score(s):", adder)
    return tuple(lines), tuple(names)


def _line(scope: Scope, line: c.ScoreLine, number_: int, binders: tuple[c.Variable, ...], n: int) -> None:
    writer = scope.writer
    row = scope.fresh("row")
    with writer.at(line.at.span):
        writer.line(f"{row} = []")
        with writer.block(f"for you in range({n}):"):
            if line.condition is not None:
                test = code(scope, line.condition)
                with writer.block(f"if not {test}:"):
                    writer.line(f"{row}.append(0)")
                    writer.line("continue")
            text = number(scope, line.value)
            writer.line(f"{row}.append(whole({text}, {line.at.span.start}))")
        values = "".join(f"{scope.names[variable]}, " for variable in binders)
        writer.line(f"out.append(({number_}, ({values}), tuple({row})))")


def write_winners(module: Module) -> None:
    """Write `winners(s)`: (number of the tie-break that decided, 0 for none; winning seats). Points must be complete."""
    setting = module.setting
    game, n = setting.game, setting.players
    scoring = game.scoring
    writer = Writer()
    points = module.layout.notes[points_note(game)].first
    teams = n // game.team_size if game.team_size else n
    writer.line(f"p = [sum(s[{points} + seat] for seat in range(k, {n}, {teams})) for k in range({teams})]")
    writer.line(f"p = [p[seat % {teams}] for seat in range({n})]")
    scope = Scope(module, writer, {}, "you")
    if scoring.wins_if is not None:
        with writer.at(scoring.wins_if.span):
            writer.line("left = []")
            with writer.block(f"for you in range({n}):"):
                text = code(scope, scoring.wins_if)
                with writer.block(f"if {text}:"):
                    writer.line("left.append(you)")
            if teams < n:
                writer.line(
                    f"left = [seat for seat in range({n}) if seat % {teams} in {{won % {teams} for won in left}}]"
                )
            if scoring.most_points is None:
                writer.line("return 0, tuple(left)")
            else:
                with writer.block("if left:"):
                    writer.line("return 0, tuple(left)")
    if scoring.most_points is not None:
        word = "max" if scoring.most_points else "min"
        writer.line(f"best = {word}(p)")
        writer.line(f"left = [seat for seat in range({n}) if p[seat] == best]")
        writer.line("decided = 0")
        for place, tie in enumerate(scoring.ties):
            with writer.at(tie.at.span):
                with writer.block(f"if len({{seat % {teams} for seat in left}}) < 2:"):
                    writer.line("return decided, tuple(left)")
                writer.line("tied = left")
                if tie.most is None:
                    here = Scope(module, writer, {}, "-1")
                    text = code(here, tie.value)
                    writer.line(f"x = {text}")
                    with writer.block("if x in left:"):
                        writer.line(f"left = [seat for seat in left if seat % {teams} == x % {teams}]")
                else:
                    writer.line("values = []")
                    with writer.block("for you in left:"):
                        text = value(scope, tie.value)
                        writer.line(f"values.append({text})")
                    pick = "max" if tie.most else "min"
                    writer.line(f"best = {{seat % {teams} for seat, v in zip(left, values) if v == {pick}(values)}}")
                    writer.line(f"left = [seat for seat in left if seat % {teams} in best]")
                with writer.block("if len(left) < len(tied):"):
                    writer.line(f"decided = {place + 1}")
        writer.line("return decided, tuple(left)")
    elif scoring.wins_if is None:
        writer.line("return 0, ()")
    module.function("def winners(s):", writer)
