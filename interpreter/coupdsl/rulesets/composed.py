"""A ruleset put together from its files, before its number of players is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, TypeVar

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.check import Checked
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.looks import resolved
from coupdsl.language.records import entity
from coupdsl.language.source import Source, Span
from coupdsl.language.tongues import in_any
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.reworded import reworded
from coupdsl.rulesets.ruleset import CHOSEN, HOUSE, MECHANIC, SENTENCES, Labels, Ruleset, Setting
from coupdsl.rulesets.shared_words import homes_of_mechanics
from coupdsl.rulesets.texts import Texts
from coupdsl.rulesets.under_readings import under_settings
from coupdsl.rulesets.values import meant_option, option_help, option_value
from coupdsl.rulesets.variant import Variant

R = TypeVar("R", bound=Ruleset)
_SAID = tuple(f"{group}." for group in SENTENCES)


@entity
class Composed:
    """A ruleset before its number of players is known; `warnings` are what its files say that stops nothing."""

    name: str
    variants: list[Variant]  # the root first, the asked one last
    checked: Checked
    texts: Texts
    options: dict[str, Setting]
    removed: dict[p.Entry, Span] = field(default_factory=dict)
    overrides: dict[tuple[p.Rule, p.Entry], p.Version] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)

    @property
    def program(self) -> p.Program:
        return self.checked.program

    @property
    def titles(self) -> dict[str, str]:
        """The name of the ruleset by language."""
        for variant in reversed(self.variants):
            if variant.titles:
                return variant.titles
        return self.program.texts.get("name", {})

    @property
    def locale(self) -> str:
        """The language to begin in."""
        return next((v.locale for v in reversed(self.variants) if v.locale), "en")

    @property
    def usual(self) -> int | None:
        """How many usually play, if the files say so."""
        return next((int(v.usual.value) for v in reversed(self.variants) if v.usual is not None), None)

    def settle(self, players: int, make: type[R], options: Mapping[str, Any] | None = None) -> R:
        """What is in force for `players` people with the caller's options; raises Problems for a wrong option."""
        settings = dict(self.options)
        problems = []
        for key, given in (options or {}).items():
            value, problem = self._chosen(key, given)
            if problem is not None:
                problems.append(problem)
            else:
                settings[key] = Setting(value, Span(Source("the call", str(given)), 0, len(str(given))))
        if problems:
            raise Problems(problems)
        return make(
            self.name,
            self.program,
            players,
            settings,
            frozenset(self.removed),
            self.overrides,
            {language: under_settings(words, settings) for language, words in self.labels.items()},
            self.locale,
            self.sources,
        )

    def _chosen(self, key: str, given: Any) -> tuple[object, Diagnostic | None]:
        """What a caller answers to an option, or what is wrong with it."""
        option = self.program.options.get(key)
        span = Span(Source(CHOSEN, key), 0, len(key))
        if option is None:
            help_ = meant_option(key, self.program.options) or f"`coupdsl show {self._called}` lists all"
            return None, Diagnostic(codes.UNKNOWN_NAME, span, f"these rules have no option `{key}`", help_)
        value, message = option_value(option, given, self.program)
        if message is None:
            return value, None
        meant = option_help(option, given, self.program, self.texts)
        return None, Diagnostic(codes.UNKNOWN_READING, span, message, meant)

    @property
    def _called(self) -> str:
        """How a call names it: by the name under which it is shipped, or by its file."""
        file = self.sources[0]
        return self.name if file.path == find_ruleset(self.name) else file.name

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The files that all of it stands in, that to begin with first."""
        found = [variant.source for variant in reversed(self.variants)]
        found += [file.source for file in self.program.files]
        found += [span.source for texts in self.texts.values() for _, span in texts.values()]
        each = {id(source): source for source in found}.values()
        paths = {resolved(source.path): source for source in each if source.path is not None}
        return tuple(Source(source.name, source.text, path) for path, source in paths.items())

    @cached_property
    def labels(self) -> dict[str, Labels]:
        """The words for people, by language."""
        labels, homes = {}, homes_of_mechanics(self.program)
        entries = {entry: kind for kind in self.program.kinds.values() for entry in kind.entries}
        own_names = {entry.path: f"{kind.plural}.{entry.path}.name" for entry, kind in entries.items()}
        spoken = {language for entry in entries for texts in entry.texts.values() for language in texts}
        reworded_by = [list(reworded(variant, self.program)) for variant in self.variants]
        of_variants = {language for variant in self.variants for language, _ in variant.languages}
        of_variants |= {one.language for texts in reworded_by for one in texts}
        for language in sorted({*self.texts, *spoken, *self.titles} or of_variants):
            stated = self.texts.get(language, {})
            plain = {path: text for path, (text, _) in stated.items()}
            borrowed = (path for path, (_, span) in stated.items() if span.source.folder in homes)
            plain |= {f"{MECHANIC}.{path}": plain[path] for path in borrowed if path.startswith(_SAID)}
            for entry, kind in entries.items():
                for field_name, texts in entry.texts.items():
                    if language in texts:
                        plain[f"{kind.plural}.{entry.path}.{field_name}"] = texts[language]
            for variant, said in zip(self.variants, reworded_by, strict=True):
                anew = [one for one in said if one.language == language]
                for one in anew:
                    plain[f"{one.entry.kind.plural}.{one.entry.path}.{one.field}"] = one.text
                named = {one.entry.path: one.text for one in anew if one.field == "name"}
                for path, text in {**named, **variant.names.get(language, {})}.items():
                    plain[f"names.{path}"] = text
                    if path in own_names:
                        plain[own_names[path]] = text
                    plain.pop(f"terms.{path}", None)  # a new name goes before the old term
                for group, by_language in variant.sentences.items():
                    for path, text in by_language.get(language, {}).items():
                        plain[f"{HOUSE}.{group}.{path}"] = text
            title = in_any(self.titles, language)
            if title is not None:
                plain["title"] = title
            labels[language] = Labels(language, plain)
        return labels
