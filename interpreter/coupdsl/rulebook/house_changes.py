"""The page of house changes: what differs from the ruleset that a variant extends, old and new side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coupdsl.code.in_force import entries_in_force
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.records import by_value
from coupdsl.phrases.inline import Code, Link, Phrase, Term, begun, joined
from coupdsl.phrases.phrases import Scope, Unsayable
from coupdsl.rulebook.appendix import Numbered
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import field_value, fields, told_scope, whole_of_parts
from coupdsl.rulebook.document import Block, Paragraph, Table
from coupdsl.rulebook.material import order_lines, order_listed, pack
from coupdsl.rulebook.numbered import Statements, quoted
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.compose import parents
from coupdsl.rulesets.fillers import PACK

Fact = tuple[Phrase, Phrase]  # what it is called, and what it says


def changes(book: Book, places: Mapping[Numbered, Link]) -> Iterator[Block]:
    """What differs, with where the exact rules stand that no sentence tells."""
    for parent in parents(book.composed):
        yield from _against(book, Book(parent, book.language), places)


def _against(book: Book, parent: Book, places: Mapping[Numbered, Link]) -> Iterator[Block]:
    found = differences(parent, book)
    if not found:
        yield Paragraph(book.say("no_change"))
        return
    yield Paragraph(book.say("changed_intro", (Term(parent.title),)))
    heads = tuple(book.say(word) for word in ("what", "was", "is_now"))
    rows = tuple((_called(one), *_for_readers(one, book, places)) for one in found)
    yield Table("changes", (), heads, rows, tuple(one.key for one in found))


def _called(one: Difference) -> Phrase:
    """What is another, without its name in the rule files where it has one for people."""
    words = tuple(part for part in one.name if not isinstance(part, Code))
    return words or tuple(part.text.replace("_", " ") for part in one.name if isinstance(part, Code))


def _for_readers(one: Difference, book: Book, places: Mapping[Numbered, Link]) -> tuple[Phrase, Phrase]:
    """What was and what is; where sentences fail, where the exact rule is found."""
    if one.is_rule and one.in_words is None:
        rule, entry = _rule_of(book, one.key)
        found = places.get(entry) if entry is not None else places.get(rule) if rule is not None else None
        link = found or Link(book.words["appendix"], "appendix")
        return book.say("unset") if one.is_new else book.say("another_rule"), book.say("see", (link,))
    return one.in_words or (one.was, one.now)


def _rule_of(book: Book, key: str) -> tuple[p.Rule | None, p.Entry | None]:
    """The rule that a difference is of, and the entry that says it in its own way."""
    _, owner, name, entry = key.split(".", 3)
    rule = next((one for one in book.program.rules if one.name == name and (one.owner or "") == owner), None)
    return rule, book.program.entry(entry) if entry else None


def _sentence(book: Book, key: str) -> Phrase | None:
    """The value of a rule in words, if it has one that can be said."""
    rule, entry = _rule_of(book, key)
    version = book.version(rule, entry) if rule is not None else None
    if rule is None or version is None or version.value is None:
        return None
    expressions, scope = Statements(book).expressions, told_scope(book, version, Scope(version.entry))
    if rule.form in ("order", "comparator"):
        value = version.value
        if isinstance(value, pe.Compare):
            said = joined(order_lines(book, expressions, value, version.entry), book.words["order_then"])
        else:
            said = order_listed(book, expressions, value, version.entry)
    else:
        try:
            flag = rule.type.name == "flag"
            said = expressions.condition(version.value, scope) if flag else expressions.value(version.value, scope)
        except Unsayable:
            return None
    return None if any(isinstance(part, Code) for part in said) else said


@by_value
class Difference:
    """What one ruleset says otherwise than another, in the words of the second.

    Of a rule `was` and `now` are its text; `in_words` are both as sentences, where there are any that tell them apart.
    """

    key: str
    name: Phrase
    was: Phrase
    now: Phrase
    in_words: tuple[Phrase, Phrase] | None = None
    is_new: bool = False

    @property
    def is_rule(self) -> bool:
        return self.key.startswith("rules.")


def differences(old: Book, new: Book) -> list[Difference]:
    """Everything that `new` says otherwise than `old`: options, entries and their fields, names, rules."""
    were, are = _facts(old), _facts(new)
    found = list(_packs(old, new))
    for key in dict.fromkeys((*were, *are)):
        was, now = were.get(key), are.get(key)
        if was == now or ((was is None or now is None) and _inside(key, were, are)):
            continue
        if (was is None or now is None) and key.startswith("names."):
            continue  # a word alone; what is called so is told
        name = (now or was or ((), ()))[0]
        missing = new.say("added" if was is None else "removed")
        texts = was[1] if was else new.say("unset"), now[1] if now else missing
        found.append(Difference(key, name, *texts, _in_words(key, old, new) if now else None, was is None))
    return found


def _packs(old: Book, new: Book) -> Iterator[Difference]:
    """What is said of the pack of one and not of the other, where the pack is spoken of: dice are cards, too."""
    were, are = list(pack(old)), list(pack(new))
    prose = ProseInForce(new.composed).prose
    passages = [passage for chapter in prose.chapters for passage in chapter.passages] if prose is not None else []
    if were != are and (prose is None or any(name == PACK for one in passages for name, _ in one.about)):
        was, now = (
            joined((line for line in one if line not in other), " ") for one, other in ((were, are), (are, were))
        )
        yield Difference("pack", new.say("the_pack"), was or new.say("unset"), now or new.say("unset"))


def _in_words(key: str, old: Book, new: Book) -> tuple[Phrase, Phrase] | None:
    """Both rules as sentences that are not the same; a stroke where there was none."""
    if not key.startswith("rules."):
        return None
    was, now = _sentence(old, key), _sentence(new, key)
    if _rule_of(old, key)[0] is None:
        was = new.say("unset")
    return (was, now) if was and now and was != now else None


def _inside(key: str, old: dict[str, Fact], new: dict[str, Fact]) -> bool:
    """Does it belong to an entry that is itself new or gone?"""
    entry = key.split(".")[0]
    return key != entry and f"{entry}" in {**old, **new} and (entry in old) != (entry in new)


def _facts(book: Book) -> dict[str, Fact]:
    """Everything that a variant may change, by its path."""
    return dict((*_options(book), *_entries(book), *_names(book), *_rules(book)))


def _options(book: Book) -> Iterator[tuple[str, Fact]]:
    for option in book.program.options.values():
        question = book.label(f"options.{option.key}.ask", option.key)
        answer = book.reading(option, book.rules.option(option.key))
        yield f"options.{option.key}", ((question, " ", Code(option.key)), (answer,))


def _entries(book: Book) -> Iterator[tuple[str, Fact]]:
    statements = Statements(book)
    in_force = entries_in_force(book.expressions[0])
    for kind in book.program.charted:
        for top in (entry for entry in kind.entries if entry.parent is None):
            if top in in_force:
                name = book.say("argument", begun(book.term(kind.name)), (book.entry(top),))
                yield top.path, (name, book.say("in_play"))
            for entry in (entry for entry in (top, *top.children) if entry in in_force):
                for rule in fields(entry.kind):
                    if rule.type.name != "text":
                        part = () if entry is top else (*book.term(entry.name, entry.kind.name), ", ")
                        name = (*part, *book.term(rule.name, rule.owner))
                        said = whole_of_parts(book, rule, entry) or field_value(book, statements, rule, entry)
                        yield f"{entry.path}.{rule.name}", (book.say("argument", (book.entry(top),), name), said)


def _names(book: Book) -> Iterator[tuple[str, Fact]]:
    for path, text in sorted(book.labels.words.items()):
        if path.startswith("names."):
            yield path, ((Code(path.removeprefix("names.")),), (text,))


def _rules(book: Book) -> Iterator[tuple[str, Fact]]:
    """The text of every rule in force that no option asks for, as the file says it."""
    for rule in book.program.rules:
        for entry in (None, *dict.fromkeys(v.entry for v in rule.versions if v.entry is not None)):
            stated = [v for v in rule.versions if v.reading is None and v.entry is entry]
            if not stated or entry in book.rules.removed:
                continue
            version = max(stated, key=lambda v: v.level)
            path = f"rules.{rule.owner or ''}.{rule.name}.{entry.path if entry else ''}"
            name = book.term(rule.name, rule.owner)
            title = name if entry is None else book.say("argument", (book.entry(entry),), name)
            yield path, (title, (Code(quoted(version.span.text)),))
