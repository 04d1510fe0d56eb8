"""YAML as plain data with places. What a game needs of YAML and no more: mappings, lists, texts, whole
numbers, yes and no.

The meaning is that of `yaml.safe_load`. What would be a trap in a table or scenario is refused with a reason:
a key that stands twice (YAML keeps the last), anchors and aliases, merge keys, tags, `010` read as eight,
`1:30` as ninety, dates. The events of the parser are read one at a time, so that a hostile text is given up
as soon as it goes too far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from .diagnostics import Note, Problem
from .documents import HIGHEST, LOWEST, MAX_DEPTH, MAX_PARTS, MAX_PROBLEMS, MAX_TEXT, Data, Document, Path
from .source import NOWHERE, UNSHOWABLE, Source, Span

# The characters that YAML allows; found first, because the parser would name a byte instead of a place.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_TAG = "tag:yaml.org,2002:"
# The parser written in C is some twenty times as fast, but not every installation has it.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _UnreadableError(Exception):
    """Carries the problem after which nothing more can be said about a text."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is being read. `path` None: what is in it is dropped."""

    holder: list[Data] | dict[str, Data]
    path: Path | None
    start: int
    key: str | None = None
    seen: dict[str, Span] = field(default_factory=dict)
    doubled: bool = False


def read_yaml(source: Source) -> tuple[Document | None, tuple[Problem, ...]]:
    """The data of a YAML text (None for a text that cannot be read at all) and what is wrong with it."""
    if len(source.text) > MAX_TEXT:
        message = f"The file is too long: at most {MAX_TEXT:,} characters are read."
        return None, (Problem("yaml/size", message, source, NOWHERE),)
    start = 1 if source.text.startswith("\ufeff") else 0
    if bad := _FORBIDDEN.search(source.text, start):
        message = f"The character U+{ord(bad.group()):04X} cannot stand in a YAML file."
        return None, (Problem("yaml/character", message, source, Span(bad.start(), bad.end())),)
    reader = _Reader(source, start)
    try:
        reader.read()
    except _UnreadableError as fault:
        return None, (*reader.problems, fault.problem)
    document = Document(source, reader.data, reader.values, reader.keys, frozenset(reader.faulty))
    return document, tuple(reader.problems)


class _Reader:
    def __init__(self, source: Source, shift: int) -> None:
        self.source = source
        self.shift = shift
        self.data: Data = None
        self.values: dict[Path, Span] = {}
        self.keys: dict[Path, Span] = {}
        self.faulty: set[Path] = set()
        self.problems: list[Problem] = []
        self.frames: list[_Frame] = []
        self.loader = _Loader(source.text[shift:])

    def read(self) -> None:
        parts = documents = 0
        for event in self._events():
            span = self._span(event)
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        self._give_up(
                            "yaml/document", "A second YAML document begins here; one is read.", span
                        )
                    continue
                case yaml.AliasEvent():
                    self._give_up("yaml/alias", "Aliases (*name) cannot be used; write the value out.", span)
                case yaml.NodeEvent():
                    parts += 1
                    self._plain(event, span, parts)
            match event:
                case yaml.ScalarEvent():
                    self._scalar(event, span)
                case yaml.SequenceStartEvent():
                    self._open([], span)
                case yaml.MappingStartEvent():
                    self._open({}, span)
                case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                    frame = self.frames.pop()
                    if frame.path is not None:
                        self.values[frame.path] = Span(frame.start, self._trimmed(frame.start, span.end))

    def _events(self) -> Iterator[Any]:
        try:
            while self.loader.check_event():
                yield self.loader.get_event()
        except yaml.MarkedYAMLError as error:
            raise _UnreadableError(self._syntax(error)) from None
        except yaml.YAMLError as error:
            position = getattr(error, "position", 0)
            message = "The YAML cannot be read: " + str(getattr(error, "reason", "it is damaged")) + "."
            raise _UnreadableError(
                Problem("yaml/syntax", message, self.source, Span(position, position + 1))
            ) from None
        finally:
            self.loader.dispose()

    def _plain(self, event: Any, span: Span, parts: int) -> None:
        if parts > MAX_PARTS:
            self._give_up(
                "yaml/size", f"The file holds too much: at most {MAX_PARTS:,} values are read.", span
            )
        if event.anchor is not None:
            self._give_up("yaml/alias", "Anchors (&name) cannot be used; write the value out.", span)
        if event.tag is not None:
            self._give_up("yaml/tag", "Tags (!name) cannot be used; quotes make a text.", span)

    def _open(self, holder: list[Data] | dict[str, Data], span: Span) -> None:
        if len(self.frames) >= MAX_DEPTH:
            self._give_up("yaml/depth", f"This is nested more than {MAX_DEPTH} deep.", span)
        if self.frames and isinstance(self.frames[-1].holder, dict) and self.frames[-1].key is None:
            self._give_up("yaml/key", "A key must be a name, not a list or mapping.", span)
        self.frames.append(_Frame(holder, self._put(holder, span), span.start))

    def _scalar(self, event: Any, span: Span) -> None:
        frame = self.frames[-1] if self.frames else None
        if frame and isinstance(frame.holder, dict) and frame.key is None:
            self._key(frame, event, span)
            return
        value, fault = self._value(event, span)
        path = self._put(value, span)
        if fault and path is not None:
            self.faulty.add(path)

    def _key(self, frame: _Frame, event: Any, span: Span) -> None:
        key = str(event.value)
        kind = self._tag(event)
        path = None if frame.path is None else (*frame.path, key)
        match kind:
            case "str" | "value":
                pass
            case "merge":
                self._give_up("yaml/merge", "Merge keys (<<) cannot be used; write the values out.", span)
            case "bool":
                meant = "yes" if key.lower() in ("yes", "true", "on") else "no"
                message = f"YAML reads {key} as the truth value {meant}, not as a name."
                self._report(
                    "yaml/key", message, span, path, f'Write "{key}" in quotes, or choose another name.'
                )
            case "null":
                message = (
                    f"YAML reads {key} as no value, not as a name." if key else "A name is missing here."
                )
                self._report("yaml/key", message, span, path, "Write a name, in quotes if need be.")
            case _:
                told = key if len(key) <= 40 else key[:40] + "..."
                advice = f'If it is a name, write "{told}" in quotes.'
                self._report("yaml/key", f"A name is expected here, not {told}.", span, path, advice)
        frame.key = key
        frame.doubled = key in frame.seen
        if frame.doubled:
            note = Note("it stands here first", self.source, frame.seen[key])
            told = key if len(key) <= 40 else key[:40] + "..."
            self._report(
                "yaml/duplicate", f'"{told}" stands here for the second time.', span, None, None, note
            )
            return
        frame.seen[key] = span
        if path is not None:
            self.keys[path] = span

    def _put(self, value: Data, span: Span) -> Path | None:
        """Put a value where it belongs, and say where that is (None: nowhere)."""
        if not self.frames:
            self.data = value
            self.values[()] = span
            return ()
        frame = self.frames[-1]
        path: Path | None = None
        if isinstance(frame.holder, list):
            if frame.path is not None:
                path = (*frame.path, len(frame.holder))
            frame.holder.append(value)
        elif frame.key is not None:
            if not frame.doubled:
                frame.holder[frame.key] = value
                path = None if frame.path is None else (*frame.path, frame.key)
            frame.key = None
        if path is not None:
            self.values[path] = span
        return path

    def _tag(self, event: Any) -> str:
        if not event.implicit[0]:
            return "str"
        return str(self.loader.resolve(yaml.ScalarNode, event.value, (True, False))).removeprefix(_TAG)

    def _value(self, event: Any, span: Span) -> tuple[Data, bool]:
        """The value of a scalar as `yaml.safe_load` has it, and whether it was reported."""
        text = str(event.value)
        match self._tag(event):
            case "null":
                return None, False
            case "bool":
                return text.lower() in ("yes", "true", "on"), False
            case "int" if _DECIMAL.fullmatch(text):
                # Digits are counted first: turning a million of them into a number would take long.
                if len(text) > 20 or not LOWEST <= int(text) <= HIGHEST:
                    self._report("yaml/number", "This number does not fit into 64 bits.", span, None)
                    return 0, True
                return int(text), False
            case "int" | "float" | "timestamp":
                told = text if len(text) <= 40 else text[:40] + "..."
                message = f"{told} is no plain whole number."
                advice = f'Numbers are written 12 or -3; where it is a text, write "{told}" in quotes.'
                self._report("yaml/number", message, span, None, advice)
                return 0, True
            case _:
                if bad := UNSHOWABLE.search(text):  # written as an escape: raw ones were found before
                    message = f"The character U+{ord(bad.group()):04X} cannot stand in a text."
                    self._report("yaml/character", message, span, None)
                    return UNSHOWABLE.sub("\ufffd", text), True
                return text, False

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        return Span(start, max(start, end))

    def _trimmed(self, start: int, end: int) -> int:
        """Where a block really ends: the parser ends it only where the next thing begins."""
        return start + len(self.source.text[start:end].rstrip()) if end - start < 2000 else end

    def _report(
        self, code: str, message: str, span: Span, path: Path | None, advice: str | None = None, *notes: Note
    ) -> None:
        if path is not None:
            self.faulty.add(path)
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(code, message, self.source, span, notes, advice))

    def _give_up(self, code: str, message: str, span: Span) -> None:
        raise _UnreadableError(Problem(code, message, self.source, span))

    def _syntax(self, error: yaml.MarkedYAMLError) -> Problem:
        mark = error.problem_mark or error.context_mark
        offset = 0 if mark is None else min(mark.index + self.shift, len(self.source.text))
        told = error.problem or "it is damaged"
        notes: tuple[Note, ...] = ()
        if error.context and error.context_mark is not None:
            at = error.context_mark.index + self.shift
            notes = (Note(error.context, self.source, Span(at, at + 1)),)
        line, _ = self.source.place(offset)
        text = self.source.line(line)
        tab = text.find("\t", 0, len(text) - len(text.lstrip()) + 1)
        if tab >= 0 or self.source.text[offset : offset + 1] == "\t":
            message = "A tab stands where YAML wants spaces."
            at = offset - (self.source.place(offset)[1] - 1) + tab if tab >= 0 else offset
            advice: str | None = "Indent with spaces."
            return Problem("yaml/tab", message, self.source, Span(at, at + 1), notes, advice)
        advice = None
        if "mapping values" in told:
            advice = 'A text that holds a colon and a space needs quotes: "Anna: draw".'
        message = f"The YAML cannot be read: {told}."
        return Problem("yaml/syntax", message, self.source, Span(offset, offset + 1), notes, advice)
