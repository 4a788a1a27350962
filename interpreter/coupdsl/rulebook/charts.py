"""The charts: for every kind tables of its entries, and each entry drawn like a card."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from coupdsl.code.bits import members
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.walk import all_parts
from coupdsl.phrases.inline import Code, Link, Phrase, joined, merged, text_of
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.definitions import cited, definition, told_scope
from coupdsl.rulebook.document import Block, Card, Cards, Heading, Paragraph, Step, Steps, Table
from coupdsl.rulebook.numbered import Statements, quoted
from coupdsl.rulebook.played_as import played_as
from coupdsl.rulesets.as_worded import is_as_worded, is_of_variant, is_replaced

FEW = 5  # cards that are listed by their marks
_NOT_IN_CHART = ("text", "test")  # sentences, and what is asked of each


def charts(book: Book, statements: Statements) -> Iterator[Table]:
    """For every kind the tables of its entries, as a leaflet has them."""
    for kind in _charted(book):
        inner = _inner(book, kind)
        if inner is not None:
            yield _chart_of_parts(book, statements, kind, inner)
        table = _chart(book, statements, kind)
        if table is not None:
            yield table


def cards(book: Book, statements: Statements, number: Callable[[list[p.Entry], str], Link]) -> Iterator[Block]:
    """For every kind its entries one by one, with all that they say and the number that they are found by.

    Those of which nothing is said but their names have one number together.
    """
    for kind in _charted(book):
        title, entries = book.say("cards_of", book.term(kind.name)), book.entries(kind)
        told = {entry: _told(book, statements, entry) for entry in entries}
        if not any(motto(book, entry) or blocks for entry, blocks in told.items()):
            link = number(entries, f"kind-{kind.plural}")
            yield Heading(3, merged((f"{link.text} ", *title)), link.to)
            yield Paragraph(book.listed([(book.entry(entry),) for entry in entries]))
            continue
        yield Heading(3, title)
        yield Heading(4, heading(book, kind))
        yield Cards(tuple(_card(book, entry, number([entry], f"card-{entry.path}"), told[entry]) for entry in entries))


def _charted(book: Book) -> list[p.Kind]:
    return [kind for kind in book.program.charted if book.entries(kind)]


def heading(book: Book, kind: p.Kind) -> Phrase:
    """What a chart is called: its own title, or the name of the kind."""
    title = book.labels.get(f"charts.{kind.plural}")
    return (title,) if title is not None else book.term(kind.name)


def fields(kind: p.Kind) -> list[p.Rule]:
    return [member for member in kind.members.values() if member.form == "field"]


def _columns(book: Book, kind: p.Kind) -> list[p.Rule]:
    """The fields that a chart tells."""
    return [stated for stated in fields(kind) if stated not in book.untold]


def _inner(book: Book, kind: p.Kind) -> p.Kind | None:
    """The kind of the entries that stand inside those of `kind`."""
    found = [child.kind for entry in book.entries(kind) for child in book.children(entry)]
    return found[0] if found else None


def _main_field(kind: p.Kind) -> p.Rule | None:
    """The field that is the value after `=` of an entry."""
    stated = fields(kind)
    return stated[0] if stated and stated[0].type.is_collection else None


# ---- tables
def _chart_of_parts(book: Book, statements: Statements, kind: p.Kind, inner: p.Kind) -> Table:
    """What stands inside the entries: one row for each part of each entry, and one for all that it takes over."""
    columns = _columns(book, inner)
    heads = (book.term(kind.name), *(book.term(f.name, inner.name) for f in columns))
    rows: list[tuple[Phrase, ...]] = []
    keys = []
    for entry in book.entries(kind):
        inside = list(book.children(entry))
        lenders = list(dict.fromkeys(child.parent for child in inside if child.parent is not None))
        if inside and entry not in lenders:
            priced = (_priced(book, statements, columns, child) for child in inside)
            key = "taken_over_otherwise" if _has_own_rule(book, entry) else "taken_over"
            joint = book.say(key, book.listed([(book.entry(one),) for one in lenders]), joined(priced))
            rows.append(((book.entry(entry),), joint))
            keys.append(entry.path)
            continue
        for number, child in enumerate(inside):
            name: Phrase = (book.entry(entry),) if number == 0 else ()
            first, *others = columns
            rows.append(
                (
                    name,
                    _part(book, statements, first, child),
                    *(field_value(book, statements, f, child) for f in others),
                )
            )
            keys.append(f"{entry.path} {child.path}")
    return Table(inner.plural, heading(book, inner), heads, tuple(rows), tuple(keys))


def _has_own_rule(book: Book, entry: p.Entry) -> bool:
    """Does it say in its own way what others of its kind leave to the kind?"""
    rules = (member for member in entry.kind.members.values() if member.form != "field")
    return any((version := book.version(rule, entry)) is not None and version.entry is entry for rule in rules)


def _priced(book: Book, statements: Statements, columns: list[p.Rule], child: p.Entry) -> Phrase:
    """A part with what it costs, as short as a list has it."""
    name = _name_of_part(book, child) or text_of(field_value(book, statements, columns[0], child))
    stated = [f for f in columns[1:] if (v := book.version(f, child)) is not None and v.entry is child]
    return joined([(name,), *(field_value(book, statements, f, child) for f in stated)], " ")


def _name_of_part(book: Book, child: p.Entry) -> str | None:
    """Its own name; not where that is one for other pieces, which a variant puts in their place."""
    main = _main_field(child.kind)
    version = book.version(main, child) if main is not None else None
    if version is not None and is_of_variant(book.program, version) and not _is_named_anew(book, child):
        return None
    own = f"{child.kind.plural}.{child.path}.name"
    return book.labels.get(own, f"terms.{child.kind.name}.{child.name}", f"terms.{child.name}", f"names.{child.name}")


def _is_named_anew(book: Book, entry: p.Entry) -> bool:
    """Does a variant name it?"""
    named = book.labels.get(f"{entry.kind.plural}.{entry.path}.name")
    is_old = named == entry.texts.get("name", {}).get(book.language) and not is_replaced(book.program, entry)
    return named is not None and not is_old


def _part(book: Book, statements: Statements, rule: p.Rule, child: p.Entry) -> Phrase:
    """What a part is: by its own name, with the marks of its cards where they are few."""
    name = _name_of_part(book, child)
    version = book.version(rule, child)
    if name is None or version is None or version.value is None:
        return field_value(book, statements, rule, child)
    marks = book.pieces(version.value, child, most=FEW) if _are_cards(book, version.value, child) else None
    return merged((name, " (", *marks, ")")) if marks is not None else (name,)


def _are_cards(book: Book, value: p.Expr, entry: p.Entry) -> bool:
    """Is it a set of cards, and of nothing else?"""
    values = book.fixed(value, entry) or [0]
    layout = book.expressions[0].layout
    return all(layout.type_of[piece] == "card" for piece in pieces_in(values[0]))


def pieces_in(value: Any) -> list[int]:
    return members(value) if isinstance(value, int) else list(value)


def whole_of_parts(book: Book, rule: p.Rule, entry: p.Entry) -> Phrase | None:
    """The names of the parts, where a field comes to all pieces of them."""
    if not rule.type.is_collection or rule.type.of is None or rule.type.of.family is None:
        return None
    version, children = book.version(rule, entry), list(book.children(entry))
    named = [_name_of_part(book, child) for child in children]
    main = _main_field(children[0].kind) if children else None
    if main is None or version is None or version.value is None or None in named:
        return None
    parts_of = [v.value for child in children if (v := book.version(main, child)) is not None and v.value is not None]
    whole = book.fixed(version.value, entry)
    stated = [book.fixed(value, child) for value, child in zip(parts_of, children, strict=True)]
    if whole is None or any(one is None for one in stated):
        return None
    for at, pieces in enumerate(whole):
        union = {piece for one in stated if one is not None for piece in pieces_in(one[at])}
        if union != set(pieces_in(pieces)):
            return None
    return book.listed([(name,) for name in dict.fromkeys(named) if name is not None])


def _chart(book: Book, statements: Statements, kind: p.Kind) -> Table | None:
    """One row for each entry, one column for each of its plain values."""
    columns = plain_columns(book, kind)
    if not columns:
        return None
    heads = (book.term(kind.name), *(book.term(f.name, kind.name) for f in columns))
    entries = book.entries(kind)
    rows = tuple(((book.entry(entry),), *(cell(book, statements, f, entry) for f in columns)) for entry in entries)
    return Table(kind.plural, heading(book, kind), heads, rows, tuple(entry.path for entry in entries))


def plain_columns(book: Book, kind: p.Kind) -> list[p.Rule]:
    columns = [f for f in _columns(book, kind) if f.type.name not in _NOT_IN_CHART and not _holds_parts(book, f)]
    return [f for f in columns if _differs(book, f, book.entries(kind))]


def row_in_words(
    book: Book, statements: Statements, entry: p.Entry, among: bool = False, untold: Container[p.Rule] = ()
) -> Iterator[Phrase]:
    """What charts state of an entry, as sentences: its motto, its parts, and what else it says of its own.

    Of one `among` others that has parts, no more than prices; nothing of the fields that are `untold`.
    """
    kind, said_first = entry.kind, motto(book, entry, untold) or ""
    inner, inside = _inner(book, kind), list(book.children(entry))
    priced_alone = among and inner is not None and bool(inside)
    if said_first and not priced_alone:
        yield (said_first,)
    holding = [f for f in fields(kind) if inner is not None and f.name == inner.plural]
    if inner is not None and inside and not any(f in untold for f in holding):
        columns = _columns(book, inner)
        priced = joined(_priced(book, statements, columns, child) for child in inside)
        yield book.say("argument", book.term(columns[0].name, inner.name), priced)
    said: list[Phrase] = []
    for column in plain_columns(book, kind):
        version, head = book.version(column, entry), book.term(column.name, kind.name)
        stated = cell(book, statements, column, entry)
        if version is None or _is_of_all(book, version):
            continue
        if column.type.is_numeric and f" {text_of(stated)} " in f" {said_first} ":
            continue  # it says so
        if column in untold or (priced_alone and not column.type.is_numeric):
            continue
        if stated == book.say("yes"):
            said.append(head)
        elif stated not in (book.say("no"), book.say("unset")):
            said.append(book.say("argument", head, stated))
    if said:
        yield joined(said, book.words["semicolon"])


def motto(book: Book, entry: p.Entry, untold: Container[p.Rule] = ()) -> str | None:
    """What the texts say of an entry, in the first of its fields for that; not in one that is `untold`."""
    kind = entry.kind
    texts = [f for f in fields(kind) if f.type.name == "text" and f not in untold]
    return book.labels.get(*(f"{kind.plural}.{entry.path}.{f.name}" for f in texts))


def _is_of_all(book: Book, version: p.Version) -> bool:
    """Does it state the same for every entry that says nothing of its own?"""
    return version.entry is None and version.value is not None and book.fixed(version.value, None) is not None


def cell(book: Book, statements: Statements, rule: p.Rule, entry: p.Entry) -> Phrase:
    """What a field says, as short as a chart has it: a stroke for nothing."""
    version, own = book.version(rule, entry), book.labels.get(f"terms.{entry.path}.{rule.name}")
    if own is not None and version is not None and is_as_worded(book.rules, rule, entry):
        return (own,)
    if (rule, entry) in book.rules.overrides and (rule, entry) not in book.in_use.fields:
        return book.say("unset")  # though a variant states it, nothing asks for it
    said = whole_of_parts(book, rule, entry)
    said = said or field_value(book, statements, rule, entry)
    return book.say("unset") if said == book.say("none") else said


def by_entries(book: Book, statements: Statements, rule: p.Rule, kind: p.Kind) -> Phrase:
    """What a field says, or what it says of which entries where that differs."""
    groups: dict[Phrase, list[Phrase]] = {}
    for entry in book.entries(kind):
        groups.setdefault(cell(book, statements, rule, entry), []).append((book.entry(entry),))
    if len(groups) == 1:
        return next(iter(groups))
    return joined(merged((*said, " (", *book.listed(names), ")")) for said, names in groups.items())


def _holds_parts(book: Book, rule: p.Rule) -> bool:
    """Is it made of the entries that stand inside? These are told one by one."""
    of = book.program.kinds.get(rule.type.of.name) if rule.type.is_collection and rule.type.of is not None else None
    return of is not None and rule.name == of.plural


def _differs(book: Book, rule: p.Rule, entries: list[p.Entry]) -> bool:
    """Is there an entry that states it, or to which it comes as the entry is?"""
    stated = (version for entry in entries if (version := book.version(rule, entry)) is not None)
    return any(version.entry is not None or not _is_of_all(book, version) for version in stated)


def field_value(book: Book, statements: Statements, rule: p.Rule, entry: p.Entry) -> Phrase:
    """What a field of an entry says, in words."""
    version = book.version(rule, entry)
    if version is None or version.value is None:
        return _nested_value(book, rule, entry) or book.say("unset")
    scope = told_scope(book, version, Scope(entry))
    value = version.value
    try:
        if rule.type.is_collection and rule.type.of is not None and rule.type.of.family:
            return _pieces(book, statements, value, scope)
        if rule.parameter_types:
            known = book.known(value, entry)
            return (
                statements.expressions.condition(value, scope)
                if known is None
                else book.say("in_all" if known else "none")
            )
        return book.constant(value, entry) or statements.expressions.value(value, scope)
    except Unsayable:
        return (Code(quoted(value.span.text)),)


def _nested_value(book: Book, rule: p.Rule, entry: p.Entry) -> Phrase | None:
    """What a field is that is filled by the entries nested in its own."""
    if rule.form != "field" or all(child.kind.plural != rule.name for child in entry.children):
        return None
    value = book.expressions[0].rule_value(rule, entry)
    return book.value(value.value, rule.type) if value is not None else None


def _pieces(book: Book, statements: Statements, value: p.Expr, scope: Scope) -> Phrase:
    """Pieces in words; beside that by their marks, where they are few, or these alone where words only point."""
    listed = book.pieces(value, scope.entry)
    if listed is not None and scope.entry is not None and not _are_cards(book, value, scope.entry):
        return statements.expressions.value(value, scope) if not _points(value) else listed
    if listed is not None and _points(value):
        return listed
    said = statements.expressions.value(value, scope)
    return said if listed is None or listed == said else merged((*said, " (", *listed, ")"))


def _points(value: p.Expr) -> bool:
    """Does it only say where its pieces are stated?"""
    return any(isinstance(part, pe.Each | pe.Apply) for part in all_parts(value))


# ---- cards
def _card(book: Book, entry: p.Entry, number: Link, told: list[Block]) -> Card:
    said_first = motto(book, entry)
    return Card(entry.path, (f"{number.text} {book.entry(entry)}",), (said_first,) if said_first else (), tuple(told))


def _told(book: Book, statements: Statements, entry: p.Entry) -> list[Block]:
    """All that an entry says, and nothing where that is no more than its name."""
    kind = entry.kind
    inner = _inner(book, kind)
    blocks: list[Block] = []
    if inner is not None and list(book.children(entry)):
        columns = [f for f in fields(inner) if f.type.name != "text"]
        children = list(book.children(entry))
        rows = tuple(tuple(field_value(book, statements, f, child) for f in columns) for child in children)
        heads = tuple(book.term(f.name, inner.name) for f in columns)
        blocks.append(Table(inner.plural, (), heads, rows, tuple(c.path for c in children)))
    said = [f for f in _columns(book, kind) if f.type.name != "text" and not _holds_parts(book, f)]
    said = [f for f in said if _differs(book, f, [entry]) or _differs(book, f, book.entries(kind))]
    lines = [Step(way)] if (way := played_as(book, entry)) is not None else []
    lines += [_field_line(book, statements, f, entry) for f in said]
    if lines:
        blocks.append(Steps(tuple(lines), numbered=False))
    return blocks + _own_rules(book, statements, entry)


def _field_line(book: Book, statements: Statements, rule: p.Rule, entry: p.Entry) -> Step:
    name = book.term(rule.name, rule.owner)
    line = book.say("argument", name, book.beside(field_value(book, statements, rule, entry), name))
    return Step(cited(line, book.version(rule, entry)))


def _own_rules(book: Book, statements: Statements, entry: p.Entry) -> list[Block]:
    """Rules that this entry replaces, and values that it names."""
    owned = [*book.program.rules, *(m for m in entry.kind.members.values() if m.form != "field")]
    lines = []
    for rule in dict.fromkeys(owned):
        version = book.version(rule, entry)
        if version is None or version.entry is not entry or rule.form in ("order", "comparator"):
            continue
        lines.append(definition(book, statements, rule, version, Scope(entry)))
    if not lines:
        return []
    return [Paragraph(book.say("own_rules")), Steps(tuple(lines), numbered=False)]
