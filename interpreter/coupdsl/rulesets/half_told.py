"""What has words of its own in one language and lacks them in another that the game is told in: warnings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span
from coupdsl.rulesets.reworded import Reworded, reworded
from coupdsl.rulesets.texts import Texts, wanted_texts
from coupdsl.rulesets.under_readings import WHEN
from coupdsl.rulesets.variant import Variant


def half_told(
    program: p.Program, texts: Texts, variants: Sequence[Variant], removed: Collection[p.Entry]
) -> Iterator[Diagnostic]:
    """Of the game itself, of its entries, and of what variants add and name.

    A language counts for what stands beside texts in it. What is added is told in the languages of the game, too, but
    only if it has words in one of them: else its names in the rules are meant for all. Nobody reads what is removed.
    """
    for language, words in texts.items():
        homes = {span.source.folder for _, span in words.values()}
        told = _Told(program, language, homes, variants, removed)
        yield from told.of_what_is_stated()
        yield from told.of_names({path.removeprefix("names.") for path in words})


class _Told:
    """What a game and its variants say in one language, which has texts in these folders."""

    def __init__(
        self,
        program: p.Program,
        language: str,
        homes: set[Path | None],
        variants: Sequence[Variant],
        removed: Collection[p.Entry],
    ) -> None:
        self.program, self.language, self.homes, self.variants = program, language, homes, variants
        self.is_of_game = program.span.source.folder in homes
        self.named = {WHEN.sub("", path) for variant in variants for path in variant.names.get(language, ())}
        anew = [one for variant in variants for one in reworded(variant, program)]
        self.worded: dict[tuple[str, str], list[Reworded]] = {}
        for one in anew:
            self.worded.setdefault((one.entry.path, one.field), []).append(one)
        self.anew = {(one.entry.path, one.field) for one in anew if one.language == language}
        entries = [entry for kind in program.kinds.values() for entry in kind.entries]
        self.removed = {one.path for one in entries if (one.parent or one) in removed}
        self.entries = [one for one in entries if one.path not in self.removed]

    def of_what_is_stated(self) -> Iterator[Diagnostic]:
        """The words that stand with the game and its entries."""
        for one, fields in self._wanted():
            for field in fields:
                if self.language in one.texts.get(field, {}) or self._is_said_by_a_variant(one, field):
                    continue
                yield self._lacking(one, field)

    def _lacking(self, one: p.Program | p.Entry, field: str) -> Diagnostic:
        """Told where the words stand that there are, in the rules or in a variant, with what to write there."""
        message = f"the {field} of `{one.name}` has no text in language `{self.language}`"
        worded = self.worded.get((one.path, field), []) if isinstance(one, p.Entry) else []
        if field in one.text_places or not worded:
            written = " ".join(f'{each} "…"' for each in (*one.texts.get(field, {}), self.language))
            place = one.text_places.get(field, one.span)
            return Diagnostic(codes.MISSING_TEXT, place, message, f"write `{field}: {written}`")
        written = ", ".join(f"{each}: …" for each in (*(said.language for said in worded), self.language))
        place = worded[0].stated.key_span
        return Diagnostic(codes.MISSING_TEXT, place, message, f"write `{field}: {{{written}}}`")

    def _wanted(self) -> Iterator[tuple[p.Program | p.Entry, list[str]]]:
        if self.is_of_game and self.program.texts:
            yield self.program, ["name"]
        for entry in self.entries:
            fields = [member.name for member in entry.kind.members.values() if member.type.name == "text"]
            if fields and entry.span.source.folder in self.homes:
                yield entry, ["name", *fields]
            elif self._is_added(entry.span):
                anew = (field for path, field in self.worded if path == entry.path)
                yield entry, [*dict.fromkeys((*entry.texts, *anew))]

    def _is_added(self, span: Span) -> bool:
        return self.is_of_game and self.program.is_added(span)

    def _is_said_by_a_variant(self, one: p.Program | p.Entry, field: str) -> bool:
        if isinstance(one, p.Program):
            return False
        return (one.path, field) in self.anew or (field == "name" and one.path in self.named)

    def of_names(self, told: set[str]) -> Iterator[Diagnostic]:
        """The names that variants give to what is added."""
        renamed = [given for variant in self.variants for given in variant.renamed]
        if not renamed or not self.is_of_game:
            return
        lacking = {
            path.removeprefix("names.") for path, span in wanted_texts(self.program).items() if self._is_added(span)
        }
        lacking |= {one.path for one in self.entries if self._is_added(one.span) and not self._is_told_here(one)}
        lacking -= told | self.named | self.removed
        for given, span in renamed:
            path = WHEN.sub("", given)
            if path in lacking:
                lacking.remove(path)
                message = f"`{path}` has a name, and none in language `{self.language}`"
                help_ = f"write `names: {{{self.language}: {{{path}: …}}}}`"
                yield Diagnostic(codes.MISSING_TEXT, span, message, help_)

    def _is_told_here(self, entry: p.Entry) -> bool:
        return self.language in entry.texts.get("name", {}) or (entry.path, "name") in self.anew
