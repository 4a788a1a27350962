"""The lineage of a variant: the rulesets that it extends, those that these extend, and so on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.looks import is_file, resolved
from coupdsl.language.other_files import RULES
from coupdsl.language.source import Span
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.meant import no_ruleset, several_rulesets
from coupdsl.rulesets.variant import Stated, Variant, read_variant

MAX_GENERATIONS = 30
MAX_PARENTS = 100


class Lineage:
    """Reads variants with their parents. With `flaws` they can still be put together, with `problems` they cannot."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []
        self.flaws: list[Diagnostic] = []
        self._known: dict[Path, list[Variant]] = {}  # as one may be reached in many ways

    def of(self, path: Path, above: tuple[Path, ...] = (), asked: Span | None = None) -> list[Variant]:
        """The variant in `path` after all its parents, each once; `above` are those that it is `asked` for by."""
        place = resolved(path)
        if place in self._known:
            return self._known[place]
        if asked is not None and (endless := _endless(place, above)) is not None:
            self.problems.append(Diagnostic(codes.CIRCULAR_PARENT, asked, *endless))
            return []
        variant = self._read(path, asked)
        if variant is None:
            return []
        found: list[Variant] = []
        for parent in variant.extends[:MAX_PARENTS]:
            lineage = self._of_parent(variant, parent, (*above, place))
            variant.parents += lineage[-1:]
            if _games(found) and _games(lineage) - _games(found):
                message = f"`{parent.value}` is of another game than `{variant.extends[0].value}`"
                self.problems.append(Diagnostic(codes.CONFLICT, parent.span, message, "extend rulesets of one game"))
                continue
            places = {one.source.path for one in found}
            found += [one for one in lineage if one.source.path not in places]
        for parent in variant.extends[MAX_PARENTS : MAX_PARENTS + 1]:
            message = f"a variant has more than {MAX_PARENTS} parents"
            self.problems.append(Diagnostic(codes.TOO_LARGE, parent.span, message))
        self._known[place] = [*found, variant]
        return self._known[place]

    def _read(self, path: Path, asked: Span | None) -> Variant | None:
        variant, wrong = read_variant(path)
        if asked is not None:
            wrong = [_not_extended(one, asked) if one.code is codes.OTHER_FILE else one for one in wrong]
        (self.problems if variant is None else self.flaws).extend(wrong)
        return variant

    def _of_parent(self, variant: Variant, parent: Stated, above: tuple[Path, ...]) -> list[Variant]:
        name = str(parent.value)
        path = find_ruleset(name, variant.folder)
        if path is not None:
            return self.of(path, above, parent.span)
        message, help_ = no_ruleset(name, variant.folder)
        if is_file(variant.folder / f"{name}.coup"):
            help_ = _from_rules(f"./{name}.coup")
        elif (several := several_rulesets(name, variant.folder)) is not None:
            help_ = several
        self.problems.append(Diagnostic(codes.MISSING_PARENT, parent.span, message, help_))
        return []


def _endless(place: Path, above: tuple[Path, ...]) -> tuple[str, str | None] | None:
    """What is said where parents come to no end, and what helps."""
    if place in above:
        circle = " → ".join(path.stem for path in [*above[above.index(place) :], place])
        message = "a variant extends itself" if above[-1] == place else f"variants extend one another: {circle}"
        return message, "name the ruleset that it starts from, such as `parker-1966`"
    if len(above) > MAX_GENERATIONS:
        return f"a variant has more than {MAX_GENERATIONS} generations of parents", None
    return None


def _games(variants: Iterable[Variant]) -> set[Path]:
    """The files of the games that these are of."""
    return {resolved(one.game_file) for one in variants if one.game_file is not None}


def _not_extended(found: Diagnostic, asked: Span) -> Diagnostic:
    """What is said in a variant that extends a file of another kind."""
    message, help_ = f"`{asked.text}` is not a ruleset: {found.message}", "name a ruleset, such as `parker-1966`"
    if found.message == RULES and re.search(r"^game\b", found.span.source.text, re.MULTILINE):
        help_ = _from_rules(asked.text)
    elif found.message == RULES:
        help_ = f"it holds no game: extend a ruleset, and add the file with `rules: {{add: [{asked.text}]}}`"
    return Diagnostic(codes.OTHER_FILE, asked, message, help_)


def _from_rules(path: str) -> str:
    return f"write `game: {path}` in place of `extends`"
