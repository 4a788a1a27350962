"""Everything that a ruleset says and another may say otherwise, by its path: what can be compared side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.code.in_force import entries_in_force
from coupdsl.language import program as p
from coupdsl.language.lines import in_one_line
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.phrases.inline import Code, Phrase, begun, joined, text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import field_value, fields, whole_of_parts
from coupdsl.rulebook.material import (
    PLACE,
    REMEMBERED,
    Thing,
    all_remembered,
    all_things,
    place_row,
    remembered_row,
)
from coupdsl.rulebook.numbered import Statements


@by_value
class Fact:
    """What something is called, and what is said of it.

    Where one of the texts of `alike` is that of the other ruleset, both say the same. `cells` are the parts of what is
    said, each under its head; `code` is how the file says it. `within` is the entry that it belongs to, `base` the path
    of what holds for all that have nothing of their own, which `shares` says that this has not either.
    """

    name: Phrase
    said: Phrase
    alike: tuple[str, ...]
    cells: tuple[tuple[Phrase, Phrase], ...] = ()
    code: str = ""
    within: str = ""
    base: str = ""
    shares: bool = False

    def same(self, other: Fact) -> bool:
        return any(one == two for one, two in zip(self.alike, other.alike, strict=False))


def facts(book: Book) -> dict[str, Fact]:
    found: dict[str, Fact] = {}
    for made in (_things, _options, _entries, _names, _rules, _course, _places, _remembered):
        found |= made(book)
    return found


def _things(book: Book) -> Iterator[tuple[str, Fact]]:
    for one in all_things(book, Statements(book).expressions):
        yield one.key, _of_thing(one)


def _of_thing(one: Thing) -> Fact:
    return Fact(one.name, one.said, (one.exact, text_of(one.said)))


def _options(book: Book) -> Iterator[tuple[str, Fact]]:
    for option in book.program.options.values():
        asked, value = book.labels.get(f"options.{option.key}.ask"), book.rules.option(option.key)
        answer = book.reading(option, value)
        name: Phrase = (f"{asked} ", Code(option.key)) if asked is not None else (Code(option.key),)
        key, alike = f"options.{option.key}", f"{answer} {value}"
        if option in book.in_use.options:
            yield key, Fact(name, (answer,), (alike, f"asked {alike}"))
        else:  # the same as any that is not asked either, or as this answer where it is
            yield key, Fact(name, book.say("not_asked"), (alike, "not asked"))


# ---- entries
def _entries(book: Book) -> Iterator[tuple[str, Fact]]:
    in_force = entries_in_force(book.expressions[0])
    for kind in book.program.charted:
        for top in (entry for entry in kind.entries if entry.parent is None):
            if top in in_force:
                name = book.say("argument", begun(book.term(kind.name)), (book.entry(top),))
                yield top.path, Fact(name, book.say("in_play"), ("",))
            for entry in (entry for entry in (top, *top.children) if entry in in_force):
                yield f"names.{entry.path}", _name(book, entry, top)
                for rule in fields(entry.kind):
                    if rule.type.name != "text":
                        yield f"{entry.path}.{rule.name}", _field(book, rule, entry, top)


def _name(book: Book, entry: p.Entry, top: p.Entry) -> Fact:
    """What people call it; the word of the rule file says which it is."""
    kind = book.term(entry.kind.name)
    what = begun(kind) if entry is top else book.say("argument", (book.entry(top),), kind)
    said = (book.entry(entry),)
    return Fact((*what, " ", Code(entry.name)), said, said)


def _field(book: Book, rule: p.Rule, entry: p.Entry, top: p.Entry) -> Fact:
    part = () if entry is top else (*book.term(entry.name, entry.kind.name), ", ")
    name = book.say("argument", (book.entry(top),), (*part, *book.term(rule.name, rule.owner)))
    said = whole_of_parts(book, rule, entry) or field_value(book, Statements(book), rule, entry)
    version = book.version(rule, entry)
    value = version.value if version is not None else None
    fixed = value is None or (not rule.parameter_types and book.fixed(value, entry) is not None)
    meaning = text_of(said) if fixed else text_of(said) + book.rules.meaning(rule, entry)
    return Fact(name, said, (meaning,), code=value.span.words if value is not None else "", within=top.path)


def _names(book: Book) -> Iterator[tuple[str, Fact]]:
    entries = {f"names.{entry.path}" for kind in book.program.charted for entry in kind.entries}
    for path, text in sorted(book.labels.words.items()):
        if path.startswith("names.") and path not in entries:
            yield path, Fact((Code(path.removeprefix("names.")),), (text,), (text,))


# ---- rules
def _rules(book: Book) -> Iterator[tuple[str, Fact]]:
    """The texts in force of every rule: the common one, and those that entries have of their own."""
    in_force = entries_in_force(book.expressions[0])
    kinds = book.program.kinds.values()
    members = [rule for kind in kinds for rule in kind.members.values() if rule.form != "field"]
    named = {rule: entry for kind in kinds for entry in kind.entries for rule in entry.lets.values()}
    for rule in (*book.program.rules, *members):
        base = f"rules.{rule.owner or ''}.{rule.name}."
        own = [entry for entry in dict.fromkeys(v.entry for v in rule.versions) if entry in in_force]
        common = [named[rule]] if rule in named else [None] if _is_common(book, rule, in_force) else []
        for entry in (*common, *own):
            version = book.version(rule, entry)
            if version is not None and entry in (None, *in_force):
                yield base + (entry.path if entry is not None else ""), _rule(book, rule, version, entry, base)


def _is_common(book: Book, rule: p.Rule, in_force: set[p.Entry]) -> bool:
    """Does the text count that is no entry's own? Not where each entry that could use it has another."""
    using = [entry for entry in in_force if entry.plays is not None and entry.plays.name == rule.owner]
    using += [entry for entry in in_force if entry.kind.name == rule.owner]
    versions = [book.version(rule, entry) for entry in using]
    return not using or any(version is not None and version.entry is None for version in versions)


def _rule(book: Book, rule: p.Rule, version: p.Version, entry: p.Entry | None, base: str) -> Fact:
    name = book.term(rule.name, rule.owner)
    title = name if entry is None else book.say("argument", (book.entry(entry),), name)
    text = in_one_line(version.span)
    alike = (book.rules.meaning_of(version), _all_readings(book, rule, entry), text)
    shares = entry is not None and version.entry is None
    return Fact(title, (Code(text),), alike, code=text, within=_top(entry), base=base, shares=shares)


def _top(entry: p.Entry | None) -> str:
    """The entry that it stands in, or is."""
    return entry.path.partition(".")[0] if entry is not None else ""


def _all_readings(book: Book, rule: p.Rule, entry: p.Entry | None) -> str:
    """The texts of a rule for all answers to what is asked: where they are equal, the answers tell what differs."""
    texts = [version for version in rule.versions if version.entry in (None, entry)]
    return "\n".join(sorted(f"{_asked(one.reading)} {book.rules.meaning_of(one)}" for one in texts))


def _asked(reading: p.Reading | None) -> str:
    return f"{reading.option.key} {reading.negated} {reading.values}" if reading is not None else ""


def _course(book: Book) -> Iterator[tuple[str, Fact]]:
    """The course of the game and of its mechanics, and when it ends at the latest."""
    program = book.program
    if program.main is not None:
        yield "course.", _of_block(book, book.say("game"), program.main)
    for mechanic in program.mechanics.values():
        if mechanic.body is not None and mechanic.body.lines:
            title = book.say("mechanic", book.term(mechanic.name))
            yield f"course.{mechanic.name}", _of_block(book, title, mechanic.body)
    if program.limit is not None:
        most, block = program.limit
        said = book.say("limit_note", str(most))
        exact = book.rules.meaning_of(program.limit)
        yield "limit", Fact(book.say("the_latest_end"), said, (exact,), code=block.span.words)


def _of_block(book: Book, title: Phrase, block: p.Block) -> Fact:
    text = "; ".join(in_one_line(line.span) for line in block.lines)
    return Fact(title, (Code(text),), (book.rules.meaning_of(block), text), code=text)


# ---- what lies on the table, and what is remembered
def _places(book: Book) -> Iterator[tuple[str, Fact]]:
    expressions, heads = Statements(book).expressions, [book.say(head) for head in PLACE]
    for zone in book.program.zones:
        yield f"zones.{zone.name}", _row(book, heads, place_row(book, expressions, zone), zone)


def _remembered(book: Book) -> Iterator[tuple[str, Fact]]:
    expressions, heads = Statements(book).expressions, [book.say(head) for head in REMEMBERED]
    for state in all_remembered(book):
        yield f"states.{state.name}", _row(book, heads, remembered_row(book, expressions, state), state)


def _row(book: Book, heads: list[Phrase], row: tuple[Phrase, ...], of: p.Zone | p.State) -> Fact:
    cells = tuple(zip(heads[1:], row[1:], strict=True))
    return Fact(row[0], side(book, cells), (book.rules.meaning_of(of),), cells, _declared(of))


def _declared(of: p.Zone | p.State) -> str:
    """How the file declares it, from its name on."""
    name = of.span
    line_end = name.source.text.find("\n", name.end)
    ends = [line_end if line_end >= 0 else len(name.source.text)]
    if of.initial is not None and of.initial.span.source is name.source:
        ends.append(of.initial.span.end)
    return Span(name.source, name.start, max(ends)).words


def side(book: Book, cells: Iterable[tuple[Phrase, Phrase]]) -> Phrase:
    """Parts of what is said, each after its head."""
    return joined((book.say("argument", head, cell) for head, cell in cells), book.words["semicolon"])
