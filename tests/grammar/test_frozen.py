"""`@frozen` makes the same classes as `@dataclass(frozen=True, slots=True)`, only sooner."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from rulewright.grammar.frozen import frozen, frozen_one


@frozen
class Point:
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list, compare=False)


@frozen
class Named(Point):
    name: str = "origin"

    def shout(self) -> str:
        return self.name.upper()


@frozen_one
class Thing:
    name: str


@dataclass(frozen=True, slots=True)
class Plain:
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list, compare=False)


def test_objects_are_made_by_position_and_by_name_with_defaults() -> None:
    assert Point(1) == Point(x=1, y=2)
    assert Named(1, 3, name="a").shout() == "A"
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Point(1, z=2)  # type: ignore[call-arg]


def test_equality_counts_the_class_and_the_compared_fields() -> None:
    assert Point(1, tags=["a"]) == Point(1, tags=["b"])
    assert Point(1) != Point(2)
    assert Point(1) != Named(1)
    assert len({Point(1), Point(1, tags=["a"]), Point(2)}) == 2


def test_things_are_equal_only_to_themselves() -> None:
    thing = Thing("a")
    assert thing == thing
    assert thing != Thing("a")
    assert len({thing, Thing("a"), thing}) == 2
    with pytest.raises(FrozenInstanceError):
        thing.name = "b"  # type: ignore[misc]


def test_a_class_keeps_its_docstring_or_has_none() -> None:
    assert Thing.__doc__ is None

    @frozen
    class Told:
        """Said."""

    assert Told.__doc__ == "Said."


def test_objects_are_frozen_and_have_slots_only() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert not hasattr(point, "__dict__")
    assert Named.__slots__ == ("name",)  # type: ignore[attr-defined]


def test_the_tools_of_dataclasses_work() -> None:
    assert [one.name for one in fields(Named)] == ["x", "y", "tags", "name"]
    assert replace(Point(1), y=5) == Point(1, 5)
    assert repr(Point(1)) == repr(Plain(1)).replace("Plain", "Point")
    assert copy.deepcopy(Named(1)) == pickle.loads(pickle.dumps(Named(1))) == Named(1)
    match Named(1, 2, [], "b"):
        case Named(x, _, _, name):
            assert (x, name) == (1, "b")
    assert is_dataclass(Point)


def test_fields_that_are_not_given_by_position_are_refused() -> None:
    with pytest.raises(TypeError, match="by position"):

        @frozen
        class Odd:
            x: int = field(init=False)
