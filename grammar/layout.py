"""Cuts a definition into logical lines of tokens, each on its level of indentation, and repairs what can be
repaired.

A line may break inside brackets; what goes on must be indented more than the line it goes on, or begin with
the closing bracket. So a bracket that is never closed costs one line and not the rest of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .diagnostics import Note, Problem
from .source import UNSHOWABLE, Source, Span

# Limits that no real definition comes near. They keep every later stage, which may recurse, on firm ground.
MAX_TEXT = 200_000  # characters of a file
MAX_NAME = 100  # characters of a name
MAX_BRACKETS = 50  # brackets inside brackets
MAX_LEVELS = 25  # blocks inside blocks
MAX_JOINTS = 120  # words and signs in one line that put one value inside another
MAX_NUMBER = 2**63 - 1
MAX_PROBLEMS = 50
TAB = 4  # columns; only where a whole file is indented with tabs

CLOSING = {"(": ")", "[": "]"}
JOINTS = frozenset({"of", "not", "and", "or", "where", "for", "mod", "by", "if", "+", "-", "*", "/"})

_FREE = frozenset({"STRING", "COMMENT", "OPEN"})  # may hold any letters
_TOKEN = re.compile(
    r"""[ \t]*(?:
      (?P<WORD>[a-z][a-z0-9_]*(?!\w))
    | (?P<NEWLINE>\r?\n)
    | (?P<CAP>[A-Z][A-Za-z0-9]*(?!\w))
    | (?P<SIGN>[()\[\],:+\-*/])
    | (?P<NUMBER>[0-9]+(?!\w))
    | (?P<CITE>@[A-Z]?[0-9]+[a-z]?(?!\w))
    | (?P<STRING>"[^"\r\n]*")
    | (?P<COMMENT>\#[^\r\n]*)
    | (?P<OPEN>"[^"\r\n]*)
    | (?P<NAMELIKE>\w+)
    | (?P<CITELIKE>@\w*)
    | (?P<STRAY>[^\s\w()\[\],:+\-*/"\#@]+|.)
    )""",
    re.VERBOSE,
)


@dataclass(slots=True)
class Token:
    """`type` is WORD, CAP, NUMBER, STRING, CITE or SIGN until the parser says which word of the language a
    word is.
    """

    type: str
    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(slots=True)
class Line:
    """A logical line. `faulty`: a problem is reported and the line repaired; `lost`: it cannot be read at
    all.
    """

    tokens: list[Token]
    column: int  # the width of its indentation
    level: int = 0
    faulty: bool = False
    lost: bool = False

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end


@dataclass(slots=True)
class Faults:
    """The problems of one source, at most `MAX_PROBLEMS`; what comes after is dropped."""

    source: Source
    problems: list[Problem] = field(default_factory=list)

    @property
    def full(self) -> bool:
        return len(self.problems) >= MAX_PROBLEMS

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        notes: tuple[tuple[str, Span], ...] = (),
        advice: str | None = None,
    ) -> None:
        if not self.full:
            listed = tuple(Note(text, self.source, at) for text, at in notes)
            self.problems.append(Problem(code, message, self.source, span, listed, advice))


def lines(source: Source, faults: Faults) -> list[Line]:
    """All logical lines that hold anything but a comment."""
    found = list(_Cutter(source.text, faults).cut())
    _set_levels(found, faults)
    return found


class _Cutter:
    """One pass over the text. `opened` holds the brackets of the present line that are still open."""

    def __init__(self, text: str, faults: Faults) -> None:
        self.text = text
        self.faults = faults
        self.line: Line | None = None
        self.opened: list[Token] = []
        self.joints = 0
        self.cut_short = False  # whether the line before was ended because it left a bracket open
        self.tabs: bool | None = None  # whether the first indentation of the file was made of tabs

    def cut(self) -> Iterator[Line]:
        text = self.text
        position = 1 if text.startswith("\ufeff") else 0
        fresh = position  # where the physical line began, if nothing of it has been seen; else -1
        for match in _TOKEN.finditer(text, position, len(text.rstrip(" \t"))):
            kind = match.lastgroup
            assert kind is not None
            start, end = match.span(kind)
            if kind == "NEWLINE":
                if self.line is not None and not self.opened:
                    self.cut_short = False
                    yield self.finish()
                fresh = end
                continue
            if kind in _FREE and (hidden := UNSHOWABLE.search(text, start, end)):
                self.control(hidden.group(), hidden.start())
                continue
            if kind == "COMMENT":
                continue
            if (kind == "STRAY" and ord(text[start]) < 32) or text[start] == "\x7f":
                self.control(text[start], start)
                continue
            if fresh >= 0:
                column = self.column(fresh, start)
                fresh = -1
                if self.line is not None and column <= self.line.column and text[start] not in ")]":
                    self.close_all()
                    yield self.finish()
                    self.cut_short = True
                if self.line is None:
                    self.line = Line([], column)
            assert self.line is not None
            if kind == "WORD" or kind == "CAP":
                self.put(kind, start, end)
            else:
                self.other(kind, start, end)
        if self.line is not None:
            if self.opened:
                self.close_all()
            yield self.finish()

    def finish(self) -> Line:
        line = self.line
        assert line is not None
        self.line = None
        if self.joints > MAX_JOINTS and not line.lost:
            self.lose(
                line,
                "line/too-deep",
                f"one line joins more than {MAX_JOINTS} values",
                Span(line.start, line.end),
                advice="give parts of it names of their own under `terms`",
            )
        self.joints = 0
        self.opened.clear()
        if not line.tokens:  # only stray characters
            line.lost = True
            line.tokens.append(Token("STRAY", "", self.last_end, self.last_end))
        return line

    last_end = 0

    def lose(self, line: Line, code: str, message: str, span: Span, advice: str | None = None) -> None:
        if not line.faulty:
            self.faults.add(code, message, span, advice=advice)
        line.faulty = line.lost = True

    def put(self, kind: str, start: int, end: int) -> None:
        line = self.line
        assert line is not None
        if line.lost and line.tokens:
            return
        text = self.text[start:end]
        if end - start > MAX_NAME and kind in ("WORD", "CAP"):
            self.lose(
                line,
                "name/too-long",
                f"a name has at most {MAX_NAME} letters, this one {end - start}",
                Span(start, end),
            )
            text = text[:MAX_NAME]
        if text in JOINTS:
            self.joints += 1
        line.tokens.append(Token(kind, text, start, end))

    def fault(self, code: str, message: str, span: Span, advice: str | None = None) -> None:
        """A problem inside the present line, which is repaired and read on; what follows from it is not
        reported.
        """
        assert self.line is not None
        self.last_end = span.start
        if not self.line.faulty:
            self.faults.add(code, message, span, advice=advice)
        self.line.faulty = True

    def other(self, kind: str, start: int, end: int) -> None:
        """Everything but words: signs, numbers, texts, and what does not belong in a definition."""
        text = self.text[start:end]
        match kind:
            case "SIGN":
                if text in "([":
                    self.open(start, end)
                elif text in ")]":
                    self.close(text, start, end)
                else:
                    self.put("SIGN", start, end)
            case "NUMBER":
                if len(text.lstrip("0")) > 19 or int(text) > MAX_NUMBER:
                    self.fault(
                        "number/too-large",
                        f"a number is at most {MAX_NUMBER} (2 to the 63rd, less 1)",
                        Span(start, end),
                    )
                    start = end - 1
                self.put("NUMBER", start, end)
            case "STRING" | "CITE":
                self.put(kind, start, end)
            case "OPEN":
                self.fault(
                    "text/unclosed",
                    "this text has no closing quotation mark",
                    Span(start, start + len(text.rstrip())),
                    advice='a text ends on the line where it begins: "like this"',
                )
                assert self.line is not None
                self.line.tokens.append(
                    Token("STRING", text.rstrip() + '"', start, start + len(text.rstrip()))
                )
            case "NAMELIKE":
                self.namelike(text, start, end)
            case "CITELIKE":
                self.fault(
                    "cite/spelling",
                    f"`{shorten(text)}` is no clause",
                    Span(start, end),
                    advice="a clause is a number, or a letter and a number: @10, @B7",
                )
            case _:
                self.stray(text, start, end)

    def namelike(self, text: str, start: int, end: int) -> None:
        """Letters, digits and `_` that make no name: `myZone`, `2nd`, `Zoo_Keeper`, `zoö`."""
        span = Span(start, end)
        if len(text) > MAX_NAME:
            self.fault("name/too-long", f"a name has at most {MAX_NAME} letters, this one {len(text)}", span)
        elif not text.isascii():
            odd = next(char for char in text if not char.isascii())
            self.fault(
                "name/spelling",
                f"`{text}` is no name: it holds `{odd}`",
                span,
                advice="names use a to z, digits and _",
            )
        elif text[0].isdigit():
            self.fault("name/spelling", f"`{text}` is no name: a name begins with a letter", span)
        elif text[0].isupper():
            parts = "".join(part[:1].upper() + part[1:] for part in text.split("_"))
            self.fault(
                "name/spelling",
                f"`{text}` is no name: a capitalised name has no `_`",
                span,
                advice=f"write `{parts}`",
            )
        elif text[0] == "_":
            self.fault("name/spelling", f"`{text}` is no name: a name begins with a letter", span)
        else:
            small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
            large = text[0].upper() + text[1:].replace("_", "")
            self.fault(
                "name/spelling",
                f"`{text}` is no name: capitals and small letters are mixed",
                span,
                advice=f"write `{small}` for what varies, `{large}` for what is fixed",
            )
        assert self.line is not None
        kind = "CAP" if text[0].isupper() else "WORD"
        self.line.tokens.append(Token(kind, text[:MAX_NAME], start, end))

    def stray(self, text: str, start: int, end: int) -> None:
        shown = shorten(text) if text.isprintable() else f"U+{ord(text[0]):04X}"
        self.fault("character/stray", f"`{shown}` has no meaning here", Span(start, end), advice=_hint(text))

    def control(self, char: str, start: int) -> None:
        """A character that shows nothing. It may stand anywhere, even before a line begins."""
        if self.line is None or not self.line.faulty:
            names = {"\0": "a zero byte", "\f": "a form feed", "\r": "a lone carriage return"}
            self.faults.add(
                "character/control",
                f"{names.get(char, 'a control character')} (U+{ord(char):04X}) stands in the text",
                Span(start, start + 1),
                advice="remove it; lines end with a line feed",
            )
        if self.line is not None:
            self.line.faulty = True

    def open(self, start: int, end: int) -> None:
        line = self.line
        assert line is not None
        self.put("SIGN", start, end)
        token = Token("SIGN", self.text[start:end], start, end)
        self.opened.append(token)
        if len(self.opened) > MAX_BRACKETS:
            self.lose(
                line,
                "bracket/too-deep",
                f"more than {MAX_BRACKETS} brackets stand inside each other",
                token.span,
                advice="give parts of it names of their own under `terms`",
            )

    def close(self, text: str, start: int, end: int) -> None:
        if not self.opened:
            if self.cut_short and self.line is not None:
                self.line.faulty = True  # it closes what was reported as unclosed on the line before
            self.fault(
                "bracket/unopened", f"`{text}` closes nothing: no bracket is open here", Span(start, end)
            )
            return
        last = self.opened.pop()
        if CLOSING[last.text] == text:
            self.put("SIGN", start, end)
            return
        assert self.line is not None
        if not self.line.faulty:
            self.faults.add(
                "bracket/mismatched",
                f"`{text}` cannot close `{last.text}`",
                Span(start, end),
                (("opened here", last.span),),
                f"write `{CLOSING[last.text]}`",
            )
        self.line.faulty = True
        self.line.tokens.append(Token("SIGN", CLOSING[last.text], start, end))
        if self.opened and CLOSING[self.opened[-1].text] == text:  # `[a, (b]`: the inner one was forgotten
            self.opened.pop()
            self.line.tokens.append(Token("SIGN", text, start, end))

    def close_all(self) -> None:
        """The line ends though brackets are open: report the innermost, and close them all."""
        line = self.line
        assert line is not None
        last = self.opened[-1]
        at = line.end
        if not line.faulty:
            self.faults.add(
                "bracket/unclosed",
                f"`{last.text}` is not closed before the line ends",
                Span(at, at + 1),
                (("opened here", last.span),),
                f"write `{CLOSING[last.text]}`; inside brackets a line may go on if it is indented more",
            )
        line.faulty = True
        for token in reversed(self.opened):
            line.tokens.append(Token("SIGN", CLOSING[token.text], at, at))
        self.opened.clear()

    def column(self, start: int, end: int) -> int:
        """The width of an indentation. Tabs will do if all indentation of the file is made of them."""
        space = "".join(char for char in self.text[start:end] if char in " \t")
        if not space:
            return 0
        tabs = "\t" in space
        if self.tabs is None:
            self.tabs = tabs
        if tabs != self.tabs or (tabs and " " in space):
            used = "spaces" if not tabs else "tabs and spaces" if " " in space else "tabs"
            other = (
                ""
                if tabs == self.tabs
                else ", the lines above it with " + ("tabs" if self.tabs else "spaces")
            )
            self.faults.add(
                "indent/tabs",
                f"this line is indented with {used}{other}",
                Span(start, end),
                advice="indent every block with four spaces",
            )
            self.tabs = tabs
        return len(space.expandtabs(TAB))


def _set_levels(found: list[Line], faults: Faults) -> None:
    """Turns widths of indentation into levels. A width between those of two blocks counts as the nearer.

    Each open block has a range of widths; it grows only by such a line, which is thereby reported once.
    """
    lows, highs = [0], [0]
    deep = False
    for line in found:
        width = line.column
        last = -1
        while lows[-1] > width:
            last = lows.pop()
            highs.pop()
        if width > highs[-1]:
            if last >= 0:
                faults.add(
                    "indent/inconsistent",
                    f"this line is indented by {width}, but the blocks around it by {highs[-1]} and {last}",
                    Span(line.start, line.end),
                    advice="lines of one block begin in the same column",
                )
                line.faulty = True
            if 0 <= last <= 2 * width - highs[-1] or last < 0:
                lows.append(width)
                highs.append(last if last == width + 1 else width)
            else:
                highs[-1] = width
        line.level = min(len(lows) - 1, MAX_LEVELS)
        if len(lows) - 1 > MAX_LEVELS:
            if not deep:
                faults.add(
                    "indent/too-deep",
                    f"more than {MAX_LEVELS} blocks stand inside each other",
                    Span(line.start, line.end),
                    advice="make parts of it steps or actions of their own",
                )
            deep = True
            line.lost = line.faulty = True


def shorten(text: str) -> str:
    return text if len(text) <= 30 else text[:30] + "..."


def _hint(text: str) -> str | None:
    """What the author of a stray character most likely meant."""
    match text:
        case "=" | "==":
            return "write `is` to compare, `set ... to` to change"
        case "!=" | "<>":
            return "write `is not`"
        case "<":
            return "write `is less than`"
        case ">":
            return "write `is more than`"
        case "<=" | "≤":
            return "write `is at most`"
        case ">=" | "≥":
            return "write `is at least`"
        case "+=":
            return "write `add ... to`"
        case "-=":
            return "write `remove ... from`"
        case "%":
            return "write `mod` for the rest of a division"
        case "&" | "&&":
            return "write `and`"
        case "|" | "||":
            return "write `or`"
        case "!":
            return "write `not`"
        case ";":
            return "one statement a line, nothing after it"
        case "//":
            return "a comment begins with #"
        case "." | "...":
            return "lines end without a full stop; a range is written `1 to 3`"
        case "'" | "\u2018" | "\u2019" | "\u201c" | "\u201d" | "\u201e" | "\u00ab" | "\u00bb" | "`":
            return 'a text stands in straight double quotes: "like this"'
        case "\u2013" | "\u2014" | "\u2212":
            return "write a plain `-`"
        case "{" | "}" | "{}":
            return "blocks are made by indentation, lists by [ ]; braces stand only in texts"
        case "\u00d7":
            return "write `*`"
        case "\u00a0" | "\u2007" | "\u202f" | "\u3000":
            return "this is no plain space"
        case _:
            return None
