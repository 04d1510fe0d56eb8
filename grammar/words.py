"""The words of the language that may not be names, and those that begin a heading or a line."""

from __future__ import annotations

# fmt: off
HEADINGS = (
    "game", "players", "options", "components", "zones", "notes", "terms", "setup", "play", "round", "turn",
    "action", "step", "effect", "worth", "whenever", "end", "scoring",
)
DEEDS = (
    "move", "deal", "refill", "shuffle", "roll", "swap", "set", "add", "remove", "show", "remember", "end",
    "next", "score", "pass",
)
# Words that begin any other line of a block.
PHRASES = (
    "do", "may", "one", "up", "any", "as", "players", "each", "all", "repeat", "if", "otherwise", "for",
    "needs", "pay", "choose", "over", "most", "fewest", "ties", "you", "enum", "card", "piece", "token",
    "die",
)
_JOINING = (
    "and", "or", "not", "is", "are", "has", "have", "can", "cannot", "no", "every", "exactly", "the", "your",
    "by", "of", "in", "to", "from", "with", "where", "until", "means", "becomes", "when", "number", "sum",
    "mod", "at", "random", "highest", "lowest",
)
# fmt: on

# `card`, `piece`, `token`, `die` are good names for one of these, `players` for several seats; many games
# have a term `worth`.
_FREE = {"card", "piece", "token", "die", "players", "worth"}
RESERVED = frozenset((*HEADINGS, *DEEDS, *PHRASES, *_JOINING)) - _FREE
