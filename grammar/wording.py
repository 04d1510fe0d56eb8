"""What to say about a line that cannot be read: never tokens, always what a rule writer sees and means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .diagnostics import nearest
from .frozen import frozen
from .layout import Line, Token, shorten
from .source import Span
from .words import DEEDS, HEADINGS, PHRASES

Words = Mapping[str, tuple[str, ...]]

_SILENT = {"CITE", "_BROKEN", "_DEDENT", "$END"}
_SHAPES = {
    "NAME": "a name",
    "CAP": "a capitalised name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "_INDENT": "an indented block",
    "_NL": "the end of the line",
}
_VALUE_SIGNS = {"NAME", "NUMBER", "LPAR", "LSQB"}
_VALUE_WORDS = (
    *("no", "your", "by", "number", "sum", "highest", "lowest", "all", "the"),
    *("not", "any", "every", "at", "exactly", "-", "random"),
)
_OPERATORS = ("+", "-", "*", "/", "mod", "is", "are", "has", "have", "can", "cannot", "and", "or")
# Where a line belongs that is often put elsewhere.
_PLACES = {
    "otherwise": "it follows `do`, `may do`, a list of actions or an `if` block, in the same column",
    "over": "`over when` stands under the heading `end`",
    "most": "`most points win` stands under the heading `scoring`",
    "fewest": "`fewest points win` stands under the heading `scoring`",
    "ties": "`ties go to` stands under the heading `scoring`",
    "you": "`you win if` stands under the heading `scoring`",
    "card": "kinds of piece stand under the heading `components`",
    "enum": "enums stand under the heading `components`",
}
_LISTED = 6  # so many possibilities are named before "..."


@frozen
class Fault:
    """A problem of syntax. `instead`, `insert`: the terminal with which the rest of the line can be read."""

    code: str
    message: str
    span: Span
    notes: tuple[tuple[str, Span], ...] = ()
    advice: str | None = None
    instead: str | None = None
    insert: str | None = None


def _terminals(texts: Iterable[str], words: Words) -> set[str]:
    return {terminal for text in texts for terminal in words.get(text, ())}


def _accepted(expected: set[str], words: Words) -> dict[str, str]:
    """The fixed texts that can stand here, with their terminals."""
    return {
        text: terminal for text, terminals in words.items() for terminal in terminals if terminal in expected
    }


def listed(expected: set[str], words: Words) -> str:
    """`from`, `to` or a value: what can stand here, at most a handful."""
    rest = expected - _SILENT
    last: list[str] = []
    if rest >= _VALUE_SIGNS:
        rest -= _VALUE_SIGNS | {"CAP"} | _terminals(_VALUE_WORDS, words)
        last.append("a value")
    if {"STAR", "SLASH"} <= rest:
        rest -= _terminals(_OPERATORS, words)
        last.append("an operator such as `+` or `is`")
    last = [name for shape, name in _SHAPES.items() if shape in rest] + last
    fixed = [f"`{text}`" for text, terminal in sorted(_accepted(rest, words).items()) if terminal in rest]
    if len(fixed) > _LISTED:
        fixed = [*fixed[:_LISTED], "..."]
    named = fixed + last
    return named[0] if len(named) == 1 else ", ".join(named[:-1]) + " or " + named[-1] if named else "nothing"


def _found(token: Token) -> str:
    match token.type:
        case "STRING":
            return f"the text {shorten(token.text)}"
        case "NUMBER":
            return f"the number {shorten(token.text)}"
        case "CITE":
            return f"the clause {token.text}"
        case _:
            return f"`{shorten(token.text)}`"


def _still_open(line: Line, index: int) -> tuple[tuple[str, Span], ...]:
    """A note for the bracket around a token, if there is one."""
    opened: list[Token] = []
    for token in line.tokens[:index]:
        if token.text in ("(", "["):
            opened.append(token)
        elif token.text in (")", "]") and opened:
            opened.pop()
    return ((f"`{opened[-1].text}` is still open", opened[-1].span),) if opened else ()


def _looked_up(line: Line, index: int) -> str:
    """More advice for the cases of `by smaller(...)`: it looks like a key with its cases."""
    opened = _still_open(line, index)
    at = next((i for i, token in enumerate(line.tokens) if opened and token.span == opened[0][1]), 0)
    if at < 2 or line.tokens[at - 2].text != "by" or line.tokens[index].text not in (",", ")"):
        return ""
    return "; what is looked up after `by` is a name, or `suit of card`: a term can give a name to more"


def _opening(line: Line) -> str:
    """The first words of a line, to speak of it."""
    return shorten(" ".join(token.text for token in line.tokens[:3]))


def at_end(line: Line, expected: set[str], words: Words) -> Fault:
    return Fault(
        "line/incomplete",
        "the line ends too early",
        Span(line.end, line.end + 1),
        advice=f"here should follow {listed(expected, words)}",
    )


def block_incomplete(line: Line, expected: set[str], words: Words) -> Fault:
    return Fault(
        "block/incomplete",
        "the block ends too early",
        Span(line.start, line.end),
        advice=f"below this line should follow {listed(expected, words)}",
    )


def missing_block(opener: Line, line: Line | None) -> Fault:
    """The line `opener` needs a block; `line` is the one that should begin it, None where that one is in
    its place.
    """
    if line is None:
        return Fault(
            "block/missing",
            f"`{_opening(opener)}` needs an indented block below it",
            Span(opener.start, opener.end),
            advice="write what belongs to it on the lines below, indented by four more spaces",
        )
    return Fault(
        "block/not-indented",
        f"this line belongs to `{_opening(opener)}` and must be indented",
        Span(line.start, line.end),
        (("this line needs an indented block", Span(opener.start, opener.end)),),
        "indent it by four more spaces than the line it belongs to",
    )


def unexpected_block(line: Line, before: Line | None) -> Fault:
    return Fault(
        "indent/unexpected",
        "this line is indented, but no block begins here",
        Span(line.start, line.end),
        (("this line takes no block", Span(before.start, before.end)),) if before else (),
        "let it begin in the column of the lines around it"
        if before
        else "headings begin at the left margin",
    )


def explain(line: Line, index: int, expected: set[str], words: Words) -> Fault:
    """Why the token at `index` cannot stand where it stands."""
    if index == 0 and "SCORING" in expected:
        return _no_heading(line.tokens[0], words)
    if index == 0 and "MOVE" in expected:
        return _no_statement(line.tokens[0], expected, words)
    if index == 0 and not expected - _SILENT:
        return Fault(
            "block/complete",
            "this line does not belong to the block above it, which is complete",
            Span(line.start, line.end),
            advice="does it begin in the right column?",
        )
    return _wrong_case(line.tokens[index], expected) or _wrong_word(line, index, expected, words)


def _no_heading(token: Token, words: Words) -> Fault:
    if token.type == "WORD" and token.text in (*DEEDS, *PHRASES):
        return Fault(
            "heading/unknown",
            f"`{token.text}` is no heading: it stands inside a block",
            token.span,
            advice="indent it below the heading it belongs to",
        )
    near = nearest(token.text, HEADINGS) if token.type in ("WORD", "CAP") else None
    return Fault(
        "heading/unknown",
        f"{_found(token)} is no heading",
        token.span,
        advice=f"did you mean `{near}`?" if near else f"the headings are {', '.join(HEADINGS)}",
        instead=words[near][0] if near else None,
    )


def _no_statement(token: Token, expected: set[str], words: Words) -> Fault:
    if token.type == "WORD" and token.text in words:
        what = "it is a heading" if token.text in HEADINGS else "it begins no statement of this block"
        margin = "headings begin at the left margin" if token.text in HEADINGS else None
        return Fault(
            "statement/misplaced",
            f"`{token.text}` cannot stand here: {what}",
            token.span,
            advice=_PLACES.get(token.text, margin),
        )
    accepted = {text: name for text, name in _accepted(expected, words).items() if text.isalpha()}
    near = nearest(token.text, accepted) if token.type in ("WORD", "CAP") else None
    return Fault(
        "statement/unknown",
        f"{_found(token)} begins no statement",
        token.span,
        advice=f"did you mean `{near}`?" if near else _statements(token, accepted),
        instead=accepted[near] if near else None,
    )


def _statements(token: Token, accepted: Iterable[str]) -> str:
    if token.type == "STRING":
        return f"to have an action done, write `do {shorten(token.text)}`"
    known = [
        text for text in ("move", "deal", "shuffle", "set", "do", "one", "if", "for") if text in accepted
    ]
    return "a statement begins with a word such as " + ", ".join(f"`{text}`" for text in known)


def _wrong_case(token: Token, expected: set[str]) -> Fault | None:
    text = shorten(token.text)
    if token.type == "WORD" and "CAP" in expected and "NAME" not in expected and len(expected) <= 3:
        return Fault(
            "name/case",
            f"`{text}` must be capitalised: kinds, enums, their values and named seats are",
            token.span,
            advice="write `" + "".join(part[:1].upper() + part[1:] for part in text.split("_")) + "`",
            instead="CAP",
        )
    if token.type == "CAP" and "NAME" in expected and "CAP" not in expected:
        return Fault(
            "name/case",
            f"`{text}` must be written in small letters: zones, notes, terms, options and variables are",
            token.span,
            advice=f"write `{text.lower()}`",
            instead="NAME",
        )
    return None


def _slip(line: Line, index: int, expected: set[str]) -> str | None:
    """What was probably meant, where the words before say it: lines that newcomers to the language write."""
    found = line.tokens[index]
    before = [token.text for token in _within(line, index)]
    verb = line.tokens[1].text if line.tokens[0].text == "may" and index > 1 else line.tokens[0].text
    if verb == "choose" and before[-1:] == ["in"]:
        return f"`choose` takes `from`: `choose {before[-2]} from {shorten(found.text)} ...`"
    if found.type == "CAP" and verb in ("move", "pay") and {"FROM", "TO"} & expected:
        amount = shorten(" ".join(token.text for token in line.tokens[1:index]))
        return f"an amount that must be reckoned stands in brackets: `{verb} ({amount}) {shorten(found.text)} ...`"
    if found.text in ("+", "-", "*", "/") and verb in ("move", "pay") and {"FROM", "TO"} & expected:
        return f"an amount that must be reckoned stands in brackets: `{verb} (price {found.text} 1) Coin ...`"
    if found.text == "where" and "every" in before:
        return "`every` takes no `where`: say it as `no ... where` with the opposite, or as `every ... is ...`"
    if found.text in ("is", "are") and "where" in before:
        return "`where` runs to the end of what is said: what it belongs to stands in brackets, `(number of ... where ...) is 3`"
    return None


def _within(line: Line, index: int) -> list[Token]:
    """The tokens before one, up to the bracket around it; brackets that are closed are left out."""
    out: list[Token] = []
    depth = 0
    for token in reversed(line.tokens[:index]):
        if token.text in (")", "]"):
            depth += 1
        elif token.text in ("(", "["):
            if depth == 0:
                break
            depth -= 1
        elif depth == 0:
            out.append(token)
    return out[::-1]


def _wrong_word(line: Line, index: int, expected: set[str], words: Words) -> Fault:
    token = line.tokens[index]
    accepted = _accepted(expected, words)
    before = line.tokens[index - 1] if index else None
    if before is not None and before.type == "CITE":
        return Fault(
            "cite/misplaced",
            f"{_found(token)} stands behind the clause {before.text}",
            token.span,
            advice="clauses stand at the end of a line, with nothing but a comment after them",
        )
    if token.type == "WORD" and token.text not in words:
        near = nearest(token.text, [text for text in accepted if text.isalpha()])
        if near is not None:
            return Fault(
                "word/unexpected",
                f"`{shorten(token.text)}` cannot stand here",
                token.span,
                _still_open(line, index),
                f"did you mean `{near}`?",
                accepted[near],
            )
    slip = _slip(line, index, expected)
    if slip is not None:
        return Fault("word/unexpected", f"{_found(token)} cannot stand here", token.span, advice=slip)
    if "COLON" in expected and before is not None:
        return Fault(
            "colon/missing",
            f"a colon is missing after `{shorten(before.text)}`",
            Span(before.end, before.end + 1),
            _still_open(line, index),
            "write `:` between what is declared and what it is"
            if "STAR" not in expected
            else "write `key: value`, and a comma between the pairs" + _looked_up(line, index),
            insert="COLON",
        )
    advice = f"expected {listed(expected, words)}"
    return Fault(
        "word/unexpected", f"{_found(token)} cannot stand here", token.span, _still_open(line, index), advice
    )
