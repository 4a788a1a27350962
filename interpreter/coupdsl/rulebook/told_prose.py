"""Prose as blocks, with links to the exact rules; where it does not hold, what these say."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.phrases.inline import Link, Phrase, Source, Term, begun, joined, merged
from coupdsl.rulebook.appendix import Appendix, answer
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import by_entries, field_value
from coupdsl.rulebook.definitions import told_definition
from coupdsl.rulebook.document import Block, Box, Heading, Paragraph, Step, Steps
from coupdsl.rulebook.facts import side
from coupdsl.rulebook.filled_prose import FilledProse, FormerProse
from coupdsl.rulebook.generated import is_plain
from coupdsl.rulebook.material import PLACE, all_things, lacking_key, order_block, pack, place_row
from coupdsl.rulebook.named_anew import NamedAnew
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.numbers_of_players import so_many_players
from coupdsl.rulebook.open_questions import Questions
from coupdsl.rulebook.prose_in_force import ProseInForce, finishing
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import FINISH, PACK, PAID, START, TEAMS, Named
from coupdsl.rulesets.prose import Chapter, Passage, Telling


class ToldProse:
    """`otherwise` is the title of what stands in place of a passage that does not hold, `home` where its rules are.

    `steps` collects the list of steps.
    """

    def __init__(
        self, appendix: Appendix, prose: ProseInForce, otherwise: str = "changed", home: Link | None = None
    ) -> None:
        self.book = appendix.book
        self.appendix = appendix
        self.questions = Questions(appendix.book)
        self.written = FilledProse(appendix.book, appendix.statements)
        self.in_force = prose
        self.anew = NamedAnew(appendix.book, prose)
        self.otherwise = otherwise
        self.home = home or appendix.course
        self.steps: list[Step] = []

    def blocks(self, chapter: Chapter, number: int) -> Iterator[Block]:
        """What a chapter says here; headings are numbered within the chapter."""
        heads, title = 0, self.title(chapter)
        self.anew.begin()
        here = Link(str(number), f"c{number}")
        for passage in chapter.passages:
            if self.in_force.is_out_of_play(passage):
                continue
            if passage.head:
                heads += 1
                self.anew.begin()
                here = Link(f"{number}.{heads}", f"c{number}-{heads}")
                title = self.head(passage)
                yield Heading(3, merged((f"{here.text} ", *title)), here.to)
            if passage.tellings[0].step:
                self._add_step(passage, title, here)
            yield from self.passage(passage)
            if self.anew.names:
                telling = self.in_force.telling(passage) or self.in_force.changed(passage)[1]
                yield from self.anew.told(self.written.text(telling.texts))

    def _add_step(self, passage: Passage, title: Phrase, here: Link) -> None:
        """Where it gives way, that what stands under its title is another here."""
        telling = self.in_force.telling(passage)
        said = self.written.said(telling.step) if telling is not None else self.book.say("step_otherwise", title)
        step = Step(merged((*said, " → ", here)))
        if step not in self.steps:
            self.steps.append(step)

    def title(self, chapter: Chapter) -> Phrase:
        return self.written.said(chapter.title) if chapter.title else self.book.say(f"chapter_{chapter.name}")

    def head(self, passage: Passage) -> Phrase:
        return self.written.said(passage.head)

    def passage(self, passage: Passage, referring: bool = True) -> Iterator[Block]:
        """What it says, with references unless it stands where these lead nowhere."""
        holding, references = self.in_force.holding(passage), self.references(passage) if referring else ()
        if holding is None:
            yield self._generated(passage, references, with_former=referring and self.otherwise == "changed")
            return
        telling, exceptions = holding
        told = _with_references(self.written.told(telling), references)
        if passage.apart is None:
            yield from told
        else:
            yield Box(passage.apart, self.book.say(passage.apart), tuple(told))
        yield from self._exceptions(exceptions, referring)

    def _exceptions(self, changed: list[Named], referring: bool) -> Iterator[Box]:
        """What entries have in place of what has been told, by their names."""
        entries = dict.fromkeys(meant.entry for meant in changed if meant.entry is not None)
        steps = dict.fromkeys(step for meant in changed for step in self._stated(meant))
        links = dict.fromkeys(self._link(Named(entry=entry)) for entry in entries) if referring else {}
        references = joined([(link,) for link in links if link is not None], " ")
        if steps:
            title = self.book.say("changed_for", self.book.listed([(self.book.entry(entry),) for entry in entries]))
            blocks: list[Block] = [Steps(tuple(steps), numbered=False)]
            yield Box("changed", title, tuple(_with_references(blocks, references)))

    def _former(self, rules: Composed, telling: Telling, changed: list[Named]) -> list[Block]:
        """What it says under other rules, with the amounts of these rules where they are not what is changed."""
        book = Book(rules, self.book.language)
        before = FilledProse(book, Statements(book))
        return FormerProse(self.written, before, changed).told(telling)

    # ---- where the exact rules stand
    def references(self, passage: Passage) -> Phrase:
        """The numbers of the rules that a passage speaks of, and links to them, or else to the rules as a whole."""
        about = self.in_force.about(passage)
        cited = dict.fromkeys(one for meant in about for one in self._citations(meant))
        links = dict.fromkeys(link for meant in about if (link := self._link(meant)) is not None)
        found: list[Phrase] = [(Source(" ".join(cited)),)] if cited else []
        return joined([*found, *((link,) for link in links or [self.home])], " ")

    def _citations(self, meant: Named) -> Iterator[str]:
        if meant.option is not None:
            yield from map(str, meant.option.citations)
        if meant.rule is not None:
            version = self.book.version(meant.rule, meant.entry)
            yield from map(str, version.citations if version is not None else ())

    def _link(self, meant: Named) -> Link | None:
        keys = self.appendix.keys
        if meant.option is not None:
            return self.questions.link(meant.option) or self.appendix.answers
        if meant.zone is not None:
            return self.appendix.material
        if meant.word == PAID:
            return None
        if meant.word is not None:
            return self.appendix.course if meant.word == FINISH else self.appendix.material
        if meant.entry is not None:
            return keys.get(meant.entry.parent or meant.entry)
        if meant.rule is None or self.book.is_idle(meant.rule):
            return None
        return keys.get(meant.rule)

    # ---- where they say otherwise
    def _generated(self, passage: Passage, references: Phrase, with_former: bool) -> Box:
        """What stands in place of a passage that does not hold here: sentences of the rules that are others.

        The passage itself comes after them, as what they change, since much of it may hold.
        """
        rules, telling, changed = self.in_force.changed(passage)
        steps = dict.fromkeys(step for meant in changed for step in self._stated(meant))
        blocks: list[Block] = [Steps(tuple(steps), numbered=False)] if steps else []
        blocks = _with_references(blocks, references)
        if with_former:
            former = self._former(rules, telling, changed)
            blocks.append(Box("former", self.book.say("former"), tuple(former)))
        return Box("changed", self.book.say(self.otherwise), tuple(blocks))

    def _stated(self, meant: Named) -> Iterator[Step]:
        """What holds of something."""
        book = self.book
        if meant.option is not None:
            if meant.option in book.questions:
                yield Step((f"{book.question(meant.option)} ", Term(answer(book, meant.option), strong=True)))
        elif meant.zone is not None:
            name, *cells = place_row(book, self.appendix.statements.expressions, meant.zone)
            heads = (book.say(head) for head in PLACE[1:])
            yield Step(begun(book.say("argument", name, side(book, zip(heads, cells, strict=True)))))
        elif meant.account is not None:
            yield from self._of_account(meant.account, meant.word)
        elif meant.word is not None:
            yield from self._of_word(meant.word)
        elif meant.entry is not None and (gone := self.in_force.not_played(meant.entry)) is not None:
            yield Step(book.say("not_played", (book.entry(gone),)))
        elif meant.rule is not None:
            yield from self._of_rule(meant, meant.rule)

    def _of_rule(self, meant: Named, rule: p.Rule) -> Iterator[Step]:
        book, statements, entry = self.book, self.appendix.statements, meant.entry
        name, whose = book.term(rule.name, rule.owner), f"{book.entry(entry)}, " if entry is not None else ""
        if self.in_force.is_unused(meant):
            yield Step(begun(merged((whose, *book.say("argument", name, book.say("not_asked"))))))
        elif entry is not None and rule.form != "field":
            yield from self._of_entry(rule, entry)
        elif entry is not None:
            value = book.beside(field_value(book, statements, rule, entry), name)
            yield Step(merged((whose, *book.say("definition", name, value))))
        elif (kind := self._kind_of(rule)) is not None:
            yield Step(begun(book.say("argument", name, by_entries(book, statements, rule, kind))))
        elif (version := book.version(rule)) is not None and rule.form in ("order", "comparator"):
            yield self._order(rule, version)
        elif version is not None:
            step = told_definition(book, statements, rule, version)
            yield Step(begun(_uncited(step.text)), step.steps) if is_plain(step) else self._elsewhere(meant)

    def _of_entry(self, rule: p.Rule, entry: p.Entry) -> Iterator[Step]:
        """A rule as one entry has it, after its name."""
        version = self.book.version(rule, entry)
        if version is None:
            return
        if rule.form in ("order", "comparator"):
            step = self._order(rule, version, entry)
        else:
            told = told_definition(self.book, self.appendix.statements, rule, version, entry)
            step = Step(_uncited(told.text), told.steps) if is_plain(told) else self._elsewhere(Named(rule, entry))
        yield Step(merged((f"{self.book.entry(entry)}, ", *step.text)), step.steps)

    def _of_word(self, word: str) -> Iterator[Step]:
        if word == TEAMS:
            yield Step(self.book.say("in_teams", str(self.book.program.teams)))
        elif word == PACK:
            yield from (Step(text) for text in pack(self.book))
        elif word == FINISH:
            for rule in finishing(self.book.rules):
                yield from self._stated(Named(rule=rule))
        else:
            yield Step(so_many_players(self.book))

    def _of_account(self, account: p.Account, word: str | None) -> Iterator[Step]:
        key = f"accounts.{account.name}" if word == START else lacking_key(account)
        for thing in all_things(self.book, self.appendix.statements.expressions):
            if thing.key == key:
                yield Step(begun(thing.said))

    def _kind_of(self, rule: p.Rule) -> p.Kind | None:
        """The kind of which it is a field."""
        if rule.form != "field":
            return None
        return next((kind for kind in self.book.program.kinds.values() if rule in kind.members.values()), None)

    def _order(self, rule: p.Rule, version: p.Version, entry: p.Entry | None = None) -> Step:
        name = self.book.term(rule.name, rule.owner)
        if version.value is None:
            return Step(begun(name))
        block = order_block(self.book, self.appendix.statements.expressions, version.value, entry)
        if isinstance(block, Steps):
            return Step(begun(self.book.say("strongest_first", name)), block.steps)
        return Step(begun(self.book.say("argument", name, block.text)))

    def _elsewhere(self, meant: Named) -> Step:
        name = self.book.term(meant.rule.name, meant.rule.owner) if meant.rule is not None else ()
        link = self._link(meant) or self.appendix.course
        return Step(begun(self.book.say("argument", name, self.book.say("see", (link,)))))


def _uncited(text: Phrase) -> Phrase:
    """Without the sources, which stand behind the passage as a whole."""
    return tuple(part for part in text if not isinstance(part, Source))


def _with_references(blocks: list[Block], references: Phrase) -> list[Block]:
    """The references behind the last sentence."""
    if not references or not blocks:
        return blocks
    last = blocks[-1]
    if isinstance(last, Paragraph):
        return [*blocks[:-1], Paragraph(merged((*last.text, " ", *references)))]
    if isinstance(last, Steps):
        *before, step = last.steps
        ended = Step(merged((*step.text, " ", *references)), step.steps)
        return [*blocks[:-1], Steps((*before, ended), last.numbered)]
    return blocks
