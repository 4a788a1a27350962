"""The words and values of rules in one language: what sentences about them are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from coupdsl.code.bits import members
from coupdsl.code.errors import RulesError
from coupdsl.code.resolving import Resolver
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.tongues import in_language
from coupdsl.language.types import CARD, Type, none_of, set_of
from coupdsl.language.walk import all_parts, all_statements
from coupdsl.phrases.card_signs import letters_of, signs_of
from coupdsl.phrases.genders import is_feminine
from coupdsl.phrases.inline import Inline, Phrase, Symbol, Term, articled, contracted, fill, joined, merged, text_of
from coupdsl.phrases.languages import WORDS
from coupdsl.rulesets.ruleset import Ruleset

_OPEN_TYPES = ("seat", "party", "cell", "reason", "text", "any", "nothing", "test")


class Phrasebook:
    """Words and values of a ruleset, settled for one or more tables. A value is said only where all of them have it."""

    def __init__(self, tables: Sequence[Ruleset], language: str) -> None:
        self.tables = tables
        self.language = language
        self.words = in_language(WORDS, language)
        self.rules = tables[0]
        self.program = self.rules.program
        self.expressions = [Resolver(rules) for rules in self.tables]
        self.labels = self.rules.words_in(language)

    # ---- words
    def say(self, key: str, *given: Phrase | str) -> Phrase:
        said = fill(self.words[key], *given)
        return contracted(said) if self.language == "fr" else articled(said)

    def beside(self, said: Phrase, head: Phrase) -> Phrase:
        """`said` as it agrees with what it is said of, where it is none."""
        return self.say("none_feminine") if said == self.say("none") and is_feminine(text_of(head)) else said

    def label(self, *paths: str) -> str:
        """The text of the first path that has one; else the name itself, as words."""
        return self.labels.get(*paths) or paths[-1].rpartition(".")[2].replace("_", " ")

    def term(self, name: str, owner: str | None = None) -> Phrase:
        """What people call something declared: a state, a zone, a rule, a field of the kind `owner`."""
        owner = owner or self.owner_of(name)
        own = (f"terms.{owner}.{name}",) if owner is not None else ()
        return (Term(self.label(*own, f"terms.{name}", f"names.{name}")),)

    def owner_of(self, name: str) -> str | None:
        """The mechanic that a state belongs to."""
        return self._owners.get(name)

    @cached_property
    def _owners(self) -> dict[str, str]:
        """The mechanic that each of their states belongs to."""
        mechanics = self.program.mechanics.values()
        return {state.name: m.name for m in mechanics for state in (*m.states, *m.parameters)}

    def local(self, local: p.Local) -> Phrase:
        """What a line calls a value; one that everybody is told has a label."""
        if local in self._revealed:
            return self.term(local.name)
        return (Term(self.label(f"terms.local.{local.name}")),)

    @cached_property
    def _revealed(self) -> set[p.Local]:
        return {s.local for s in all_statements(self.program) if isinstance(s, ps.Bind) and s.revealed}

    def entry(self, entry: p.Entry) -> str:
        kind, name = entry.kind, entry.name
        terms = (f"terms.{kind.name}.{name}", f"terms.{name}", f"names.{name}")
        return self.label(f"{kind.plural}.{entry.path}.name", *terms)

    @property
    def title(self) -> str:
        return self.labels.get("title") or self.rules.name

    def reading(self, option: p.Option, value: object) -> str:
        """An answer to a question, in words."""
        if isinstance(value, bool):
            return self.words["yes" if value else "no"]
        if value is None or isinstance(value, str):
            known = self.labels.get(f"options.{option.key}.readings.{value or 'none'}")
            return known or (self.words["none"] if value is None else value.replace("_", " "))
        if isinstance(value, tuple):
            said = [self._named(option, item) for item in value]
            if all(isinstance(item, int) for item in value):  # one or the other, such as that of the players
                return text_of(self.listed([(one,) for one in said], "or")) or self.words["none"]
            return ", ".join(said) or self.words["none"]
        return self.words.get(f"share_{value}", str(value))

    def listed(self, phrases: list[Phrase], word: str = "and") -> Phrase:
        """`a, b and c`."""
        if len(phrases) < 2:
            return joined(phrases)
        return merged((*joined(phrases[:-1]), f" {self.words[word]} ", *phrases[-1]))

    def _named(self, option: p.Option, item: object) -> str:
        kind = self.program.kinds.get(option.open.of.name) if option.open is not None and option.open.of else None
        found = next((entry for entry in kind.entries if entry.path == item), None) if kind is not None else None
        return self.entry(found) if found is not None else str(item)

    # ---- values
    def fixed(self, expr: p.Expr, entry: p.Entry | None) -> list[Any] | None:
        """The value of `expr` for each number of players, None where it depends on the game."""
        if _mentions_self(expr) and entry is None:
            return None
        found = []
        for expressions in self.expressions:
            value = None
            with suppress(RulesError):
                value = expressions.value(expr, entry)
            if value is None:
                return None
            found.append(value.value)
        return found

    def known(self, expr: p.Expr, entry: p.Entry | None) -> bool | None:
        """Whether a condition is decided by the options alone, for all numbers of players."""
        values = self.fixed(expr, entry)
        if values is not None and len({bool(value) for value in values}) == 1:
            return bool(values[0])
        if isinstance(expr, pe.Quantified):
            return expr.every if self.known(expr.condition, entry) is expr.every else None
        if isinstance(expr, pe.Op) and expr.name == "not":
            known = self.known(expr.arguments[0], entry)
            return None if known is None else not known
        if isinstance(expr, pe.Op) and expr.name in ("and", "or"):
            parts_known = [self.known(part, entry) for part in expr.arguments]
            deciding = expr.name == "or"
            if deciding in parts_known:
                return deciding
            return None if None in parts_known else not deciding
        return None

    def never(self, expr: p.Expr, entry: p.Entry | None = None, within: int = 3) -> bool:
        """Whether a condition can never hold, also as it asks rules, so many `within` one another, of any entry."""
        if (known := self.known(expr, entry)) is not None:
            return not known
        if isinstance(expr, pe.Op) and expr.name in ("and", "or"):
            return (any if expr.name == "and" else all)(self.never(part, entry, within) for part in expr.arguments)
        if not isinstance(expr, pe.Apply) or not within:
            return False
        kind = self.program.kinds.get(expr.entry.type.name) if expr.entry is not None else None
        asked = self.entries(kind) if kind is not None else [None]
        stated = [(self.version(expr.rule, one), one) for one in asked]
        return all(
            version is not None and version.value is not None and self.never(version.value, one, within - 1)
            for version, one in stated
        )

    def constant(self, expr: p.Expr, entry: p.Entry | None) -> Phrase | None:
        """The value of `expr` in words, where there is one for all numbers of players."""
        if expr.type.name in _OPEN_TYPES or (isinstance(expr, pe.Constant) and expr.name == "cells"):
            return None
        values = self.fixed(expr, entry)
        if values is None or any(value != values[0] for value in values):
            return None
        return self.value(values[0], expr.type)

    def value(self, value: Any, kind: Type) -> Phrase | None:
        """A plain value of type `kind` in words; None for what has no name of its own."""
        if kind.is_face:
            kind = set_of(CARD)
        if kind.is_collection and kind.of is not None:
            items = members(value) if isinstance(value, int) else value
            said = [self.value(item, kind.of) for item in items]
            named = [phrase for phrase in said if phrase is not None]
            return joined(named) or self.say("none") if len(named) == len(said) else None
        if kind.optional and value == none_of(kind):
            return self.say("none")
        if kind.name == "flag":
            return self.say("yes" if value else "no")
        if kind.name in ("suit", "rank"):
            face = (self.program.suits if kind.name == "suit" else self.program.ranks)[value]
            return (self.label(f"names.{face.name}"),)
        if kind.name in self.program.kinds:
            return (Term(self.entry(self.program.kinds[kind.name].entries[value])),)
        if kind.name == "word":
            return (self.label(f"terms.{kind.words[value]}", f"names.{kind.words[value]}"),)
        if kind.family:
            return (self.piece(value),)
        if kind.name == "cell" and self.program.grid is not None:
            return (self.program.grid.names()[value],)
        return (str(value),) if kind.name not in _OPEN_TYPES else None

    @cached_property
    def _layout(self) -> Any:
        return self.expressions[0].layout

    @cached_property
    def _letters(self) -> dict[str, str]:
        return letters_of(self.program, self.language, self.labels)

    def letter(self, rank: p.Face) -> str:
        """What stands on its cards."""
        return self._letters[rank.name]

    def piece(self, number: int) -> Inline:
        """A card by what stands on it, or as it is called in sentences; another piece by its name and number."""
        layout, program = self._layout, self.program
        suit, rank, face = layout.suit_of[number], layout.rank_of[number], layout.face_of[number]
        if layout.type_of[number] != "card":
            family = layout.type_of[number]
            text = f"{self.label(f'terms.{family}', f'names.{family}')} {face.removeprefix(family)}"
            return Symbol(text, text)
        if suit >= 0:
            one = program.suits[suit]
            names = (self.label(f"names.{program.ranks[rank].name}"), self.label(f"names.{one.name}"))
            name = self.words["face"].format(*names)
            return Symbol(
                self._letters[program.ranks[rank].name] + signs_of(program, self.labels).get(one.name, one.mark), name
            )
        known = program.ranks[rank] if rank >= 0 else next(extra for extra in program.extras if extra.mark == face)
        name = self.label(f"names.{known.name}")
        return self.labels.get(f"told.names.{known.name}") or Symbol(name, name)

    def pieces(self, expr: p.Expr, entry: p.Entry | None, most: int = 14) -> Phrase | None:
        """The pieces of a set that is fixed before play, by their marks; None where they are too many to list."""
        values = self.fixed(expr, entry)
        if values is None or any(value != values[0] for value in values):
            return None
        numbers = members(values[0]) if isinstance(values[0], int) else list(values[0])
        return joined((self.piece(n),) for n in numbers) if 0 < len(numbers) <= most else None

    # ---- what is in force
    def version(self, rule: p.Rule, entry: p.Entry | None = None) -> p.Version | None:
        return self.rules.version(rule, entry)

    def is_idle(self, rule: p.Rule) -> bool:
        """Does doing this rule change nothing, under the options in force?"""
        versions = [self.version(rule), *(self.version(rule, own) for own in self.own(rule))]
        bodies = [version.body for version in versions if version is not None and version.body is not None]
        return bool(bodies) and all(self._idles(line) for body in bodies for line in body.lines)

    def _idles(self, line: p.Stmt) -> bool:
        return isinstance(line, ps.CallRule) and self.is_idle(line.rule)

    def own(self, rule: p.Rule) -> list[p.Entry]:
        """The entries in play that have a text of their own for `rule`."""
        stating = {version.entry for version in rule.versions}
        found = [e for kind in self.program.kinds.values() for e in self.entries(kind) if e in stating]
        return [entry for entry in found if (version := self.version(rule, entry)) and version.entry is entry]

    def entries(self, kind: p.Kind) -> list[p.Entry]:
        return self.rules.entries(kind)

    def children(self, entry: p.Entry) -> Iterator[p.Entry]:
        """The entries that stand in `entry`, or that one of its fields takes over from others."""
        for member in entry.kind.members.values():
            inner = member.type.of.name if member.type.is_collection and member.type.of is not None else ""
            if member.form == "field" and inner in self.program.kinds and member.name == self.plural(inner):
                version = self.expressions[0].rule_value(member, entry)
                if version is not None:
                    found = members(version.value) if isinstance(version.value, int) else version.value
                    yield from (self.program.kinds[inner].entries[index] for index in found)

    def plural(self, kind: str) -> str:
        return self.program.kinds[kind].plural


def _mentions_self(expr: p.Expr) -> bool:
    return any(isinstance(part, pe.Self) for part in all_parts(expr))
