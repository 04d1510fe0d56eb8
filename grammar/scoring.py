"""When the game is over, who wins, and what else is said once and holds always: triggers, card texts, score
lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import nodes
from .checked import (
    ActionDecl,
    At,
    Domain,
    EffectDecl,
    EnumDomain,
    Expr,
    KindDecl,
    ListDomain,
    OverDecl,
    PiecesDomain,
    PlayersDomain,
    ScoreFor,
    ScoreLine,
    Scoring,
    TieBreak,
    TriggerDecl,
    Variable,
    WorthDecl,
    ZonesRef,
)
from .fitting import describe, fits, narrowed
from .names import Scope, at_of, guess_of
from .resolve import is_bad
from .source import Span
from .statements import EFFECT, Statements
from .types import NUMBER, PLAYER, EnumType, ListType, PieceType, Type, ZoneType, bare


class Facts:
    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.expressions = statements.expressions
        self.symbols = statements.symbols
        self.report = statements.report

    # ---------------------------------------------------------------------------------- card texts

    def kind_of_text(self, name: nodes.Ident) -> tuple[KindDecl, int | None] | None:
        """The kind, or the row of one, whose text this is."""
        if name.text in self.symbols.kinds:
            self.symbols.used.add(name.text)
            return self.symbols.kinds[name.text], None
        if name.text in self.symbols.rows:
            return self.symbols.rows[name.text]
        self.expressions.unknown_card(name)
        return None

    def effects(self, found: Sequence[nodes.Effect]) -> list[EffectDecl]:
        out: list[EffectDecl] = []
        seen: dict[str, At] = {}
        for node in found:
            kind = self.kind_of_text(node.kind)
            if kind is None:
                continue
            self.once(node.kind, "effect", seen, at_of(node))
            this = Variable("this", PieceType(frozenset((kind[0].name,))), At(node.kind.span))
            body = self.statements.card(node.card, Scope().having(this))
            action = ActionDecl(node.kind.text, at_of(node), body, this)
            out.append(EffectDecl(kind[0], kind[1], node.text.text if node.text else None, action))
        return out

    def worths(self, found: Sequence[nodes.Worth]) -> list[WorthDecl]:
        out: list[WorthDecl] = []
        seen: dict[str, At] = {}
        for node in found:
            kind = self.kind_of_text(node.kind)
            if kind is None:
                continue
            at = at_of(node)
            self.once(node.kind, "worth", seen, at)
            this = Variable("this", PieceType(frozenset((kind[0].name,))), At(node.kind.span))
            scope = Scope().having(this)
            body = self.expressions.number(node.body, scope) if node.body is not None else None
            cases, _ = self.expressions.cases(node.cases, scope, node.span, open_end=True)
            for case in cases:
                self.expressions.fit(case.value, NUMBER, "as a worth")
            out.append(WorthDecl(kind[0], kind[1], node.text.text if node.text else None, this, body, cases, at))
        return out

    def once(self, name: nodes.Ident, what: str, seen: dict[str, At], at: At) -> None:
        if name.text in seen:
            self.report.error(
                "name/twice",
                f"there are two texts `{what} of {name.text}`",
                name.span,
                self.report.note("the first one", seen[name.text]),
            )
        seen.setdefault(name.text, at)

    # ------------------------------------------------------------------------ triggers and the end

    def trigger(self, node: nodes.Whenever) -> TriggerDecl | None:
        if node.among is not None:
            return self.among(node, node.among)
        assert node.adjective is not None
        ranged = self.expressions.ranged(node.name, (node.domain,) if node.domain else (), Scope(), several=False)
        variable = Variable(ranged.singular, ranged.type, At(node.name.span))
        scope = Scope().having(variable)
        left = nodes.Word(node.name.span, nodes.Ident(node.name.span, variable.name))
        span = node.name.span.to(node.adjective.span)
        condition = self.expressions.adjective(left, node.adjective, False, scope, span)
        if condition is None:
            guess = guess_of(node.adjective.text, [n for n, e in self.symbols.terms.items() if e.decl.form == "is"])
            self.report.error(
                "trigger/adjective",
                f"`{node.adjective.text}` is no adjective",
                node.adjective.span,
                *self.expressions.where(guess),
                help=f"did you mean `{guess}`?"
                if guess
                else f"say `{variable.name} is {node.adjective.text} means ...`",
            )
        body = self.statements.block(node.body, scope, EFFECT)
        if condition is None or is_bad(condition) or not ranged.domains:
            return None
        domain = ranged.domains[0]
        if not self.lasting(domain):
            self.report.error(
                "trigger/domain",
                "only players, values of an enum, cards of one kind and zones can be watched",
                domain.span,
            )
            return None
        return TriggerDecl(variable, domain, condition, None, body, at_of(node))

    def lasting(self, domain: Domain) -> bool:
        """Whether the domain is the same at every check, so that a change can be told."""
        match domain:
            case PlayersDomain() | EnumDomain() | PiecesDomain():
                return True
            case ListDomain(_, ZonesRef(_, _, _, indexes)):
                return not indexes
        return False

    def among(self, node: nodes.Whenever, among_node: nodes.Expr) -> TriggerDecl | None:
        among = self.expressions.expr(among_node, Scope())
        kind = bare(among.type)
        item: Type = kind.item if isinstance(kind, ListType) else self.symbols.all_cards
        if not is_bad(among) and not isinstance(kind, (ListType, ZoneType)):
            self.report.error(
                "type/wrong",
                f"`becomes one of` needs a list or a zone, but this is {describe(among.type)}",
                among.span,
            )
            return None
        if isinstance(kind, ZoneType):
            from .builtins import functions_named

            cards = self.expressions.apply(functions_named("cards", 1)[0], [among], among.span)
            among = cards if cards is not None else among
        named = self.symbols.type_named(node.name.text)
        if named is not None and not is_bad(among):
            if not fits(named, item):
                self.report.error(
                    "binder/type",
                    f"`{node.name.text}` stands for {describe(named)}, but the list holds {describe(item)}",
                    node.name.span,
                )
                return None
            item = narrowed(bare(item), named)
        variable = Variable(node.name.text, bare(item), At(node.name.span))
        body = self.statements.block(node.body, Scope().having(variable), EFFECT)
        if is_bad(among):
            return None
        domain = self.watched(bare(item), node.name.span)
        if domain is None:
            self.report.error(
                "trigger/domain",
                f"it is not clear what {describe(item)} can be watched",
                node.name.span,
                help="call the variable by its kind, such as `scene` for cards of the kind Scene",
            )
            return None
        return TriggerDecl(variable, domain, None, among, body, at_of(node))

    def watched(self, item: Type, span: Span) -> Domain | None:
        match item:
            case kind if kind == PLAYER:
                return PlayersDomain(span)
            case EnumType(name):
                return EnumDomain(span, self.symbols.enums[name])
            case PieceType(kinds) if len(kinds) == 1:
                (kind_name,) = kinds
                return PiecesDomain(span, self.symbols.kinds[kind_name])
            case ZoneType(families) if len(families) == 1:
                (family,) = families
                zone = self.symbols.zones[family]
                return ListDomain(span, ZonesRef(span, ListType(item), zone, ()))
        return None

    def over(self, found: Sequence[nodes.OverWhen]) -> list[OverDecl]:
        out = []
        for node in found:
            condition = self.expressions.truth(node.condition, Scope())
            if not is_bad(condition):
                out.append(OverDecl(condition, at_of(node)))
        return out

    # ------------------------------------------------------------------------------------- scoring

    def scoring(self, found: Sequence[nodes.Scoring]) -> Scoring:
        lines: list[ScoreLine | ScoreFor] = []
        ties: list[TieBreak] = []
        most: bool | None = None
        wins_if: Expr | None = None
        winner_at: At | None = None
        scope = Scope()
        for node in found:
            match node:
                case nodes.ScoreLine():
                    line = self.score_line(node, scope)
                    lines += [line] if line is not None else []
                case nodes.ScoreFor():
                    binder, inner = self.expressions.binder(node.binder, scope)
                    within = [self.score_line(line, inner) for line in node.lines]
                    if binder is not None:
                        kept = tuple(line for line in within if line is not None)
                        lines.append(ScoreFor(binder, kept, at_of(node)))
                case nodes.PointsWin() | nodes.YouWin():
                    if winner_at is not None:
                        self.report.error(
                            "scoring/twice",
                            "it is said above already who wins",
                            node.span,
                            self.report.note("here", winner_at),
                        )
                    winner_at = at_of(node)
                    if isinstance(node, nodes.PointsWin):
                        most = node.most
                    else:
                        wins_if = self.expressions.truth(node.condition, scope)
                case nodes.Ties():
                    value = (
                        self.expressions.fitted(node.value, Scope(you=False), PLAYER)
                        if node.most is None
                        else self.expressions.number(node.value, scope)
                    )
                    if not is_bad(value):
                        ties.append(TieBreak(node.most, value, at_of(node)))
        if winner_at is None and found:
            self.report.warning(
                "scoring/no-winner",
                "nothing says who wins",
                found[-1].span,
                help="end with `most points win`, `fewest points win` or `you win if ...`",
            )
        return Scoring(tuple(lines), most, wins_if, tuple(ties), winner_at)

    def score_line(self, node: nodes.ScoreLine, scope: Scope) -> ScoreLine | None:
        for match in re.finditer(r"\{([^}]*)\}", node.title.text):
            if match[1] not in scope.variables:
                guess = guess_of(match[1], scope.variables)
                start = node.title.span.start + 1 + match.start()
                self.report.error(
                    "scoring/title",
                    f"`{{{match[1]}}}` is no variable of a `for each` around this line",
                    Span(start, start + len(match[0])),
                    help=f"did you mean `{{{guess}}}`?" if guess else None,
                )
        value = self.expressions.number(node.value, scope)
        condition = self.expressions.truth(node.condition, scope) if node.condition is not None else None
        if is_bad(value) or (condition is not None and is_bad(condition)):
            return None
        return ScoreLine(node.title.text, value, condition, at_of(node))
