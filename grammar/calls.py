"""`top of pile`, `hand of rival`, `your zoo[animal]`, `larger(a, b)`: everything that takes something
else.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import nodes
from .builtins import FUNCTION_NAMES, BuiltInFunction, Wanted, functions_named
from .capitals import Capitals
from .checked import (
    AttributeOf,
    Expr,
    Function,
    FunctionCall,
    KindValue,
    NoteDecl,
    NumberIndex,
    OptionDecl,
    PlayerIndex,
    Shape,
    TermDecl,
    ZoneDecl,
    ZonesRef,
)
from .fitting import describe, fits, joined
from .names import Declared, Scope, TermEntry, guess_of
from .resolve import bad, is_bad
from .source import Span
from .types import (
    DIRECTION,
    NOTHING,
    NUMBER,
    PLAYER,
    EnumType,
    FaceType,
    ListType,
    NothingType,
    NumberType,
    OrNone,
    PieceType,
    Type,
    UnknownType,
    ZoneType,
    bare,
    carries_none,
    or_none,
)

_CARD_OF_PILE = (Function.TOP, Function.BOTTOM, Function.NTH)
_OF_ONE = frozenset(
    {
        Function.PLACE,
        Function.LEFT,
        Function.RIGHT,
        Function.PARTNER,
        Function.NEXT,
        Function.POSITION,
        Function.ROW,
        Function.COLUMN,
    }
)  # of none they are none


class Calls(Capitals):
    # ----------------------------------------------------------------------------- NAME of OPERAND

    def of(self, node: nodes.Of, scope: Scope) -> Expr:
        name = node.name.text
        functions = functions_named(name, 1)
        declared = self.symbols.declared(name)
        has_attribute = any(True for _ in self.symbols.kinds_with(name))
        if functions and functions[0].function is Function.FACES:
            return self.faces(functions[0], node)
        if not functions and declared is None and not has_attribute:
            self.expr(node.operand, scope)  # its own faults are worth telling
            return self.unknown_of(node)
        operand = self.operand(node, scope, functions, declared, has_attribute)
        if is_bad(operand):
            if declared is not None:
                self.symbols.used.add(name)
            return bad(node.span)
        for function in functions:
            if function.function is Function.WORTH and declared is not None and not self.symbols.worth_kinds:
                continue
            found = self.apply(function, [operand], node.span)
            if found is not None:
                return found
        found = self.attribute(name, operand, node.span) if has_attribute else None
        if found is not None:
            return found
        if declared is None:
            return self.wrong_operand(node, operand, functions, has_attribute)
        self.symbols.used.add(name)
        if name in self.symbols.broken:
            return bad(node.span)
        match declared:
            case ZoneDecl() if declared.indexes:
                if len(declared.indexes) == 1 and isinstance(declared.indexes[0], NumberIndex):
                    return self.arity(name, declared.at.span, self.usage(declared), node.span)
                return self.zone(declared, (operand,), node.span)
            case NoteDecl() if len(declared.indexes) == 1 and not isinstance(declared.indexes[0], NumberIndex):
                return self.note(declared, (operand,), node.span)
            case TermEntry() if declared.decl.form == "of":
                return self.term(declared, (operand,), node.span)
            case OptionDecl():
                self.report.error(
                    "name/form",
                    f"the option `{name}` is one value and takes no `of`",
                    node.span,
                    *self.report.declared(declared.at),
                )
                return bad(node.span)
            case TermEntry():
                return self.arity(name, declared.decl.at.span, self.usage(declared), node.span)
            case _:
                return self.arity(name, declared.at.span, self.usage(declared), node.span)

    def operand(
        self,
        node: nodes.Of,
        scope: Scope,
        functions: tuple[BuiltInFunction, ...],
        declared: Declared | None,
        has_attribute: bool,
    ) -> Expr:
        """The operand, read as the first thing that fits: a capitalised name may mean several."""
        wants: list[Type] = []
        for function in functions:
            wants += [want for want in (self.wanted_type(function.parameters[0]),) if want is not None]
        if has_attribute:
            wants.append(self.symbols.all_cards)
        match declared:
            case ZoneDecl() if declared.indexes:
                wants.append(self.index_type(declared.indexes[0]))
            case NoteDecl() if declared.indexes:
                wants.append(self.index_type(declared.indexes[0]))
            case TermEntry() if declared.decl.parameters:
                wants.append(declared.decl.parameters[0].type)
        if not isinstance(node.operand, nodes.Const):
            return self.expr(node.operand, scope, wants[0] if wants else None)
        for want in wants:
            if self.has_value(node.operand, want):
                return self.expr(node.operand, scope, want)
        return self.expr(node.operand, scope, wants[-1] if wants else None)

    def has_value(self, node: nodes.Const, want: Type) -> bool:
        """Whether a capitalised name is something of the wanted type."""
        if isinstance(want, PieceType):
            return node.name.text in self.symbols.kinds or node.name.text in self.symbols.rows
        return not node.arguments and self.value(node.name.text, want, node.span) is not None

    def wanted_type(self, wanted: Wanted) -> Type | None:
        types: dict[Wanted, Type] = {
            Wanted.CARD: self.symbols.all_cards,
            Wanted.PLAYER: PLAYER,
            Wanted.NUMBER: NUMBER,
            Wanted.DIRECTION: DIRECTION,
        }
        return types.get(wanted)

    def unknown_of(self, node: nodes.Of) -> Expr:
        text = node.name.text
        attributes = [a.name for kind in self.symbols.kinds.values() for a in kind.attributes]
        guess = guess_of(text, [*self.symbols.lower_names(), *attributes, *FUNCTION_NAMES])
        self.report.error(
            "name/unknown",
            f"there is nothing called `{text}`",
            node.name.span,
            *self.where(guess),
            help=f"did you mean `{guess}`?" if guess else None,
        )
        return bad(node.span)

    def wrong_operand(
        self, node: nodes.Of, operand: Expr, functions: tuple[BuiltInFunction, ...], has_attribute: bool
    ) -> Expr:
        name = node.name.text
        kind = bare(operand.type)
        of_zones = isinstance(kind, ListType) and isinstance(bare(kind.item), ZoneType)
        wanted = [function.parameters[0].value for function in functions]
        if has_attribute:
            holders = [kind.name for kind in self.symbols.kinds_with(name)]
            wanted.append(f"a card with that attribute ({', '.join(holders[:4])})")
        self.report.error(
            "type/wrong",
            f"`{name} of` needs {' or '.join(wanted)}, but this is {describe(operand.type)}",
            node.operand.span,
            help="all their cards are `cards of ...`" if name == "join" and of_zones else None,
        )
        return bad(node.span)

    def faces(self, function: BuiltInFunction, node: nodes.Of) -> Expr:
        operand = node.operand
        if isinstance(operand, nodes.Const) and not operand.arguments:
            kind = self.symbols.kinds.get(operand.name.text)
            if kind is None:
                self.unknown_card(operand.name)
                return bad(node.span)
            self.symbols.used.add(kind.name)
            face = FaceType(frozenset((kind.name,)))
            return FunctionCall(node.span, ListType(face), function.function, (KindValue(operand.span, face, kind),))
        self.report.error("type/wrong", "`kinds of` needs a kind by its name: `kinds of Satanimal`", operand.span)
        return bad(node.span)

    def attribute(self, name: str, operand: Expr, span: Span) -> Expr | None:
        """An attribute of a card or a face, if some of the kinds that it may be have it."""
        card = self.as_card(operand)
        kind = bare(card.type)
        if not isinstance(kind, (PieceType, FaceType)):
            return None
        found: Type | None = None
        for decl in self.symbols.kinds.values():
            if decl.name not in kind.kinds:
                continue
            for attribute in decl.attributes:
                if attribute.name == name:
                    both = attribute.type if found is None else joined(found, attribute.type)
                    if both is None:
                        self.report.error(
                            "attribute/mixed",
                            f"`{name}` is {describe(found or NOTHING)} of one kind and "
                            f"{describe(attribute.type)} of another; say which kind by the variable's name",
                            span,
                            *self.report.declared(attribute.at),
                        )
                        return bad(span)
                    found = both
        if found is None:
            return None
        if isinstance(card.type, OrNone) and not isinstance(found, ListType):
            found = or_none(found)
        return AttributeOf(span, found, name, card)

    # ----------------------------------------------------------------------------------- functions

    def apply(self, function: BuiltInFunction, given: list[Expr], span: Span) -> Expr | None:
        """The call, or None if an argument is not of the kind the function takes."""
        arguments = []
        for wanted, argument in zip(function.parameters, given, strict=True):
            taken = self.taken(wanted, argument)
            if taken is None:
                return None
            arguments.append(taken)
        if function.function in _CARD_OF_PILE and self.as_card(arguments[0]) is not arguments[0]:
            # A space has one card: the top, the bottom and the first of it are that card.
            if function.function is Function.NTH:
                return None
            return self.as_card(arguments[0])
        result = self.result(function.function, arguments)
        if result is not None and function.function in _OF_ONE:
            result = carries_none(result, arguments[0].type)
        return None if result is None else FunctionCall(span, result, function.function, tuple(arguments))

    def taken(self, wanted: Wanted, given: Expr) -> Expr | None:
        """The argument as the function takes it, or None."""
        kind = bare(given.type)
        if isinstance(kind, UnknownType):
            return given
        item = bare(kind.item) if isinstance(kind, ListType) else None
        match wanted:
            case Wanted.PILE:
                fine = isinstance(kind, ZoneType) and self.ordered(kind)
            case Wanted.PILES:
                fine = isinstance(item, (ZoneType, NothingType))
            case Wanted.ZONE_OR_LIST:
                fine = isinstance(kind, (ZoneType, ListType))
            case Wanted.ZONE_OR_ZONES:
                fine = isinstance(kind, ZoneType) or isinstance(item, (ZoneType, NothingType))
            case Wanted.LIST:
                fine = item is not None
            case Wanted.LISTS:
                fine = isinstance(item, (ListType, NothingType))
            case Wanted.ITEM:
                fine = True
            case Wanted.CARD:
                given = self.as_card(given)
                fine = isinstance(bare(given.type), PieceType)
            case Wanted.KIND:
                fine = False
            case Wanted.PLAYER:
                fine = kind == PLAYER
            case Wanted.ENUM:
                fine = isinstance(kind, EnumType)
            case Wanted.GRID:
                fine = isinstance(given, ZonesRef) and not given.indexes and self.symbols.is_grid(given.zone.name)
            case Wanted.SQUARE:
                fine = isinstance(kind, ZoneType) and bool(self.on_board(kind).families)
            case Wanted.SQUARES:
                fine = isinstance(item, NothingType) or (
                    isinstance(item, ZoneType) and bool(self.on_board(item).families)
                )
            case Wanted.DIRECTION:
                fine = kind == DIRECTION
            case Wanted.NUMBER:
                fine = isinstance(kind, NumberType)
        return given if fine else None

    def ordered(self, kind: ZoneType) -> bool:
        shapes = {self.symbols.zones[name].shape for name in kind.families}
        return shapes != {Shape.GROUP}

    def on_board(self, kind: ZoneType) -> ZoneType:
        return ZoneType(frozenset(name for name in kind.families if self.symbols.is_grid(name)))

    def result(self, function: Function, arguments: Sequence[Expr]) -> Type | None:
        """What a function gives for arguments that it takes; None if they do not go together."""
        first = bare(arguments[0].type)
        item = first.item if isinstance(first, ListType) else NOTHING
        card = self.symbols.all_cards
        F = Function  # noqa: N806
        match function:
            case F.TOP | F.BOTTOM | F.NTH:
                return or_none(card)
            case F.TOPS | F.CARDS:
                return ListType(card)
            case F.FIRST | F.LAST | F.NTH_ITEM:
                return item if isinstance(item, ListType) else or_none(item)
            case F.JOIN:
                return item if isinstance(item, ListType) else ListType(NOTHING)
            case F.COUNT:
                other = bare(arguments[1].type)
                if not isinstance(other, ListType):
                    return None
                fine = isinstance(other.item, NothingType) or self.alike(arguments[0].type, other.item)
                return NUMBER if fine else None
            case F.OCCURRENCES:
                return NUMBER if fits(first, arguments[1].type) else None
            case F.SIZE | F.WORTH | F.ROW | F.COLUMN | F.SMALLER | F.LARGER:
                return NUMBER
            case F.POSITION:
                enum = self.symbols.enums[first.name] if isinstance(first, EnumType) else None
                return NumberType(1, len(enum.values)) if enum is not None else NUMBER
            case F.PLACE:
                return ZoneType(frozenset(self.symbols.zones))
            case F.HOLDER:
                return or_none(PLAYER)
            case F.LEFT | F.RIGHT | F.PARTNER:
                return PLAYER
            case F.NEXT:
                return first
            case F.ROWS | F.COLUMNS | F.LINES:
                return ListType(first)
            case F.PILE_ROWS | F.PILE_COLUMNS:
                return ListType(ListType(or_none(card)))
            case F.LIST_COLUMNS:
                inner = item.item if isinstance(item, ListType) else NOTHING
                return None if isinstance(bare(inner), ListType) else ListType(ListType(or_none(inner)))
            case F.STEP:
                return or_none(self.on_board(first)) if isinstance(first, ZoneType) else None
            case F.NEIGHBOURS | F.CONNECTED:
                return ListType(self.on_board(first)) if isinstance(first, ZoneType) else None
            case F.FACES:
                return None

    def alike(self, left: Type, right: Type) -> bool:
        return fits(left, right) or fits(right, left)

    # ------------------------------------------------------------------------- brackets and `your`

    def call(self, node: nodes.Call, scope: Scope) -> Expr:
        name = node.name.text
        entry = self.symbols.terms.get(name)
        functions = functions_named(name, len(node.arguments))
        if entry is not None and entry.decl.form == "call":
            self.symbols.used.add(name)
            if len(node.arguments) != len(entry.decl.parameters):
                return self.arity(name, entry.decl.at.span, self.usage(entry), node.span)
            wants = [parameter.type for parameter in entry.decl.parameters]
            given = [self.expr(a, scope, want) for a, want in zip(node.arguments, wants, strict=True)]
            return bad(node.span) if any(map(is_bad, given)) else self.term(entry, given, node.span)
        if functions and len(node.arguments) > 1:
            wanted = [self.wanted_type(parameter) for parameter in functions[0].parameters]
            given = [self.expr(a, scope, want) for a, want in zip(node.arguments, wanted, strict=True)]
            if functions[0].function is Function.COUNT and isinstance(node.arguments[0], nodes.Const):
                list_type = bare(given[1].type)
                if isinstance(list_type, ListType):
                    given[0] = self.expr(node.arguments[0], scope, list_type.item)
            if any(map(is_bad, given)):
                return bad(node.span)
            for function in functions:
                found = self.apply(function, given, node.span)
                if found is not None:
                    return found
            return self.wrong_arguments(node, functions, given)
        declared = self.symbols.declared(name)
        if declared is not None:
            self.symbols.used.add(name)
            if isinstance(declared, OptionDecl):
                return self.arity(name, declared.at.span, name, node.span)
            at = declared.decl.at if isinstance(declared, TermEntry) else declared.at
            return self.arity(name, at.span, self.usage(declared), node.span)
        same = [f for arity in (1, 2) for f in functions_named(name, arity)]
        if same:
            self.report.error("name/form", f"`{name}` is written `{same[0].usage}`", node.span)
            return bad(node.span)
        terms = [n for n, e in self.symbols.terms.items() if e.decl.form == "call"]
        guess = guess_of(name, [*terms, *(n for n in FUNCTION_NAMES if functions_named(n, 2))])
        self.report.error(
            "name/unknown",
            f"there is nothing called `{name}`",
            node.name.span,
            *self.where(guess),
            help=f"did you mean `{guess}`?" if guess else None,
        )
        return bad(node.span)

    def wrong_arguments(self, node: nodes.Call, functions: tuple[BuiltInFunction, ...], given: list[Expr]) -> Expr:
        function = functions[-1]
        for wanted, argument in zip(function.parameters, given, strict=True):
            if all(self.taken(f.parameters[given.index(argument)], argument) is None for f in functions):
                self.report.error(
                    "type/wrong",
                    f"`{function.usage}`: {wanted.value} is wanted here, but this is {describe(argument.type)}",
                    argument.span,
                )
                return bad(node.span)
        self.report.error("type/wrong", f"the two do not go together in `{function.usage}`", node.span)
        return bad(node.span)

    def item(self, node: nodes.Item, scope: Scope) -> Expr:
        name = node.name.text
        declared = self.symbols.declared(name)
        if declared is None or name in scope.variables:
            if name in scope.variables:
                self.report.error(
                    "name/form",
                    f"`{name}` is a variable here and takes no brackets",
                    node.span,
                    help=f"an item of a list is `nth({name}, n)`",
                )
                return bad(node.span)
            indexed = [family.name for family in self.symbols.families_and_notes() if family.indexes]
            guess = guess_of(name, indexed)
            self.report.error(
                "name/unknown",
                f"there is no zone or note called `{name}`",
                node.name.span,
                *self.where(guess),
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return bad(node.span)
        self.symbols.used.add(name)
        if name in self.symbols.broken:
            return bad(node.span)
        if isinstance(declared, OptionDecl):
            return self.arity(name, declared.at.span, name, node.span)
        if isinstance(declared, TermEntry):
            return self.arity(name, declared.decl.at.span, self.usage(declared), node.span)
        single = len(node.indexes) == 1 and declared.indexes and not isinstance(declared.indexes[0], NumberIndex)
        if single:
            usage = f"{name} of ..."
            return self.arity(name, declared.at.span, usage, node.span)
        given = self.given(declared, node.indexes, scope, 0)
        return (
            self.zone(declared, given, node.span)
            if isinstance(declared, ZoneDecl)
            else self.note(declared, given, node.span)
        )

    def given(
        self, declared: ZoneDecl | NoteDecl, indexes: Sequence[nodes.Expr], scope: Scope, first: int
    ) -> list[Expr]:
        """The index expressions, each read as what its index wants."""
        out = []
        for place, index in enumerate(indexes, first):
            want = self.index_type(declared.indexes[place]) if place < len(declared.indexes) else None
            out.append(self.expr(index, scope, want))
        return out

    def your(self, node: nodes.Your, scope: Scope) -> Expr:
        name = node.name.text
        you = self.you(scope, Span(node.span.start, node.span.start + 4))
        if is_bad(you):
            return bad(node.span)
        declared = self.symbols.declared(name)
        if declared is not None:
            self.symbols.used.add(name)
        if name in self.symbols.broken:
            return bad(node.span)
        match declared:
            case ZoneDecl() | NoteDecl() if declared.indexes and isinstance(declared.indexes[0], PlayerIndex):
                given = [you, *self.given(declared, node.indexes, scope, 1)]
                if isinstance(declared, ZoneDecl):
                    return self.zone(declared, given, node.span)
                return self.note(declared, given, node.span)
            case TermEntry(decl) if decl.form == "of" and not node.indexes and self.of_player(decl):
                return self.term(declared, (you,), node.span)
            case ZoneDecl() | NoteDecl():
                at, usage = declared.at, self.usage(declared)
            case TermEntry():
                at, usage = declared.decl.at, self.usage(declared)
            case OptionDecl():
                at, usage = declared.at, name
            case None:
                if functions_named(name, 1) or any(True for _ in self.symbols.kinds_with(name)):
                    self.report.error("name/form", f"`{name}` is written `{name} of ...`", node.span)
                    return bad(node.span)
                guess = guess_of(name, self.owned_names())
                self.report.error(
                    "name/unknown",
                    f"players have nothing called `{name}`",
                    node.name.span,
                    *self.where(guess),
                    help=f"did you mean `your {guess}`?" if guess else None,
                )
                return bad(node.span)
        self.report.error(
            "name/form",
            f"`{name}` does not belong to a player; it is written `{usage}`",
            node.span,
            *self.report.declared(at),
        )
        return bad(node.span)

    def of_player(self, term: TermDecl) -> bool:
        return fits(PLAYER, term.parameters[0].type)

    def owned_names(self) -> list[str]:
        """What may stand behind `your`."""
        families = self.symbols.families_and_notes()
        owned = [d.name for d in families if d.indexes and isinstance(d.indexes[0], PlayerIndex)]
        return owned + [n for n, e in self.symbols.terms.items() if e.decl.form == "of" and self.of_player(e.decl)]
