"""What others are told of a decision, inferred from what it touches.

A card that was chosen is told to those who see it move. Any other value (a kind that was named, a seat, a number) is told,
unless the action does nothing with it but write it into notes that are not open. An action of an `all players at once` that
touches nothing open is not told at all. There all are busy at the same time: what one of them takes into a private zone
nobody else sees, only that a card has come there.
"""

from __future__ import annotations

from ..grammar import checked as c
from . import reads
from .reads import ANY_ZONE, DICE, Dependencies


class Secrets:
    """Answers for one game; remembers them."""

    def __init__(self, game: c.CheckedGame) -> None:
        self._needs = Dependencies(game)
        self._game = game
        self._open_action: dict[int, bool] = {}
        self._told: dict[tuple[int, int, bool], bool] = {}

    def touches_open(self, action: c.ActionDecl) -> bool:
        """Whether an action, done at once with those of others, changes anything that everybody can see."""
        key = id(action)
        if key not in self._open_action:
            written = self._needs.writes(*(line for line in _deeds(action) if not self._unseen(line)))
            self._open_action[key] = any(self._is_open(part) for part in written)
        return self._open_action[key]

    def _unseen(self, line: object) -> bool:
        """Whether a deed takes something into a private zone."""
        match line:
            case c.Move(target=target) | c.Pay(target=target):
                names = reads.families_of(target.place.type) or frozenset()
                sights = [zone.sight for zone in self._game.zones if zone.name in names]
                return bool(sights) and all(sight is c.Sight.PRIVATE for sight in sights)
            case _:
                return False

    def _is_open(self, part: reads.Key) -> bool:
        match part:
            case c.ZoneDecl() | c.NoteDecl():
                return part.sight in (c.Sight.OPEN, c.Sight.TOP_OPEN)
            case _:
                return part in (ANY_ZONE, DICE)

    def told(self, path: tuple[c.ActionDecl, ...], variable: c.Variable, together: bool = False) -> bool:
        """Whether the value of a choice (that is no card) is told to all. `together`: all chose at once."""
        if not path:
            return True
        key = (id(path[0]), id(variable), together)
        if key not in self._told:
            self._told[key] = self._find(path[0], variable, together)
        return self._told[key]

    def _find(self, action: c.ActionDecl, variable: c.Variable, together: bool) -> bool:
        used = False
        for line in _deeds(action):
            if not any(
                isinstance(n, c.VariableRef) and n.variable.name.rstrip("s") == variable.name.rstrip("s")
                for n in reads.walk(line)
            ):
                continue
            used = True
            if together and self._unseen(line):
                continue
            match line:
                case c.SetNote(note=note) | c.AddTo(note=note) | c.RemoveFrom(note=note):
                    if note.note.sight in (c.Sight.OPEN, c.Sight.TOP_OPEN):
                        return True
                case _:
                    return True
        return not used


def _deeds(action: c.ActionDecl) -> list[object]:
    """Every payment and deed of an action and its ways, and what it does besides (a step, another action)."""
    out: list[object] = [line for line in action.card.head if isinstance(line, c.Pay)]
    out.extend(node for node in reads.walk(action.card.effects) if isinstance(node, (c.Deed, c.Do)))
    for way in action.card.ways:
        out.extend(_deeds(way))
    return out
