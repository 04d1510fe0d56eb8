"""The kinds of component: their attributes, how many there are, and the rows of their tables."""

from __future__ import annotations

import re
from collections.abc import Mapping

from . import nodes
from .checked import At, AttributeDecl, Cell, Expr, KindDecl, ListOf, Literal, RowDecl, Variable
from .constants import is_constant
from .declarations import Declarations
from .diagnostics import nearest
from .names import Scope, at_of, guess_of, title_of
from .resolve import bad, is_bad
from .source import Source, Span
from .types import NUMBER, TRUTH, UNKNOWN, EnumType, ListType, NumberType, PlayerType, Type, UnknownType, bare

MAX_FACES = 10_000


class Kinds:
    """Declares the kinds. `files` holds the tables that the game names, or why one could not be read."""

    def __init__(self, declarations: Declarations, files: Mapping[str, Source | str]) -> None:
        self.declarations = declarations
        self.expressions = declarations.expressions
        self.symbols = declarations.symbols
        self.report = declarations.report
        self.files = files

    def declare(self) -> None:
        found = [node for node in self.declarations.game.components if isinstance(node, nodes.Kind)]
        named = [node for node in found if self.declarations.declare(node.name, f"a {node.word}")]
        for node in named:
            # The names first: an attribute may be a card of a kind that is declared further down.
            self.symbols.kinds[node.name.text] = self.shell(node)
        for node in named:
            self.symbols.kinds[node.name.text] = self.kind(node)

    def shell(self, node: nodes.Kind) -> KindDecl:
        return KindDecl(node.name.text, node.word, node.name.text, (), None, False, None, at_of(node))

    def kind(self, node: nodes.Kind) -> KindDecl:
        attributes = tuple(self.attributes(node))
        rows: tuple[RowDecl, ...] | None = None
        if node.table is not None:
            attributes, rows = self.table(node, node.table, attributes)
        elif node.file is not None:
            rows = self.file(node, node.file, attributes)
        else:
            for attribute in attributes:
                self.finite(attribute)
        copies = self.copies(node.copies, attributes) if node.copies is not None else None
        of_each = node.of_each or (copies is None and bool(attributes))
        if node.copies is not None and attributes and not node.of_each and node.word != "die":
            self.report.error(
                "kind/of-each",
                f"say how many of each {node.name.text}",
                node.copies.span,
                self.report.note("it has several faces", attributes[0].at),
                help="add `of each`",
            )
        title = node.title.text if node.title is not None else title_of(node.name.text)
        if node.title is not None:
            self.placeholders(node.title, attributes)
        kind = KindDecl(node.name.text, node.word, title, attributes, copies, of_each, rows, at_of(node))
        for place, row in enumerate(rows or ()):
            self.row_name(kind, row, place)
        return kind

    def placeholders(self, title: nodes.Text, attributes: tuple[AttributeDecl, ...]) -> None:
        """`{rank} of {suit}`: what stands in braces is an attribute, and all of them stand there if any does."""
        known = [attribute.name for attribute in attributes]
        for found in re.finditer(r"\{([^{}]*)\}", title.text):
            if found.group(1) not in known:
                close = nearest(found.group(1), known)
                self.report.error(
                    "kind/title",
                    f"`{found.group(1)}` is no attribute that a title could show",
                    Span(title.span.start + 1 + found.start(), title.span.start + 1 + found.end()),
                    help=f"did you mean `{{{close}}}`?" if close else f"the attributes are: {', '.join(known) or 'none'}",
                )
        shown = re.findall(r"\{([^{}]*)\}", title.text)
        left = [name for name in known if name not in shown]
        if left and shown and all(name in known for name in shown):
            self.report.error(
                "kind/title",
                f"cards that differ would look alike: the title leaves out `{left[0]}`",
                title.span,
                help=f"add `{{{left[0]}}}`",
            )

    def row_name(self, kind: KindDecl, row: RowDecl, place: int) -> None:
        taken = self.declarations.places.get(row.name)
        if taken is not None or row.name in self.symbols.rows:
            self.report.error(
                "name/twice",
                f"the row `{row.name}` of {kind.name} has a name that is taken",
                kind.at.span,
                *((self.report.note("declared here", taken),) if taken is not None else ()),
            )
            return
        self.symbols.rows[row.name] = (kind, place)

    def copies(self, node: nodes.Expr, attributes: tuple[AttributeDecl, ...]) -> Expr:
        """How many, which may go by an attribute: `by symbol (Plain: 7, Satyr: 6)`."""
        scope = Scope(you=False).having(*(Variable(a.name, a.type, a.at) for a in attributes))
        copies = self.expressions.number(node, scope)
        if is_bad(copies):
            return copies
        if not is_constant(copies):
            self.report.error("constant/wanted", "this must be fixed before play", node.span)
            return bad(node.span)
        return copies

    # ---------------------------------------------------------------------------------- attributes

    def attributes(self, node: nodes.Kind) -> list[AttributeDecl]:
        found: list[AttributeDecl] = []
        for attribute in node.attributes:
            name = attribute.name.text
            if any(a.name == name for a in found):
                self.report.error("name/twice", f"`{name}` stands here twice", attribute.name.span)
                continue
            found.append(self.attribute(attribute))
        return found

    def attribute(self, node: nodes.Attribute) -> AttributeDecl:
        name, at = node.name.text, At(node.span)
        if node.type is None:
            kind = self.symbols.type_named(name)
            if kind is None:
                enums = [enum.lower() for enum in self.symbols.enums]
                guess = guess_of(name, enums)
                self.report.error(
                    "attribute/type",
                    f"`{name}` does not say what it is: no enum has that name",
                    node.name.span,
                    help=f"did you mean `{guess}`?" if guess else f"say it: `{name}: TYPE`",
                )
                kind = UNKNOWN
            if isinstance(kind, EnumType):
                self.symbols.used.add(kind.name)
            return AttributeDecl(name, kind, kind, None, at)
        kind = self.declarations.type_of(node.type)
        item = kind.item if isinstance(kind, ListType) else kind
        return AttributeDecl(name, kind, item, node.type.count, at)

    def finite(self, attribute: AttributeDecl) -> None:
        """Without a table there is a face for every value, so there must be finitely many."""
        item = bare(attribute.item)
        unbounded = isinstance(item, NumberType) and (item.low is None or item.high is None)
        endless = isinstance(attribute.type, ListType) and attribute.count is None
        fine = isinstance(item, (NumberType, EnumType, PlayerType, UnknownType)) or item == TRUTH
        if unbounded or endless or not fine:
            self.report.error(
                "attribute/endless",
                f"there is a face for each {attribute.name}, so it needs bounds",
                attribute.at.span,
                help="such as `1 to 6`, an enum, or a table",
            )

    # -------------------------------------------------------------------------------------- tables

    def file(self, node: nodes.Kind, name: nodes.Text, attributes: tuple[AttributeDecl, ...]) -> tuple[RowDecl, ...]:
        content = self.files.get(name.text)
        if not isinstance(content, Source):
            why = content or "it is not there"
            self.report.error("table/unreadable", f'the table "{name.text}" could not be read: {why}', name.span)
            return ()
        from .tables import read_table  # heavy to import, and few games have a table

        rows, problems = read_table(attributes, self.symbols.enums, content, self.report.source, name.span)
        self.report.add(*problems)
        return rows

    def table(
        self, node: nodes.Kind, table: nodes.Table, declared: tuple[AttributeDecl, ...]
    ) -> tuple[tuple[AttributeDecl, ...], tuple[RowDecl, ...]]:
        header = [ident.text for ident in table.header]
        for place, ident in enumerate(table.header):
            if ident.text in header[:place]:
                self.report.error("name/twice", f"there are two columns `{ident.text}`", ident.span)
        if not header or header[0] != "name":
            self.report.error(
                "table/header",
                "the first column is `name`",
                table.header[0].span if table.header else table.span,
            )
            return declared, ()
        known = {attribute.name: attribute for attribute in declared}
        columns: list[AttributeDecl | None] = []
        for place, ident in enumerate(table.header[1:]):
            if ident.text == "copies":
                columns.append(None)
            elif declared and ident.text not in known:
                guess = guess_of(ident.text, [*known, "copies"])
                self.report.error(
                    "table/header",
                    f"{node.name.text} has no attribute `{ident.text}`",
                    ident.span,
                    help=f"did you mean `{guess}`?" if guess else None,
                )
                columns.append(AttributeDecl(ident.text, UNKNOWN, UNKNOWN, None, declared[0].at))
            elif declared:
                columns.append(known[ident.text])
            else:
                columns.append(self.column(ident, [r.cells[place] for r in table.rows if len(r.cells) > place]))
        for attribute in declared:
            if attribute.name not in header:
                self.report.error(
                    "table/header",
                    f"the column `{attribute.name}` is missing",
                    table.span,
                    self.report.note("declared here", attribute.at),
                )
        attributes = declared or tuple(column for column in columns if column is not None)
        seen: dict[str, Span] = {}
        rows = []
        for row in table.rows:
            first = seen.setdefault(row.name.text, row.name.span)
            if first != row.name.span:
                self.report.error(
                    "table/twice",
                    f"there are two rows `{row.name.text}`",
                    row.name.span,
                    self.report.note("the first one", first),
                )
                continue
            checked = self.row(row, columns, attributes)
            if checked is not None:
                rows.append(checked)
        return attributes, tuple(rows)

    def column(self, ident: nodes.Ident, cells: list[nodes.Expr | nodes.Text]) -> AttributeDecl:
        """The attribute of a column whose type nobody states: read off its cells."""
        kind: Type = UNKNOWN
        numbers = [cell.value for cell in cells if isinstance(cell, nodes.Number)]
        names = [cell.name.text for cell in cells if isinstance(cell, nodes.Const)]
        if cells and len(numbers) == len(cells):
            kind = NumberType(min(numbers), max(numbers))
        elif cells and len(names) == len(cells):
            enums = [enum for enum in self.symbols.enums.values() if set(names) <= set(enum.values)]
            named = self.symbols.type_named(ident.text)
            if isinstance(named, EnumType):
                kind = named
            elif len(enums) == 1:
                kind = EnumType(enums[0].name)
        if isinstance(kind, EnumType):
            self.symbols.used.add(kind.name)
        if isinstance(kind, UnknownType):
            self.report.error(
                "attribute/type",
                f"the column `{ident.text}` does not say what it holds",
                ident.span,
                help=f"state it: `card KIND({ident.text}: TYPE)`",
            )
        return AttributeDecl(ident.text, kind, kind, None, At(ident.span))

    def row(
        self, row: nodes.Row, columns: list[AttributeDecl | None], attributes: tuple[AttributeDecl, ...]
    ) -> RowDecl | None:
        if len(row.cells) != len(columns):
            self.report.error(
                "table/cells",
                f"this row has {len(row.cells) + 1} cells, the header {len(columns) + 1}",
                row.span,
            )
            return None
        copies = 1
        values: dict[str, Cell] = {}
        for cell, column in zip(row.cells, columns, strict=True):
            if column is None:
                if not isinstance(cell, nodes.Number):
                    self.report.error("table/cell", "`copies` is a number", cell.span)
                else:
                    copies = cell.value
                continue
            value = self.cell(cell, column)
            if value is not None:
                values[column.name] = value
        if len(values) < len(attributes):
            values = {attribute.name: values.get(attribute.name, -1) for attribute in attributes}
        ordered = tuple(values[attribute.name] for attribute in attributes)
        return RowDecl(row.name.text, title_of(row.name.text), copies, ordered)

    def cell(self, cell: nodes.Expr | nodes.Text, column: AttributeDecl) -> Cell | None:
        """The value of a cell: enum values as positions, none as -1; None if reported."""
        if isinstance(cell, nodes.Text):
            self.report.error("table/cell", "an attribute cannot be a text", cell.span)
            return None
        if isinstance(cell, nodes.ListOf) and column.count is not None and len(cell.items) != column.count:
            self.report.error(
                "table/cell",
                f"`{column.name}` is a list of {column.count}; here are {len(cell.items)}",
                cell.span,
            )
            return None
        expr = self.expressions.fitted(cell, Scope(you=False), column.type, f"in the column {column.name}")
        if isinstance(expr, ListOf):
            items = [item.value for item in expr.items if isinstance(item, Literal)]
            return tuple(items) if len(items) == len(expr.items) else None
        if not isinstance(expr, Literal) or is_bad(expr):
            return None
        kind = bare(column.type)
        if isinstance(kind, NumberType) and kind != NUMBER and isinstance(expr.type, NumberType):
            low, high = kind.low, kind.high
            if (low is not None and expr.value < low) or (high is not None and expr.value > high):
                self.report.error(
                    "table/cell",
                    f"`{column.name}` goes from {low} to {high}",
                    cell.span,
                    self.report.note("declared here", column.at),
                )
                return None
        return expr.value
