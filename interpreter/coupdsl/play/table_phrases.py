"""The words and values of rules as they are said at the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from coupdsl.code.bounds import ENOUGH
from coupdsl.code.evidence import Place
from coupdsl.language import program as p
from coupdsl.language.types import Type, none_of
from coupdsl.language.walk import all_expressions, all_rules
from coupdsl.phrases.inline import Phrase, Symbol, Term, joined
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.play.spoken import Words


class TablePhrases(Phrasebook):
    """Says pieces, seats and names as they are said at the table, where `viewer` is spoken to."""

    def __init__(self, words: Words, viewer: int | None) -> None:
        super().__init__([words.rules], words.language)
        self.at_table = words
        self.viewer = viewer

    def say(self, key: str, *given: Phrase | str) -> Phrase:
        """As the rulebook says it, but who asks is spoken to: `you are`, `your team`."""
        spoken_to = f"{key}_you" if given and given[0] == (self.words["you"],) else key
        return super().say(spoken_to if spoken_to in self.words else key, *given)

    def piece(self, number: int) -> Symbol:
        text = self.at_table.piece(self.at_table.layout.face_of[number])
        return Symbol(text, text)

    def elements(self, elements: Iterable[int], kind: Type) -> Phrase:
        """Several of a kind; nothing where there are none."""
        if kind.family:
            faces = [self.at_table.layout.face_of[number] for number in elements]
            return (self.at_table.joined(self.at_table.listed(faces)),) if faces else ()
        said = (self.value(element, kind) for element in elements)
        return joined(one for one in said if one is not None)

    def value(self, value: Any, kind: Type) -> Phrase | None:
        if kind.definite.is_numeric and value == ENOUGH:
            return (self.at_table.say("unlimited"),)
        if kind.name in ("seat", "party") and value != none_of(kind):
            return self._party(value) if isinstance(value, int) else None
        if kind.name == "cell" and value != none_of(kind):
            return (self.at_table.layout.board.names[value],)
        if kind.name in self.program.kinds and value >= 0:
            return (Term(self.at_table.entry(self.program.kinds[kind.name].entries[value].path)),)
        return super().value(value, kind)

    def _party(self, number: int) -> Phrase:
        if number == self.viewer:
            return self.say("you")
        if number < self.rules.players:
            return (self.at_table.who(number, self.viewer),)
        return self.term(self.at_table.layout.account_name(number))

    @cached_property
    def stated(self) -> dict[Place, p.Expr]:
        """The expression that stands at a place; of several that are one and the same there, the outermost."""
        found: dict[Place, p.Expr] = {}
        replaced = (version.value for version in self.rules.overrides.values() if version.value is not None)
        for expr in all_expressions(self.program, replaced):
            found.setdefault((expr.span, expr.type), expr)
        return found

    @cached_property
    def texts_of_rules(self) -> dict[Place, tuple[p.Rule, p.Version]]:
        """The rule, and its text, that states what stands at a place."""
        texts = [(rule, version) for rule in all_rules(self.program) for version in rule.versions]
        texts += [(rule, version) for (rule, _), version in self.rules.overrides.items()]
        return {
            (version.value.span, version.value.type): (rule, version)
            for rule, version in texts
            if version.value is not None
        }

    def has_term(self, name: str, owner: str | None) -> bool:
        """Do people have a word for what rules call so?"""
        paths = [f"terms.{owner}.{name}", f"terms.{name}", f"names.{name}"]
        return self.labels.get(*paths[owner is None :]) is not None

    @cached_property
    def is_wordless(self) -> bool:
        """Has none of the game's own states a word of its own? Then rules' names are all there is to say."""
        inside = {state for mechanic in self.program.mechanics.values() for state in mechanic.states}
        return not any(self.has_term(state.name, None) for state in self.program.states if state not in inside)
