"""Frozen, slotted dataclasses that cost little to define: for the files that hold a hundred of them.

`@dataclass(frozen=True, slots=True)` compiles half a dozen functions for every class when its module is
imported, a millisecond each time: a quarter of a second for the syntax tree and the checked game, paid by
every command. `@frozen` makes the same kind of class with shared functions and compiles `__init__` when the
first object is made. `fields`, `replace`, `match`, `==`, `hash`, `repr`, `copy` and `pickle` work as usual.
All classes of one family must be made with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_set = object.__setattr__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots. Fields may have defaults; `init=False` and `kw_only` are refused."""
    return _made(cls, (_repr, _eq, _hash, _setattr, _delattr, _getstate, _setstate))


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def frozen_one(cls: type[T]) -> type[T]:
    """The same for things that are equal only to themselves (`eq=False`)."""
    return _made(cls, (_repr, _setattr, _delattr, _getstate, _setstate))


def _made(cls: type[T], functions: tuple[Callable[..., Any], ...]) -> type[T]:
    described = _described(cls)
    own = vars(cls).get("__annotations__", {})
    members = {
        name: value for name, value in vars(described).items() if name not in ("__dict__", "__weakref__")
    }
    listed = fields(described)  # type: ignore[arg-type]
    for one in listed:
        if not one.init or one.kw_only:
            raise TypeError(f"{cls.__name__}.{one.name}: every field of a frozen class is given by position")
        if one.name in own:
            members.pop(one.name, None)
    members["__slots__"] = tuple(one.name for one in listed if one.name in own)
    for function in functions:
        members.setdefault(function.__name__, function)
    metaclass: Any = type(cls)
    made: type[T] = metaclass(cls.__name__, cls.__bases__, members)
    made.__qualname__ = cls.__qualname__
    _set_init(made, listed)
    return made


def _described(cls: type[T]) -> type[T]:
    """The class with its fields found. A class without a docstring would be given its signature, and to find
    that out takes longer than all the rest.
    """
    doc = cls.__doc__
    cls.__doc__ = doc or "?"
    described = dataclass(init=False, repr=False, eq=False)(cls)
    described.__doc__ = doc
    return described


def _set_init(cls: type[Any], listed: tuple[Field[Any], ...]) -> None:
    def first(self: Any, *args: Any, **kwargs: Any) -> None:
        made = _compiled_init(cls, listed)
        cls.__init__ = made
        made(self, *args, **kwargs)

    cls.__init__ = first


def _compiled_init(cls: type[Any], listed: tuple[Field[Any], ...]) -> Callable[..., None]:
    """`def __init__(self, span, name): ...` as dataclasses would write it."""
    scope: dict[str, Any] = {"_set": _set, "_missing": MISSING}
    heads, lines = ["self"], []
    for one in listed:
        if one.default is not MISSING:
            scope[f"_{one.name}"] = one.default
            heads.append(f"{one.name}=_{one.name}")
        elif one.default_factory is not MISSING:
            scope[f"_{one.name}"] = one.default_factory
            heads.append(f"{one.name}=_missing")
            lines.append(f" if {one.name} is _missing: {one.name} = _{one.name}()")
        else:
            heads.append(one.name)
        lines.append(f" _set(self, '{one.name}', {one.name})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    source = f"def __init__({', '.join(heads)}):\n" + ("\n".join(lines) or " pass")
    exec(source, scope)  # noqa: S102 (the names come from the class itself)
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


@cache
def _values(cls: Any) -> Callable[[Any], Any]:
    """A getter of all values that count in a comparison, at once."""
    names = [one.name for one in fields(cls) if one.compare]
    return attrgetter(*names) if names else lambda _: ()


def _repr(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _eq(self: Any, other: object) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    kind: Any = type(self)
    values = _values(kind)
    return bool(values(self) == values(other))


def _hash(self: Any) -> int:
    kind: Any = type(self)
    return hash((kind, _values(kind)(self)))


def _setattr(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        _set(self, one.name, value)


for _function in (_repr, _eq, _hash, _setattr, _delattr, _getstate, _setstate):
    _function.__name__ = f"_{_function.__name__}__"
