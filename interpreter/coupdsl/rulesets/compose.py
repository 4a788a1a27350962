"""A game, its variants and chosen options put together into one ruleset.

Order of application: the game's own defaults, then parents from the first to the last, then the variant itself, then
what the caller sets. Parents that set the same thing differently are an error unless the variant sets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.check import check_game
from coupdsl.language.diagnostics import Diagnostic, Problems, errors, suggest, warnings
from coupdsl.language.loading import Added
from coupdsl.language.looks import is_file
from coupdsl.language.signs import as_json
from coupdsl.language.source import Source, Span
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.conflicts import conflicts
from coupdsl.rulesets.half_told import half_told
from coupdsl.rulesets.idle import idle, unasked
from coupdsl.rulesets.inside import folder_of, seen_from
from coupdsl.rulesets.lineage import Lineage
from coupdsl.rulesets.meant import no_file, no_ruleset, of_no_rules
from coupdsl.rulesets.misnamed import misnamed
from coupdsl.rulesets.names_given import nameless, strange_names
from coupdsl.rulesets.no_field import no_field
from coupdsl.rulesets.reworded import Reworded, outdated, reworded
from coupdsl.rulesets.ruleset import Setting
from coupdsl.rulesets.schema_help import PLAYERS, USUAL
from coupdsl.rulesets.shared_words import held
from coupdsl.rulesets.strays import meant_or_listed, strays_told
from coupdsl.rulesets.texts import check_texts, languages, names_used, read_texts, strange_language
from coupdsl.rulesets.told_texts import strange_reasons
from coupdsl.rulesets.under_readings import strange_readings
from coupdsl.rulesets.values import (
    called_so,
    field_text,
    meant_entry,
    meant_option,
    option_help,
    option_value,
    zero_first,
)
from coupdsl.rulesets.variant import Stated, Variant
from coupdsl.rulesets.yaml_text import Items


def compose(name: str) -> tuple[Composed | None, list[Diagnostic]]:
    """The ruleset of a shipped name or a file, with all problems of its files."""
    path = find_ruleset(name)
    if path is None:
        if is_file(Path(name)):
            return None, [of_no_rules(Path(name))]
        return None, [Diagnostic(codes.NOT_READABLE, Span(Source(name, ""), 0, 0), *no_ruleset(name, Path()))]
    return compose_file(path)


def compose_file(path: Path, within: Sequence[Path] = ()) -> tuple[Composed | None, list[Diagnostic]]:
    """The ruleset of a file; of files that lie neither in its folder nor `within` others, no line is shown."""
    composed, problems = _composed(path)
    folders = (folder_of(path), *within)
    if composed is not None:
        composed.warnings = seen_from(folders, composed.warnings)
    return composed, seen_from(folders, problems)


def parents(composed: Composed) -> Iterator[Composed]:
    """The rulesets that one extends, as they are themselves."""
    variants = composed.variants
    for stated in variants[-1].extends if variants else ():
        path = find_ruleset(str(stated.value), variants[-1].folder)
        parent = compose_file(path)[0] if path is not None else None
        if parent is not None:
            yield parent


def flawless(found: tuple[Composed | None, list[Diagnostic]]) -> Composed:
    """What was composed without any problem; raises Problems."""
    composed, problems = found
    if composed is None or problems:
        raise Problems(problems)
    return composed


def _composed(path: Path) -> tuple[Composed | None, list[Diagnostic]]:
    if path.suffix == ".coup":
        return _assemble(path.stem, [], path, [])
    lineage = Lineage()
    variants = lineage.of(path)
    if lineage.problems:
        return None, [*lineage.flaws, *lineage.problems]
    game = next(one.game_file for one in variants if one.game_file is not None)  # who extends nothing has one
    return _assemble(variants[-1].name, variants, game, lineage.flaws)


def _assemble(
    name: str, variants: list[Variant], game: Path, problems: list[Diagnostic]
) -> tuple[Composed | None, list[Diagnostic]]:
    extra = []
    for rank, variant in enumerate(variants):
        for added in variant.added:
            path = variant.folder / str(added.value)
            if is_file(path):
                extra.append(Added(path, added.span, rank))
                continue
            problems.append(Diagnostic(codes.MISSING_INCLUDE, added.span, *no_file(variant.folder, str(added.value))))
    if variants and not is_file(game):
        root = next(v for v in variants if v.game is not None)
        assert root.game is not None
        problems.append(Diagnostic(codes.MISSING_INCLUDE, root.game.span, *no_file(root.folder, str(root.game.value))))
        return None, problems
    checked, wrong = check_game(game, extra)
    problems += wrong
    if checked is None or wrong:
        return None, problems
    program = checked.program
    problems = [_of_entry(one, variants, program) if one.code is codes.MISSING_INCLUDE else one for one in problems]
    found, wrong = read_texts(file.source.path for file in program.files if file.source.path is not None)
    texts = held(program, found)
    of_texts = wrong or check_texts(program, texts)
    problems += errors(of_texts)
    composed = Composed(name, variants, checked, texts, _defaults(program))
    composed.warnings += [*checked.warnings, *warnings(of_texts)]
    problems += conflicts(variants, program)
    for variant in variants:
        told: list[Diagnostic] = []
        _apply(variant, composed, told)
        problems += [*strays_told(variant, program), *(_of_another_game(variant, told) or told)]
    composed.warnings += [
        *(() if wrong else half_told(program, texts, variants, composed.removed)),
        *idle(variants, program),
        *outdated(variants, program, composed.removed),
        *misnamed(composed),
        *unasked(variants, program, composed.overrides.values()),
    ]
    return composed, problems


def _of_entry(missing: Diagnostic, variants: list[Variant], program: p.Program) -> Diagnostic:
    """A file that is not there, with help where it is called like an entry that is taken out of play."""
    entry = program.entry(Path(missing.span.text.strip("\"'")).stem)
    if entry is None or not any((entry.kind.plural, entry.path) in one.removed for one in variants):
        return missing
    help_ = f"what was taken out is brought back by its name: `{entry.kind.plural}: {{add: [{entry.path}]}}`"
    return replace(missing, help=help_)


def _defaults(program: p.Program) -> dict[str, Setting]:
    options = program.options.values()
    return {one.key: Setting(one.default, one.default_span or one.span, one.citations) for one in options}


def game_alone(path: Path) -> Composed | None:
    """The game in a file with its own answers and without its texts; None where something is wrong with it."""
    checked, problems = check_game(path)
    if checked is None or problems:
        return None
    return Composed(path.stem, [], checked, {}, _defaults(checked.program))


def _of_another_game(variant: Variant, told: list[Diagnostic]) -> list[Diagnostic]:
    """One problem in place of all, where a variant extends a ruleset that has none of what it sets."""
    unknown = [one for one in told if one.code in (codes.UNKNOWN_KEY, codes.UNKNOWN_TEXT)]
    if len(unknown) < 2 or len(unknown) < len(told) or not variant.extends:
        return []
    if not variant.options and not variant.plurals:
        return []  # words alone, which may be in a language of which there are none
    if any("did you mean" in (one.help or "") for one in told) or len(unknown) < variant.statements:
        return []
    parent = variant.extends[0]
    message = f"`{parent.value}` has none of what is set here"
    first = min(told, key=lambda one: one.span.start)
    also = ((first.span, first.message),)
    help_ = f"extend a ruleset of the game that this is meant for; `coupdsl show {parent.value}` lists what it has"
    return [Diagnostic(codes.UNKNOWN_KEY, parent.span, message, help_, also)]


# ---- one variant upon what came before
def _apply(variant: Variant, composed: Composed, problems: list[Diagnostic]) -> None:
    program = composed.program
    known = languages(program, composed.texts)
    anew = list(reworded(variant, program))
    spoken = [*variant.languages, *((one.language, one.stated.key_span) for one in anew)]
    problems += [_no_text(one) for one in anew if not one.stated.value or not isinstance(one.stated.value, str)]
    problems += [strange_language(name, span, known) for name, span in spoken if known and name not in known]
    problems += [*strange_names(program, variant.named), *nameless(program, variant.renamed)]
    if variant.said:
        problems += strange_reasons(variant.said, names_used(program))
        problems += strange_readings(program, ((path, span) for path, _, span in variant.said))
    plurals = {kind.plural: kind for kind in program.charted}
    for plural, span in variant.plurals.items():
        if plural not in plurals:
            meant = f"possible here: `{USUAL}`" if plural == PLAYERS else meant_or_listed(plural, plurals)
            problems.append(Diagnostic(codes.UNKNOWN_KEY, span, f"`{span.text}` is not known here", meant))
    for key, stated in variant.options.items():
        option = program.options.get(key)
        if option is None:
            listed = f"`coupdsl show {variant.extends[0].value}` lists all" if variant.extends else None
            help_ = meant_option(key, program.options) or listed
            problems.append(Diagnostic(codes.UNKNOWN_KEY, stated.key_span, f"there is no option `{key}`", help_))
            continue
        value, message = option_value(option, stated.value, program)
        if message is not None:
            help_ = option_help(option, stated.value, program, composed.texts)
            also = ((option.span, "asked here"),)
            problems.append(Diagnostic(codes.UNKNOWN_READING, _refused(stated, message), message, help_, also))
            continue
        composed.options[key] = Setting(value, stated.span, option.citations)
    for (plural, name), stated in variant.removed.items():
        entry = _entry(plurals.get(plural), name, stated, composed, problems)
        if entry is not None:
            composed.removed[entry] = stated.span
    for (plural, name), stated in variant.restored.items():
        if plural in plurals and (back := program.entry_of(plural, name)) is not None:
            composed.removed.pop(back, None)
        elif plural in plurals:
            problems.append(_nothing_to_add(variant, name, stated, plurals[plural], composed))
    problems += _strangers(variant, composed, plurals)
    for (plural, path, field_name), stated in variant.fields.items():
        _override(composed, plurals.get(plural), path, field_name, stated, problems)


def _no_text(found: Reworded) -> Diagnostic:
    help_ = f"put it in quotes: `{found.language}: {as_json(found.text)}`"
    return Diagnostic(codes.SCHEMA, found.stated.span, "text is needed here", help_ if found.text else None)


def _refused(stated: Stated, message: str) -> Span:
    """Where the value stands that is refused: of a list, the item that is named."""
    items = stated.node.values if isinstance(stated.node, Items) else ()
    return next((item.span for item in items if f"`{item.plain()}`" in message), stated.span)


def _entry(
    kind: p.Kind | None, path: str, stated: Stated, composed: Composed, problems: list[Diagnostic]
) -> p.Entry | None:
    if kind is None:
        return None
    if (entry := composed.program.entry_of(kind.plural, path)) is not None:
        return entry
    help_ = meant_entry(path, kind, composed.texts)
    problems.append(Diagnostic(codes.UNKNOWN_NAME, stated.span, f"there is no {kind.name} `{path}`", help_))
    return None


def _nothing_to_add(variant: Variant, name: str, stated: Stated, kind: p.Kind, composed: Composed) -> Diagnostic:
    """Where what is added is no entry: a file is meant, or the name is misspelt."""
    stem = re.sub(r"\.\w+$", "", name)
    file, near = f"./{stem}.coup", meant_entry(name, kind, composed.texts) or ""
    help_ = near if near.startswith("did you mean") else f"a file is added by its path: `{file}`"
    if (other := composed.program.entry(name)) is not None:
        help_ = f"it is of another kind: write `{other.kind.plural}: {{add: [{name}]}}`"
    elif is_file(variant.folder / file):
        help_ = f"write `{file}`"
    return Diagnostic(codes.UNKNOWN_NAME, stated.span, f"there is no {kind.name} `{name}`", help_)


def _strangers(variant: Variant, composed: Composed, plurals: Mapping[str, p.Kind]) -> Iterator[Diagnostic]:
    """Entries that there are not, each told once; not those inside them."""
    program = composed.program
    for (plural, path), span in variant.entries.items():
        above, nested = _above(variant, plural, path)
        name = path[len(above) :].lstrip(".")
        of = program.entry(above)
        is_text = program.text(path) is not None
        if is_text and not any(f"{where}.".startswith(f"{path}.") for _, where, _ in variant.fields):
            message = f"`{name}` is given in no language"
            yield Diagnostic(codes.SCHEMA, span, message, f"write `{name}: {{{composed.locale}: …}}`")
        if program.text(above) is not None:
            yield Diagnostic(codes.SCHEMA, span, f"`{name}` is a text, which has no fields")
        if plural not in plurals or program.entry(path) is not None or is_text or (above and of is None):
            continue
        if of is not None and name in of.kind.members:
            message = f"`{name}` is a value, which has no fields"
            yield Diagnostic(codes.SCHEMA, span, message, f"write its value: `{name}: …`")
            continue
        message = f"`{above}` has no `{name}`" if "." in name else f"there is no `{path}` among the {plural}"
        help_ = meant_entry(path, plurals[plural], composed.texts)
        if of is not None:
            help_ = _meant_inside(of, name, "" if nested else f"{above}.", composed)
        yield Diagnostic(codes.UNKNOWN_NAME, span, message, help_)


def _above(variant: Variant, plural: str, path: str) -> tuple[str, bool]:
    """What it is set in, and whether it stands under that, where its key may have dots of its own."""
    above = path.rpartition(".")[0]
    while above and (plural, above) not in variant.entries:
        above = above.rpartition(".")[0]
    return (above, True) if above else (path.rpartition(".")[0], False)


def _meant_inside(of: p.Entry, name: str, begun: str, composed: Composed) -> str | None:
    """What was meant by a name in an entry, by whose path the key is `begun`, or that stands in another."""
    children = {f"{begun}{child.name}": child for child in of.children}
    if (called := called_so(name.removeprefix(f"{of.path}."), children, composed.texts)) is not None:
        return f"did you mean `{called}`?"
    inside = [child.name for child in of.children] + [field for field in of.kind.members if of.kind.words(field)]
    inside = [f"{begun}{one}" for one in inside]
    if begun:
        return suggest(f"{begun}{name}", inside)
    other = composed.program.entry(name)
    if other is None or other.parent is None:
        return suggest(name.removeprefix(f"{of.path}."), inside)
    if other.parent is of:
        return f"write `{other.name}: {{…}}`"
    return f"it belongs to `{other.parent.path}`: write `{other.parent.name}: {{{other.name}: {{…}}}}`"


def _override(
    composed: Composed,
    kind: p.Kind | None,
    path: str,
    field_name: str,
    stated: Stated,
    problems: list[Diagnostic],
) -> None:
    if kind is None:
        return
    entry = composed.program.entry(path)
    if entry is None:
        return  # told where it is named
    if entry.kind.words(field_name):
        message = f"`{field_name}` is a text, which is given for each language"
        said = str(stated.value)
        said = said if re.fullmatch(r"\w[\w '’.!?-]*", said) and isinstance(stated.value, str) else as_json(said)
        written = f"write `{field_name}: {{{composed.locale}: {said}}}`"
        problems.append(Diagnostic(codes.SCHEMA, stated.span, message, written))
        return
    rule = entry.kind.members.get(field_name)
    if rule is None or rule.form != "field":
        told = no_field(composed.checked, entry, field_name, stated)
        problems.append(Diagnostic(codes.UNKNOWN_KEY, stated.key_span, *told))
        return
    if (refused := zero_first(stated)) is not None:
        problems.append(refused)
        return
    version, wrong = composed.checked.field_version(rule, entry, field_text(stated))
    problems += [_in_quotes(one, stated) for one in errors(wrong)]
    composed.warnings += warnings(wrong)
    if version is not None:
        composed.overrides[rule, entry] = version
        problems += composed.checked.amount_problems(version, rule)


def _in_quotes(problem: Diagnostic, stated: Stated) -> Diagnostic:
    """The same, where what to write in place of the whole value would be read as a list or a mapping here."""
    if problem.help is None or problem.span != stated.span:
        return problem  # of a value in quotes the span is what stands in them
    return replace(problem, help=re.sub(r"`([\[{][^`\"]*)`", r'`"\1"`', problem.help))
