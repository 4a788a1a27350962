"""`coupdsl new`: a variant or an entry of one's own to begin with, made from one there is."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from coupdsl.commands.common import composed_well, fail, refuse_other_languages, say_unwritable, show_problems
from coupdsl.commands.overwriting import refuse_rules

if TYPE_CHECKING:
    from coupdsl.language.program import Entry
    from coupdsl.rulesets.composed import Composed


def new(
    file: Annotated[
        Path, typer.Argument(help="The file to make: a .yaml for a variant, a .coup for a contract and the like.")
    ],
    parent: Annotated[str, typer.Option("--from", help="A shipped name (see `coupdsl list`) or a path.")],
    copy: Annotated[str | None, typer.Option(help="For a .coup: the contract, action … to copy.")] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="Copy all files of a game into a folder, to edit as your own.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="For a .yaml: every question, not only the usual ones.")] = False,
    lang: Annotated[
        str | None, typer.Option(help="The language of comments; that of the ruleset if not given.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists already.")] = False,
) -> None:
    """Make a variant, or a contract of your own, from another one; its comments show what it may say.

    A variant changes nothing yet: remove the `# ` before a line to make it count. A contract is a copy named after its
    file; what is printed says how to add it to a variant. Both are valid at once, as `coupdsl validate` will say.

    A file called `GAME.en.yaml` or `en.yaml` gets a text for each name and question of the rules beside it; --force
    keeps the texts that it has. For a language that the game does not have yet, call it `GAME.it.yaml`, or `it.yaml`
    if there are other texts.

    With --whole, a folder gets a copy of all files of a game: rules, texts, book and tests, to edit as your own.

    \b
    Examples:  coupdsl new our-rules.yaml --from french
               coupdsl new my-siege.coup --from french --copy siege
               coupdsl new my_game.en.yaml --from my_game.coup
               coupdsl new our-coup --from coup --whole
    """
    from coupdsl.language.diagnostics import Problems
    from coupdsl.rulesets.texts import is_of_texts

    if whole:
        _look_before_copying(file, copy is not None or every or lang is not None or force)
    else:
        _look_before_writing(file, copy, every, force)
    try:
        composed = composed_well(parent)
        refuse_other_languages(lang, composed.texts)
        if whole:
            _copy_game(file, parent, composed)
        elif file.suffix == ".coup":
            _make_entry(file, parent, copy, composed, lang or composed.locale)
        elif is_of_texts(file) and _is_beside(file, composed) and _is_of_language(file, composed):
            _make_texts(file, parent, composed)
            _say_otherwise(file, parent, composed)
        else:
            _make_variant(file, parent, composed, every, lang or composed.locale, force)
            _say_otherwise(file, parent, composed)
    except Problems as problems:
        fail(problems)
    except OSError as error:
        say_unwritable(file, error)
        raise typer.Exit(1) from None


def _look_before_writing(file: Path, copy: str | None, every: bool, force: bool) -> None:
    if file.suffix not in (".yaml", ".yml", ".coup"):
        message = f"`{file}` is neither a variant, ending in .yaml, nor a rule file, ending in .coup"
        raise typer.BadParameter(message, param_hint="FILE")
    if file.suffix == ".coup" and every:
        raise typer.BadParameter("goes with a .yaml, not with a .coup", param_hint="--all")
    if file.suffix != ".coup" and copy is not None:
        raise typer.BadParameter(f"goes with a .coup: `coupdsl new my-{copy}.coup …`", param_hint="--copy")
    if file.is_dir():
        raise typer.BadParameter(f"`{file}` is a folder", param_hint="FILE")
    if (file.exists() or file.is_symlink()) and not force:
        raise typer.BadParameter(f"`{file}` is there already; --force replaces it", param_hint="FILE")


def _look_before_copying(folder: Path, is_more_said: bool) -> None:
    if is_more_said:
        raise typer.BadParameter("stands alone: a game is copied as it is", param_hint="--whole")
    if folder.suffix in (".yaml", ".yml", ".coup"):
        message = f"a whole game is copied into a folder: `coupdsl new {_typed(folder.with_suffix(''))} …`"
        raise typer.BadParameter(message, param_hint="FILE")
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))):
        raise typer.BadParameter(f"`{folder}` is there already; name a new folder", param_hint="FILE")


def _copy_game(folder: Path, parent: str, composed: Composed) -> None:
    from coupdsl.authoring.new_game import copied, is_taken, mechanics_used, variant_of
    from coupdsl.language.writing import write_whole

    if len(composed.variants) > 1:
        why = f"`{parent}` extends `{composed.variants[0].name}`, and is no game of its own"
        file = _typed(folder.with_name(f"{folder.name}.yaml"))
        message = f"{why}; make a variant of it: `coupdsl new {file} --from {quote(parent)}`"
        raise typer.BadParameter(message, param_hint="--from")
    if is_taken(folder, composed):
        why = f"it would be played by `{variant_of(folder).name}`, and a file of `{parent}` is called so"
        raise typer.BadParameter(f"{why}; name another folder", param_hint="FILE")
    for path, text in copied(folder, composed).items():
        write_whole(path, [text])
    said = _typed(folder)
    typer.echo(f"{folder}: a copy of {parent}; change it, then `coupdsl validate {said}` and `coupdsl test {said}`")
    typer.echo(f"{variant_of(folder)}: by this file it is played")
    if used := mechanics_used(composed):
        typer.echo(f"not copied, but used as they are: the mechanics {', '.join(used)}")
    composed_well(str(variant_of(folder)))


def _make_variant(file: Path, parent: str, composed: Composed, every: bool, lang: str, force: bool) -> None:
    from coupdsl.authoring.new_variant import new_variant, schema_beside
    from coupdsl.language.signs import as_json
    from coupdsl.language.writing import write_whole
    from coupdsl.rulesets.catalogue import find_ruleset
    from coupdsl.rulesets.schemas import schema_of

    found = find_ruleset(parent)
    if file.name == f"{parent}.yaml" or (found is not None and file.resolve() == found.resolve()):
        raise typer.BadParameter(f"`{file}` would extend itself; give it another name", param_hint="FILE")
    refuse_rules(file, "FILE", composed.sources)
    write_whole(file, [new_variant(file, parent, composed, every, lang)])
    typer.echo(f"{file}: a variant of {parent}; change it, then `coupdsl validate {_typed(file)}`")
    schema = schema_beside(file, composed)
    if not schema.is_symlink() and (force or not schema.exists()):  # nobody named what a link leads to
        write_whole(schema, [as_json(schema_of(composed), indent=2), "\n"])
        typer.echo(f"{schema}: what editors offer in it")


def _typed(file: Path) -> str:
    """The file as it is given in a call; no option begins so."""
    return quote(f"./{file}" if str(file).startswith("-") else str(file))


def _is_beside(file: Path, composed: Composed) -> bool:
    """Does a file of texts stand where the rules do? Elsewhere `my.yaml` is a variant, and `hearts.fr.yaml` a slip."""
    from coupdsl.language.looks import resolved

    beside = resolved(file).parent in {of.source.folder for of in composed.program.files}
    if not beside and "." in file.stem:
        message = f"texts belong beside their rules, and no rules of `{composed.name}` are in that folder"
        raise typer.BadParameter(message, param_hint="FILE")
    return beside


def _is_of_language(file: Path, composed: Composed) -> bool:
    """Is a file called as a language for its texts? One not spoken yet, such as `my`, only where there are texts."""
    from coupdsl.authoring.new_texts import LANGUAGES
    from coupdsl.language.looks import resolved
    from coupdsl.rulesets.texts import language_of, languages

    language, here = language_of(file), resolved(file).parent
    if "." in file.stem or language in languages(composed.program, composed.texts):
        return True
    homes = {span.source.folder for words in composed.texts.values() for _, span in words.values()}
    return language in LANGUAGES and here in homes


def _say_otherwise(file: Path, parent: str, composed: Composed) -> None:
    """Of a name that could mean either, texts or a variant: how to get the other."""
    from coupdsl.authoring.new_texts import LANGUAGES
    from coupdsl.rulesets.texts import languages

    language = file.stem
    if language not in LANGUAGES or language in languages(composed.program, {}) or not _is_beside(file, composed):
        return
    of_texts = _is_of_language(file, composed)
    rules = next(one.source.path for one in composed.program.files)
    name = f"{language}_rules.yaml" if of_texts else f"{rules.stem if rules else composed.name}.{language}.yaml"
    what = "a variant" if of_texts else f"texts in the language `{language}`"
    typer.echo(f"for {what}: `coupdsl new {_typed(file.with_name(name))} --from {quote(parent)}`")


def _make_texts(file: Path, parent: str, composed: Composed) -> None:
    from coupdsl.authoring.new_texts import nameless_states, new_texts
    from coupdsl.language.writing import write_whole

    write_whole(file, [new_texts(file, composed)])
    typer.echo(f"{file}: the texts of {parent}; change them, then `coupdsl validate {quote(parent)}`")
    if nameless := nameless_states(file, composed):
        said = "states are shown at the table where they have a name under `names:`; these have none:"
        typer.echo(f"{said} {', '.join(nameless)}")


def _make_entry(file: Path, parent: str, copy: str | None, composed: Composed, lang: str) -> None:
    from coupdsl.authoring.new_entry import lines_to_add, name, new_entry, problems_with
    from coupdsl.language.types import a
    from coupdsl.language.words import RESERVED
    from coupdsl.language.writing import write_whole

    entry = _entry(parent, copy, composed)
    own = name(file)
    if not own or own[0].isdigit() or own in RESERVED:
        message = f"`{file.name}` gives {a(entry.kind.type)} no name it can have; begin it with another word"
        raise typer.BadParameter(message, param_hint="FILE")
    if own in composed.program.names:
        it = a(entry.kind.type) if composed.program.entry(own) is not None else "something called"
        message = f"there is {it} `{own}` already; give the file another name"
        raise typer.BadParameter(message, param_hint="FILE")
    refuse_rules(file, "FILE", composed.sources)
    write_whole(file, [new_entry(file, entry, parent, composed, lang)])
    typer.echo(f"{file}: {a(entry.kind.type)} like {entry.name}; a variant of {parent} brings it in:\n")
    typer.echo("\n".join(lines_to_add(file, entry)))
    problems = problems_with(file, composed)
    if problems:
        show_problems(problems)
        raise typer.Exit(1)


def _entry(parent: str, copy: str | None, composed: Composed) -> Entry:
    from coupdsl.language.diagnostics import suggest
    from coupdsl.rulesets.values import called_so

    entries = {e.name: e for kind in composed.program.kinds.values() for e in kind.entries if e.parent is None}
    if not entries:
        raise typer.BadParameter(f"`{parent}` has nothing that could be copied: no kinds", param_hint="--from")
    if copy is None:
        such = f"such as `--copy {next(iter(entries))}`"
        raise typer.BadParameter(f"say which one is copied: {', '.join(entries)}; {such}", param_hint="--copy")
    if copy not in entries:
        called = called_so(copy, entries, composed.texts)
        meant = f"did you mean `{called}`?" if called is not None else suggest(copy, entries)
        message = f"there is no `{copy}` in `{parent}`"
        raise typer.BadParameter("; ".join(filter(None, (message, meant))), param_hint="--copy")
    return entries[copy]
