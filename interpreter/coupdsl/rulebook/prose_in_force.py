"""Which prose of a game's book holds under a ruleset, and what is another where it does not."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from coupdsl.code.in_use import Asked, InUse, in_use
from coupdsl.code.resolving import Resolver
from coupdsl.code.seats import allowed_seats
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language.source import Span
from coupdsl.language.types import TEXT
from coupdsl.language.walk import in_block
from coupdsl.rulebook.paid_in import paying_more, payments
from coupdsl.rulesets.as_worded import is_of_variant
from coupdsl.rulesets.compose import game_alone, parents
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import FINISH, PACK, PAID, START, TEAMS, Named, named, options_in, placeholders
from coupdsl.rulesets.prose import Passage, Prose, Telling, book_of, read_prose
from coupdsl.rulesets.ruleset import Ruleset


class Settled(NamedTuple):
    """What is in force, and how many may play it."""

    rules: Ruleset
    players: tuple[int, ...]


def settled(composed: Composed, options: Mapping[str, Any] | None) -> Settled:
    players = tuple(allowed_seats(composed, options))
    return Settled(composed.settle(players[0], Ruleset, options), players)


class ProseInForce:
    """The prose that was written for a game, under a ruleset of it. It was written for the game's own answers."""

    def __init__(self, composed: Composed, options: Mapping[str, Any] | None = None) -> None:
        self.composed = composed
        self._options = options
        self._here = settled(composed, options)
        self._written_for: dict[tuple[tuple[str, str], ...], Settled] = {}
        self._asked = Asked(composed, options)

    @cached_property
    def prose(self) -> Prose | None:
        """The prose of the game; none where it has none, or where it is not well formed."""
        path = self.composed.program.span.source.path
        return read_prose(book_of(path))[0] if path is not None else None

    @cached_property
    def game(self) -> Composed:
        """The game alone, without variants."""
        path = self.composed.program.span.source.path
        return (game_alone(path) if path is not None else None) or self.composed

    def telling(self, passage: Passage) -> Telling | None:
        """What the passage says here, where it holds."""
        holding = self.holding(passage)
        return holding[0] if holding is not None else None

    def holding(self, passage: Passage) -> tuple[Telling, list[Named]] | None:
        """Of its tellings the first that was written for rules such as these, and what is an exception to it.

        Exceptions are rules that some entries alone have in place of those that it speaks of.
        """
        found: tuple[Telling, list[Named]] | None = None
        for one in passage.tellings:
            others = self._others(passage, one)
            if not others:
                return one, []
            if found is None and all(self._is_exception(passage, meant) for meant in others):
                found = one, others
        return found

    def _is_exception(self, passage: Passage, meant: Named) -> bool:
        """Is it a rule as one entry has it, where the passage speaks of the rule that all have?"""
        return meant.rule is not None and meant.entry is not None and meant not in self.about(passage)

    def changed(self, passage: Passage) -> tuple[Composed, Telling, list[Named]]:
        """The nearest rules under which it holds, what it says there, and what of it is another here."""
        told = ((prose.composed, prose.telling(passage)) for prose in self._above)
        rules, telling = next((rules, telling) for rules, telling in told if telling is not None)
        return rules, telling, self._others(passage, telling)

    @cached_property
    def _above(self) -> list[ProseInForce]:
        """Without the caller's options, under the rulesets above, the nearest first, and under the game alone."""
        found = [self.composed]
        for rules in found:
            found += parents(rules)
        return [ProseInForce(rules) for rules in (*found[0 if self._options else 1 :], self.worded_game)]

    @cached_property
    def worded_game(self) -> Composed:
        """The game alone, with its words."""
        game = self.game
        return Composed(game.name, [], game.checked, self.composed.texts, game.options)

    def is_out_of_play(self, passage: Passage) -> bool:
        """Does it speak of entries of which none is played here, or need something that is not there?"""
        removed = self._here.rules.removed
        if any(self._is_nothing(named(self.composed.program, name)) for name, _ in passage.needs):
            return True
        spoken_of = [one.entry for one in self.about(passage) if one.entry is not None and one.entry.parent is None]
        return bool(spoken_of) and all(entry in removed for entry in spoken_of)

    def _is_nothing(self, needed: Named | None) -> bool:
        """Is it an entry that is not played, an answer that is no, or a rule that comes to nothing before play?"""
        rules = self._here.rules
        if needed is None or needed.entry is not None:
            return needed is not None and needed.entry in rules.removed
        if needed.option is not None:
            return (answer := rules.option(needed.option.key)) is None or answer is False
        if needed.rule is None:
            return False
        values = [expressions.rule_value(needed.rule, None) for expressions in self._expressions]
        return all(value is not None and not value.value for value in values)

    @cached_property
    def _expressions(self) -> list[Resolver]:
        """Those of each number of players."""
        players = self._here.players
        return [Resolver(self.composed.settle(number, Ruleset, self._options)) for number in players]

    def is_added(self, entry: p.Entry) -> bool:
        """Is it none of the game alone?"""
        return self.game.program.entry(entry.path) is None

    def is_unused(self, meant: Named) -> bool:
        """Is it a rule that nothing asks for here, whatever the answers?"""
        return not _is_asked(meant, self._in_use)

    @cached_property
    def _in_use(self) -> InUse:
        return in_use(self.composed, answered=False)

    @cached_property
    def _in_use_alone(self) -> InUse:
        return in_use(self.game, answered=False)

    def not_played(self, entry: p.Entry) -> p.Entry | None:
        """The entry, or the one that it stands in, where it is out of play."""
        return next((one for one in (entry.parent, entry) if one in self._here.rules.removed), None)

    def about(self, passage: Passage) -> list[Named]:
        return self._named(passage.about)

    def _named(self, names: Iterable[tuple[str, Span]]) -> list[Named]:
        found = (named(self.composed.program, name) for name, _ in names)
        return [meant for meant in found if meant is not None]

    def columns_given_way(self) -> Iterator[p.Rule]:
        """The fields whose columns in charts would not tell what is played here."""
        for name, about in self.prose.columns.items() if self.prose is not None else ():
            column = named(self.composed.program, name)
            if column is not None and column.rule is not None and self._differing(about, self._base({})):
                yield column.rule

    def idle_fields(self, here: InUse) -> Iterator[p.Rule]:
        """Those of entries that nothing asks for of what is in use `here`, though the game alone does."""
        alone = self.game.program.kinds
        members = (one for kind in self.composed.program.charted for one in kind.members.values())
        idle = [one for one in members if one.form == "field" and not here.comes_to(one)]
        asked = in_use(self.game) if idle else here
        for one in idle:
            there = alone[one.owner].members.get(one.name) if one.owner in alone else None
            if there is not None and asked.comes_to(there):
                yield one

    def given_way(self) -> Iterator[Passage]:
        """The passages that do not hold here, though what they speak of is played."""
        for passage in self.prose.passages() if self.prose is not None else ():
            if not self.is_out_of_play(passage) and self.telling(passage) is None:
                yield passage

    def _others(self, passage: Passage, telling: Telling) -> list[Named]:
        filled = {place for text, _ in telling.texts.values() for place in placeholders(text)}
        found = self._differing(passage.about, self._base(telling.under), filled)
        return list(dict.fromkeys((*found, *self._through_others(passage, telling, found, filled))))

    def _through_others(
        self, passage: Passage, telling: Telling, found: Iterable[Named], filled: Container[str]
    ) -> Iterator[Named]:
        """The rules it is about that are another by what they ask or do, which a variant has replaced; and these.

        Of what an entry alone has replaced, only that.
        """
        about, then = self.about(passage), self._base(telling.under)
        known = {meant.rule for meant in found if meant in about}
        free = {meant.rule for meant in self._named(passage.despite) if meant.rule is not None}
        replaced = [one for one in self._replaced if one not in known | free and one.name not in filled]
        for meant in about if replaced else ():
            if meant.rule is not None and meant.rule not in known:
                asked = self._asked.by(meant.rule, frozenset(free))
                for one in replaced:
                    if one is not meant.rule and asked.comes_to(one):
                        as_before = self._is_as_before(one, telling)
                        yield from () if as_before else (meant, Named(rule=one))
                        yield from self._own_apart(one, then, filled, as_before)

    def _is_as_before(self, rule: p.Rule, telling: Telling) -> bool:
        """Does a rule that a variant has replaced mean, or come to, the same as where the telling was written for?"""
        there = _of_name(rule, self._base(telling.under).rules.program)
        if there is None:
            return False
        if self._means_the_same(rule, None, self._base(telling.under)):
            return True
        answers = {key: given for key, (given, _) in telling.under.items()}
        both = (*self._values(rule), *ProseInForce(self.game, answers)._values(there))
        return both[0] is not None and all(value == both[0] for value in both)

    def _values(self, rule: p.Rule) -> list[object]:
        """What it comes to with each number of players, none where that is not known before play."""
        if rule.acts or rule.form == "comparator":
            return [None]
        values = [expressions.rule_value(rule, None) for expressions in self._expressions]
        return [value and value.value for value in values]

    @cached_property
    def _replaced(self) -> list[p.Rule]:
        """The rules for which a text is in force that a variant brings in; amounts on charts are none."""
        program = self._here.rules.program
        return [rule for rule in program.rules if any(map(self._is_brought_in, _texts(rule, None, self._here.rules)))]

    def _is_brought_in(self, version: p.Version) -> bool:
        """Is it a text of a variant, or of an entry that one adds or puts in the place of another?"""
        added = version.entry is not None and self.is_added(version.entry.parent or version.entry)
        return added or is_of_variant(self._here.rules.program, version)

    def _differing(self, about: Iterable[tuple[str, Span]], then: Settled, filled: Container[str] = ()) -> list[Named]:
        found = []
        for name, _ in about:
            here, there = named(self.composed.program, name), named(then.rules.program, name)
            if here is None:
                continue
            if there is None:
                found.append(here)
            elif self.is_unused(here) and _is_asked(there, self._in_use_alone):
                found += [*self._no_longer_asking(there, then), here]
            elif here.account is not None and here.word == PAID:
                found += self._paying_more(here.account, then)
            elif meaning(here, self._here, filled) != meaning(there, then, filled):
                found += self._apart(here, there, then, filled)
        return found

    def _no_longer_asking(self, meant: Named, then: Settled) -> Iterator[Named]:
        """The rules that a variant has replaced by such as ask no more for a rule, or do it no more."""
        for rule in self._replaced:
            former = _of_name(rule, then.rules.program)
            if meant.rule is not None and former is not None and in_use(self.game, root=former).comes_to(meant.rule):
                yield Named(rule=rule)

    def _paying_more(self, account: p.Account, then: Settled) -> list[Named]:
        """The rules that pay more into an account; where they do so by others, those that differ themselves."""
        there = next((one for one in then.rules.program.accounts if one.name == account.name), None)
        before = payments(there, then.rules) if there is not None else {}
        found = [*paying_more(payments(account, self._here.rules), before)]
        own = [(rule, entry) for rule, entry in found if not self._means_the_same(rule, entry, then)]
        return [Named(rule=rule, entry=entry) for rule, entry in own or found]

    def _apart(self, here: Named, there: Named, then: Settled, filled: Container[str]) -> list[Named]:
        """What differs of something named that does: of a rule that entries may have for themselves, those alone."""
        rule, former = here.rule, there.rule
        if rule is None or former is None or here.entry is not None or rule.form == "field":
            return [here]
        common = _meaning_of(rule, None, self._here, filled) == _meaning_of(former, None, then, filled)
        own = self._own_apart(rule, then, filled, common)
        return [*own] if common else [here, *own]

    def _own_apart(self, rule: p.Rule, then: Settled, filled: Container[str], common: bool) -> Iterator[Named]:
        """A rule as those entries have it for which it is another; what all have is `common`, or told itself."""
        former = _of_name(rule, then.rules.program)
        if former is None:
            return
        for entry in self._stating(rule, former):
            version = self._here.rules.version(rule, entry)
            is_own = version is not None and version.entry is entry
            if (is_own or common) and not self._means_the_same(rule, entry, then, filled):
                yield Named(rule=rule, entry=entry)

    def _means_the_same(self, rule: p.Rule, entry: p.Entry | None, then: Settled, filled: Container[str] = ()) -> bool:
        """Is it as it was, of an entry or of all that have no text of their own?"""
        former = _of_name(rule, then.rules.program)
        before = then.rules.program.entry(entry.path) if entry is not None else None
        here = _meaning_of(rule, entry, self._here, filled)
        return former is not None and here == _meaning_of(former, before, then, filled)

    def _stating(self, rule: p.Rule, former: p.Rule) -> list[p.Entry]:
        """The entries in play that have a text of their own for a rule, or had one."""
        paths = dict.fromkeys(one.entry.path for one in (*rule.versions, *former.versions) if one.entry is not None)
        entries = (self._here.rules.program.entry(path) for path in paths)
        return [one for one in entries if one is not None and self.not_played(one) is None]

    def _base(self, under: Mapping[str, tuple[Any, Span]]) -> Settled:
        """The game alone, with the answers that a telling is for."""
        answers = {key: given for key, (given, _) in under.items()}
        key = tuple((key, str(given)) for key, given in answers.items())
        if key not in self._written_for:
            self._written_for[key] = settled(self.game, answers)
        return self._written_for[key]


class MechanicProse(ProseInForce):
    """The prose of a mechanic, which holds for what a game leaves as it stands there."""

    def __init__(self, composed: Composed, mechanic: p.Mechanic, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(composed, options)
        self._home = mechanic.span.source.path

    @cached_property
    def prose(self) -> Prose | None:
        return read_prose(book_of(self._home))[0] if self._home is not None else None

    def _others(self, passage: Passage, telling: Telling) -> list[Named]:
        found = []
        for meant in self.about(passage):
            own = self._stating(meant.rule, meant.rule) if meant.rule is not None else []
            found += [Named(rule=meant.rule, entry=one) for one in own] if self._stands_there(meant) else [meant]
        return found

    def _stands_there(self, meant: Named) -> bool:
        version = self._here.rules.version(meant.rule, None) if meant.rule is not None else None
        return version is None or version.span.source.path == self._home


def meaning(meant: Named, settled: Settled, filled: Container[str] = ()) -> str:
    """A text of what is in force of something named, with the answers that it reads itself, but those `filled` in.

    Where the answer is `none`, nothing can be filled in.
    """
    rules, rule = settled.rules, meant.rule
    if meant.option is not None:
        return str(rules.option(meant.option.key))
    if meant.zone is not None:
        return rules.meaning_of(meant.zone)
    if meant.account is not None:
        return _of_account(meant.account, meant.word, rules)
    if meant.word == FINISH:
        return "\n".join(rules.meaning(one) for one in finishing(rules))
    if meant.word == TEAMS:
        return str(rules.program.teams)
    if meant.word is not None:
        return rules.faces_written if meant.word == PACK else str(settled.players)
    if rule is None or meant.entry in rules.removed:
        return str(meant.entry not in rules.removed)
    texts = _texts(rule, meant.entry, rules)
    return "\n".join((rules.meaning(rule, meant.entry), *_answers(texts, rules, filled)))


def _of_name(rule: p.Rule, program: p.Program) -> p.Rule | None:
    """The rule that stands in another program for it."""
    members = program.kinds[rule.owner].members.values() if rule.owner in program.kinds else ()
    return next((one for one in (*program.rules, *members) if (one.owner, one.name) == (rule.owner, rule.name)), None)


def _meaning_of(rule: p.Rule, entry: p.Entry | None, settled: Settled, filled: Container[str] = ()) -> str:
    """The same of the text that one entry comes to, or that all come to which have none of their own."""
    version = settled.rules.version(rule, entry)
    texts = [version] if version is not None else []
    return "\n".join((settled.rules.meaning_of(version), *_answers(texts, settled.rules, filled)))


def _answers(texts: Iterable[p.Version], rules: Ruleset, filled: Container[str]) -> Iterator[str]:
    options = {option.key for version in texts for option in options_in(version)}
    given = {key: rules.option(key) for key in sorted(options)}
    return (f"{key}={answer}" for key, answer in given.items() if key not in filled or answer is None)


def _of_account(account: p.Account, word: str | None, rules: Ruleset) -> str:
    if word == START:
        return rules.meaning_of(account.initial)
    return f"{account.short.name if account.short is not None else None} {account.partial}"


def _is_asked(meant: Named, used: InUse) -> bool:
    """Is it something else than a rule that is never asked for?"""
    return meant.rule is None or meant.rule.type == TEXT or used.comes_to(meant.rule, meant.entry)


def finishing(rules: Ruleset) -> list[p.Rule]:
    """The rules that may end the game, beside the course of the game itself."""
    bodies = ((rule, version.body) for rule in rules.program.rules for version in _texts(rule, None, rules))
    return list(dict.fromkeys(rule for rule, body in bodies if body is not None and _finishes(body)))


def _finishes(body: p.Block) -> bool:
    return any(isinstance(line, ps.Finish) for line in in_block(body))


def _texts(rule: p.Rule, entry: p.Entry | None, rules: Ruleset) -> list[p.Version]:
    """What is in force of a rule: for one entry, or for none and for each that has a text of its own."""
    entries = [entry, *(version.entry for version in rule.versions if entry is None)]
    return [version for one in entries if (version := rules.version(rule, one)) is not None]
