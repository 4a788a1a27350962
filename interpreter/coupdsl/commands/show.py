"""`coupdsl show`: the options, entries and names of a ruleset in force, and the line that set each."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands.common import (
    LANG,
    Format,
    columns,
    composed_well,
    given_options,
    refuse_other_languages,
    seats,
    telling_failures,
)
from coupdsl.commands.rules_shown import rules_data, rules_told
from coupdsl.commands.streams import tell_json
from coupdsl.commands.worlds_shown import worlds_data, worlds_told
from coupdsl.language.tongues import Count, in_language

if TYPE_CHECKING:
    from coupdsl.code.in_use import InUse
    from coupdsl.engine.rules import Rules


def show(
    ruleset: Annotated[str, typer.Argument(help="A shipped name (see `coupdsl list`) or a path.")],
    players: Annotated[int | None, typer.Option(help="For how many players; the usual number if not given.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; may be repeated.")] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
    lang: Annotated[str | None, typer.Option(help=LANG)] = None,
    schema: Annotated[bool, typer.Option("--schema", help="The JSON Schema of its variants, for editors.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="The rules that a file of a variant can replace.")] = False,
    worlds: Annotated[bool, typer.Option("--worlds", help="What a seat imagines, and how exactly.")] = False,
    ir: Annotated[bool, typer.Option("--ir", help="What it is compiled to: LLVM assembly.")] = False,
) -> None:
    """Show every option, number of an entry, and name in force, and the file and line that set it.

    With --rules, how each rule begins that `replace` may give another text, and what people call it.
    With --worlds, what players that think imagine of what they do not see, and what of it is not exact.

    \b
    Examples:  coupdsl show french --players 4
               coupdsl show hearts --worlds
               coupdsl show crazy-eights --rules --lang fr
               coupdsl show my-game.coup --schema > my-game.schema.json
               coupdsl show hearts --players 4 --ir | less
    """
    from coupdsl.language.remembered import name_for, remembered

    options = given_options(option or [])
    if (rules or schema) and not ir:
        _refuse_choices("--schema" if schema else "--rules", {"--option": option, "--players": players})
    what = "schema" if schema else "rules" if rules else "worlds" if worlds else "shown"
    make, told = _SHOWN[what]
    with telling_failures():
        if ir:
            _show_compiled(ruleset, players, options)
            return
        name = name_for(what, ruleset, players, sorted(options.items()), lang)
        data = remembered(name, lambda: make(ruleset, players, options, lang))
    if told is None or format_ is Format.json:
        tell_json(data, indent=2)
        return
    wide = columns()
    for row in told(data):
        for line in within(row, wide):
            typer.echo(line)


def _show_compiled(ruleset: str, players: int | None, options: dict[str, str]) -> None:
    from coupdsl.engine.load import load
    from coupdsl.native.stepping import stepping_text

    typer.echo(stepping_text(load(ruleset, players, options)))


WORDS = {
    "en": {
        "players": "·  {0:player|players}", "can_play": "·  for {0}", "fingerprint": "·  fingerprint {0}",
        "options": "Options", "entries": "Entries", "names": "Names", "not_asked": "nothing uses it here",
    },
    "fr": {
        "players": "·  {0:joueur|joueurs}", "can_play": "·  pour {0}", "fingerprint": "·  empreinte {0}",
        "options": "Options", "entries": "Entrées", "names": "Noms", "not_asked": "rien ne le demande ici",
    },
}  # fmt: skip


def _refuse_choices(what: str, given: dict[str, object]) -> None:
    """Refuses what is chosen for one game, where the flag `what` shows the same for all of them."""
    for name in (name for name, value in given.items() if value not in (None, [])):
        said = f"it does not go with `{what}`, which shows the same whatever is chosen"
        raise typer.BadParameter(said, param_hint=name)


def _schema(ruleset: str, *_: object) -> dict[str, Any]:
    from coupdsl.rulesets.schemas import schema_of

    return schema_of(composed_well(ruleset))


def _shown(ruleset: str, players: int | None, options: dict[str, str], lang: str | None) -> dict[str, Any]:
    """All that is shown of a ruleset; raises Problems."""
    from coupdsl.code.in_use import InUse, in_use
    from coupdsl.code.seats import allowed_seats, usual_seats
    from coupdsl.engine.load import playable

    composed = composed_well(ruleset)
    refuse_other_languages(lang, composed.texts)
    usual = usual_seats(composed, options)
    rules = playable(composed, usual if players is None else players, options)
    used = in_use(composed, options) if players is None else InUse(rules)
    return {
        **described(rules, used, lang or rules.locale),
        "can_play": allowed_seats(composed, options),
        "usual": usual,
    }


def _told(data: dict[str, Any]) -> Iterator[list[str]]:
    """The same in rows, each of parts that may stand on a line of their own."""
    words = in_language(WORDS, data["language"])
    can_play = []
    if len(data["can_play"]) > 1:
        can_play.append(words["can_play"].format(seats(data["can_play"], data["usual"], data["language"])))
    yield [data["title"], words["players"].format(Count(data["players"])), *can_play,
           words["fingerprint"].format(data["fingerprint"])]  # fmt: skip
    for heading, rows in (("options", data["options"]), ("entries", data["fields"]), ("names", data["names"])):
        if not rows:
            continue
        yield [""]
        yield [words[heading]]
        width = max(len(row["path"]) for row in rows)
        values = min(40, max(len(str(row["value"])) for row in rows))
        for row in rows:
            cited = f" [{', '.join(row['rules'])}]" if row.get("rules") else ""
            cited += f" ({words['not_asked']})" if not row.get("asked", True) else ""
            parts = [f"  {row['path']:<{width}}  {row['value']!s:<{values}}", f"{row['place']}{cited}"]
            yield [*parts, *([row["text"]] if row.get("text") else [])]


def within(parts: list[str], columns: int | None) -> Iterator[str]:
    """The parts of a row on one line, or on as many as so many columns ask for; None has no end."""
    indent = " " * 6
    line = parts[0]
    for part in [*parts[1:], ""]:
        if part and (columns is None or len(line) + 2 + len(part) <= columns):
            line += f"  {part}"
            continue
        wrapped = textwrap.wrap(line, columns or max(1, len(line)), subsequent_indent=indent, break_long_words=False,
                                break_on_hyphens=False)  # fmt: skip
        yield from wrapped or [""]
        line = indent + part


def described(rules: Rules, used: InUse, lang: str) -> dict[str, Any]:
    """A ruleset as plain data: its options, the fields of its entries, its names, each with its place."""
    from coupdsl.rulesets.strange_texts import term
    from coupdsl.rulesets.texts import names_used

    words, here = rules.words_in(lang).words, names_used(rules.program)
    options = [
        {
            "path": key, "value": _written(setting.value), "place": str(setting.span),
            "rules": [str(citation) for citation in setting.citations], "text": words.get(f"options.{key}.ask"),
            "asked": used.asks_for(key),
        }
        for key, setting in sorted(rules.options.items())
    ]  # fmt: skip
    names = [
        {"path": path.removeprefix("names."), "value": text, "place": lang}
        for path, text in sorted(words.items())
        if path.startswith("names.") and here.issuperset(term(path))  # others are of games that share the texts
    ]
    return {
        "ruleset": rules.name, "title": words.get("title", rules.name), "players": rules.players, "language": lang,
        "fingerprint": rules.fingerprint, "options": options, "fields": list(_fields(rules)), "names": names,
    }  # fmt: skip


def _fields(rules: Rules) -> Any:
    """The fields of every entry in force that are fixed numbers or flags, with the line that states them."""
    from coupdsl.code.in_force import entries_in_force

    expressions = rules.expressions
    in_force = entries_in_force(expressions)
    for kind in rules.program.charted:
        for entry in (entry for entry in kind.entries if entry in in_force):
            for rule in kind.members.values():
                if rule.form != "field" or rule.parameter_types or rule.type.name not in ("amount", "number", "flag"):
                    continue
                version = rules.version(rule, entry)
                value = getattr(expressions.rule_value(rule, entry), "value", None)
                if version is None or value is None:
                    continue
                yield {
                    "path": f"{entry.path}.{rule.name}",
                    "value": str(bool(value)).lower() if rule.type.name == "flag" else value,
                    "place": str(version.span),
                    "rules": [str(citation) for citation in version.citations],
                }


def _worlds_in_rows(data: dict[str, Any]) -> Iterator[list[str]]:
    return ([line] for line in worlds_told(data))


def _written(value: object) -> Any:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value)


# Each thing that can be shown: what makes its data, and what tells it in rows, if it is for people.
_SHOWN: dict[str, tuple[Callable[..., dict[str, Any]], Callable[[Any], Iterator[list[str]]] | None]] = {
    "schema": (_schema, None),
    "rules": (rules_data, rules_told),
    "worlds": (worlds_data, _worlds_in_rows),
    "shown": (_shown, _told),
}
