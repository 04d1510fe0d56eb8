"""Tests: everything that is yes or no. A layer of the checker of expressions."""

from __future__ import annotations

from . import nodes
from .binders import Binders
from .builtins import WORD_BY_NAME
from .checked import (
    ActionDecl,
    Alike,
    CanDo,
    Contains,
    Determiner,
    Equal,
    Expr,
    FacePattern,
    HasCards,
    IsEmpty,
    Matches,
    Not,
    NoteRef,
    Order,
    Pattern,
    Quantified,
    Relation,
)
from .fitting import describe, fits, meets
from .names import Scope, guess_of, singulars
from .resolve import bad, is_bad
from .source import Span
from .types import (
    PLAYER,
    TRUTH,
    EnumType,
    FaceType,
    ListType,
    NothingType,
    NumberType,
    PieceType,
    UnknownType,
    ZoneType,
    bare,
    or_none,
)


class Truths(Binders):
    def compare(self, node: nodes.Compare, scope: Scope) -> Expr:
        negated = node.operator in ("is not", "is not in")
        match node.operator:
            case "is" | "is not":
                if isinstance(node.right, nodes.Word) and node.right.name.text not in scope.variables:
                    found = self.adjective(node.left, node.right.name, negated, scope, node.span)
                    if found is not None:
                        return found
                return self.equal(node, negated, scope)
            case "is in" | "is not in":
                return self.contains(node, negated, scope)
        left = self.expr(node.left, scope)
        right = self.expr(node.right, scope, left.type)
        if is_bad(left) or is_bad(right):
            return bad(node.span)
        kind = bare(left.type)
        inner = bare(kind.item) if isinstance(kind, ListType) else kind
        if not isinstance(inner, (NumberType, EnumType, NothingType)):
            self.report.error(
                "type/wrong",
                f"`{node.operator}` compares numbers, enum values or lists of them, but this is {describe(left.type)}",
                left.span,
            )
            return bad(node.span)
        right = self.fit(right, left.type, f"with `{node.operator}`")
        return bad(node.span) if is_bad(right) else Order(node.span, TRUTH, Relation(node.operator), left, right)

    def adjective(self, left: nodes.Expr, name: nodes.Ident, negated: bool, scope: Scope, span: Span) -> Expr | None:
        """`x is complete`, `x is empty`; None if the word is no adjective but a value."""
        text = name.text
        if text in ("empty", "filled"):
            return self.is_empty(self.expr(left, scope), negated != (text == "filled"), span)
        entry = self.symbols.terms.get(text)
        if entry is not None and entry.decl.form == "is":
            self.symbols.used.add(text)
            operand = self.expr(left, scope, entry.decl.parameters[0].type)
            if is_bad(operand):
                return bad(span)
            found = self.term(entry, (operand,), span)
            return Not(span, TRUTH, found) if negated and not is_bad(found) else found
        note = self.symbols.notes.get(text)
        if note is not None and len(note.indexes) == 1 and fits(note.type, TRUTH):
            self.symbols.used.add(text)
            operand = self.expr(left, scope, self.index_type(note.indexes[0]))
            if is_bad(operand):
                return bad(span)
            indexes = self.indexes(note, (operand,))
            if indexes is None:
                return bad(span)
            ref = NoteRef(span, TRUTH, note, indexes)
            return Not(span, TRUTH, ref) if negated else ref
        if text == "alike" and entry is None and note is None:
            cards = self.cards_in(left, scope)
            return bad(span) if cards is None else Alike(span, TRUTH, cards, negated)
        if self.symbols.declared(text) is None and self.is_adjective_like(text):
            self.expr(left, scope)
            adjectives = [n for n, e in self.symbols.terms.items() if e.decl.form == "is"]
            adjectives += [n for n, d in self.symbols.notes.items() if d.type == TRUTH and len(d.indexes) == 1]
            guess = guess_of(
                text, [*adjectives, "empty", "filled", "alike", *scope.variables, *self.symbols.lower_names()]
            )
            self.report.error(
                "name/unknown",
                f"there is nothing called `{text}` here",
                name.span,
                *self.where(guess),
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return bad(span)
        return None

    def is_adjective_like(self, text: str) -> bool:
        return text not in WORD_BY_NAME and self.symbols.type_named(text) is None

    def is_empty(self, operand: Expr, negated: bool, span: Span) -> Expr:
        if is_bad(operand):
            return bad(span)
        if not isinstance(bare(operand.type), (ZoneType, ListType)):
            self.report.error(
                "type/wrong",
                f"only zones and lists are empty or filled, but this is {describe(operand.type)}",
                operand.span,
            )
            return bad(span)
        return IsEmpty(span, TRUTH, operand, negated)

    def equal(self, node: nodes.Compare, negated: bool, scope: Scope) -> Expr:
        span = node.span
        swapped = isinstance(node.left, nodes.Const) and not isinstance(node.right, nodes.Const)
        if swapped:
            right = self.expr(node.right, scope)
            left = self.expr(node.left, scope, right.type)
        else:
            left = self.expr(node.left, scope)
            if is_bad(left):
                self.silent(node.right, scope)
                return bad(span)
            matched = self.matches(left, node.right, negated, scope, span)
            if matched is not None:
                return matched
            right = self.expr(node.right, scope, left.type)
        if is_bad(left) or is_bad(right):
            return bad(span)
        one, two = bare(left.type), bare(right.type)
        if isinstance(one, ZoneType) and isinstance(two, PieceType):
            left = self.as_card(left)
        elif isinstance(two, ZoneType) and isinstance(one, PieceType):
            right = self.as_card(right)
        elif isinstance(two, FaceType) and isinstance(one, (PieceType, ZoneType)):
            card = self.as_card(left)
            if isinstance(bare(card.type), PieceType):
                return Matches(span, TRUTH, card, FacePattern(right.span, right), negated)
        if isinstance(right.type, NothingType):
            if isinstance(left.type, ListType):
                self.report.error(
                    "type/wrong",
                    "a list is never none; an empty one is `empty`",
                    right.span,
                    help="say `is empty`",
                )
                return bad(span)
        elif not isinstance(left.type, NothingType) and not meets(left.type, right.type):
            self.report.error(
                "type/wrong",
                f"this is {describe(right.type)}, but {describe(left.type)} is wanted here",
                right.span,
            )
            return bad(span)
        return Equal(span, TRUTH, left, right, negated)

    def silent(self, node: nodes.Expr, scope: Scope) -> None:
        """Look at an expression beside a failed one: its own faults count, unless they come from a missing
        type.
        """
        if not isinstance(node, nodes.Const):
            self.expr(node, scope)

    def matches(self, left: Expr, right: nodes.Expr, negated: bool, scope: Scope, span: Span) -> Expr | None:
        """`card is Keeper`: a test against a pattern; None if the right side is no pattern."""
        if not isinstance(right, nodes.Const):
            return None
        card = self.as_card(left)
        if not isinstance(bare(card.type), (PieceType, FaceType)):
            return None
        pattern: Pattern | None = self.pattern(right, scope)
        return bad(span) if pattern is None else Matches(span, TRUTH, card, pattern, negated)

    def contains(self, node: nodes.Compare, negated: bool, scope: Scope) -> Expr:
        container = self.expr(node.right, scope)
        kind = bare(container.type)
        match kind:
            case UnknownType():
                self.silent(node.left, scope)
                return bad(node.span)
            case ListType(item):
                item_type = item
            case ZoneType():
                item_type = self.symbols.all_cards
            case _:
                self.report.error(
                    "type/wrong",
                    f"`is in` needs a list or a zone, but this is {describe(container.type)}",
                    container.span,
                )
                return bad(node.span)
        found = self.expr(node.left, scope, item_type)
        found = found if isinstance(item_type, NothingType) else self.fit(found, or_none(item_type), "in that list")
        return bad(node.span) if is_bad(found) else Contains(node.span, TRUTH, found, container, negated)

    def has(self, node: nodes.Has, scope: Scope) -> Expr:
        container = self.cards_in(node.left, scope)
        quantity = self.number(node.quantity, scope) if node.quantity is not None else None
        pattern = self.pattern(node.pattern, scope)
        if container is None or pattern is None or (quantity is not None and is_bad(quantity)):
            return bad(node.span)
        return HasCards(node.span, TRUTH, container, pattern, quantity, node.negated)

    def can(self, node: nodes.Can, scope: Scope) -> Expr:
        seat = self.fitted(node.left, scope, PLAYER)
        action = self.action(node.action)
        return bad(node.span) if is_bad(seat) or action is None else CanDo(node.span, TRUTH, seat, action, node.negated)

    def quantified(self, node: nodes.Quantified, scope: Scope) -> Expr:
        binder_node = node.binder
        several = node.quantity is not None and binder_node.domain is None
        quantity = self.number(node.quantity, scope) if node.quantity is not None else None
        if several and (_names_one(node.quantity) or self.whole(binder_node.name.text, binder_node.span)):
            several = False
        if not several and binder_node.domain is None and self.plural_only(binder_node.name.text):
            several = True  # `no columns are empty`, `at least 4 columns are empty`
        found, inner = self.binder(binder_node, scope, several)
        if found is not None and binder_node.name.text not in inner.variables:
            inner = inner.calling(binder_node.name.text, found.variable)
        test = self.truth(node.test, inner) if node.test is not None else None
        if found is None or (quantity is not None and is_bad(quantity)) or (test is not None and is_bad(test)):
            return bad(node.span)
        return Quantified(node.span, TRUTH, Determiner(node.determiner), quantity, found, test)

    def plural_only(self, name: str) -> bool:
        return any(self.whole(one, Span(0, 0)) is not None for one in singulars(name))

    # ------------------------------------------------------------------------------------- actions

    def action(self, title: nodes.Text) -> ActionDecl | None:
        """The action of that name; a step is none."""
        found = self.symbols.actions.get(title.text)
        self.symbols.used.add(f'"{title.text}"')
        if isinstance(found, ActionDecl):
            return found
        if found is not None:
            self.report.error(
                "action/step",
                f'"{title.text}" is a step: nobody decides it',
                title.span,
                *self.report.declared(found.at),
            )
        else:
            self.unknown_action(title)
        return None

    def unknown_action(self, title: nodes.Text) -> None:
        guess = guess_of(title.text, self.symbols.actions)
        notes = self.report.declared(self.symbols.actions[guess].at) if guess else ()
        self.report.error(
            "action/unknown",
            f'there is no action or step called "{title.text}"',
            title.span,
            *notes,
            help=f'did you mean "{guess}"?' if guess else None,
        )


def _names_one(quantity: nodes.Expr | None) -> bool:
    return isinstance(quantity, nodes.Number) and quantity.value == 1
