"""`coupdsl explain`: what a code means, with a wrong and a right example; where a value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from coupdsl.commands.common import Format, composed_well, fail, given_options
from coupdsl.commands.streams import tell_json
from coupdsl.language.tongues import in_language

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules
    from coupdsl.rulesets.composed import Composed


def explain(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CODE | RULESET PATH]", help="Such as E314, or leak; french loan.unit."),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE in force; may be repeated.")] = None,
    format_: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.text,
) -> None:
    """Explain an error code, with a wrong and a right example; or where a value of a ruleset comes from.

    PATH is an option, a field of an entry such as siege.collect, a rule, or the beginning of such a name, which lists
    all that lies under it. All codes are listed without arguments.

    \b
    Examples:  coupdsl explain E314
               coupdsl explain french loan.unit
               coupdsl explain our-table.yaml siege.collect
               coupdsl explain
    """
    from coupdsl.language.error_pages import find_code

    if not words:
        _list(format_)
    elif len(words) == 1:
        _explain(words[0], format_)
    elif len(words) == 2 and find_code(words[0]) is None:
        _value(words[0], words[1], given_options(option or []), format_)
    else:
        raise typer.BadParameter("one code, or one ruleset and one path", param_hint="CODE")


def _value(ruleset: str, path: str, options: dict[str, str], format_: Format) -> None:
    """Every place that states a value, the one in force last; or all that lies under a path."""
    from coupdsl.language.diagnostics import Problems
    from coupdsl.language.remembered import name_for, remembered

    name = name_for("explained", ruleset, path, sorted(options.items()))
    try:
        data = remembered(name, lambda: _explained(ruleset, path, options))
    except Problems as found:
        fail(found)
    said, language = data.pop("said", None), data.pop("language", "en")
    if format_ is Format.json:
        tell_json(data, indent=2)
    elif "under" in data:
        _tell_under(data, in_language(WORDS, language))
    else:
        _tell_value(data, said, in_language(WORDS, language))


def _explained(ruleset: str, path: str, options: dict[str, str]) -> dict[str, Any]:
    """One value: its question, all that states it, and how else the question can be answered. Raises Problems."""
    from coupdsl.code.in_use import in_use
    from coupdsl.code.seats import usual_seats
    from coupdsl.engine.load import playable
    from coupdsl.rulesets.provenance import near_paths, origins, paths_under, taken_out

    composed = composed_well(ruleset)
    rules = playable(composed, usual_seats(composed, options), options)
    stated = origins(composed, rules, path)
    out = taken_out(composed, path)
    away = {"taken_out": str(out) if out is not None else None, "language": rules.locale}
    under = paths_under(rules, path) if not stated else []
    if under:
        return {"path": path, "under": [_row(composed, rules, one) for one in under], **away}
    if not stated:
        near = near_paths(rules, path)
        help_ = f"did you mean `{near}`?" if near else f"`coupdsl show {ruleset}` lists what there is"
        raise typer.BadParameter(f"`{path}` is nothing that {ruleset} states; {help_}", param_hint="PATH")
    option = rules.program.options.get(path)
    value = stated[-1].text
    others = [reading for reading in option.readings() if reading != value] if option is not None else []
    return {
        "path": path,
        "question": _text(rules, f"options.{path}.ask"),
        "value": value,
        "asked": out is None and in_use(composed, options).asks_for(path),
        "stated": [{"value": one.text, "place": str(one.span), "rules": list(one.rules)} for one in stated],
        "others": [{"value": one, "text": _text(rules, f"options.{path}.readings.{one}")} for one in others],
        "said": _text(rules, f"options.{path}.readings.{value}"),
        **away,
    }


def _row(composed: Composed, rules: Rules, path: str) -> dict[str, Any]:
    """One of those that lie under a path, with its value in force."""
    from coupdsl.rulesets.provenance import origins

    value = origins(composed, rules, path)[-1].text
    return {"path": path, "value": value, "question": _text(rules, f"options.{path}.ask")}


def _text(rules: Rules, path: str) -> str | None:
    return rules.words_in(rules.locale).get(path)


WORDS = {
    "en": {"in_force": "in force", "not_asked": "nothing uses it here", "others": "other answers:",
           "taken_out": "not played here: {0}"},
    "fr": {"in_force": "en vigueur", "not_asked": "rien ne le demande ici", "others": "autres réponses :",
           "taken_out": "non joué ici : {0}"},
}  # fmt: skip


def _tell_value(data: dict[str, Any], said: str | None, words: dict[str, str]) -> None:
    typer.echo(f"{data['path']}: {data['value']}" + (f" ({said})" if said else ""))
    if data["question"] is not None:
        typer.echo(f"  {data['question']}")
    width = max(len(one["value"]) for one in data["stated"])
    last = words["in_force" if data["asked"] else "not_asked"]
    if data["taken_out"] is not None:
        last = words["taken_out"].format(data["taken_out"])
    for number, one in enumerate(data["stated"], 1):
        cited = f" [{', '.join(one['rules'])}]" if one["rules"] else ""
        force = f"  {last}" if number == len(data["stated"]) else ""
        typer.echo(f"  {one['value']:<{min(width, 40)}}  {one['place']}{cited}{force}")
    if data["others"]:
        typer.echo(words["others"])
        width = max(len(other["value"]) for other in data["others"])
        for other in data["others"]:
            typer.echo(f"  {other['value']:<{width}}  {other['text'] or ''}".rstrip())


def _tell_under(data: dict[str, Any], words: dict[str, str]) -> None:
    rows = data["under"]
    width, values = (max(len(str(row[key])) for row in rows) for key in ("path", "value"))
    for row in rows:
        typer.echo(f"{row['path']:<{width}}  {row['value']:<{min(values, 40)}}  {row['question'] or ''}".rstrip())
    if data["taken_out"] is not None:
        typer.echo(words["taken_out"].format(data["taken_out"]))


def _list(format_: Format) -> None:
    from coupdsl.language.codes import CODES

    if format_ is Format.json:
        rows = [{"code": code.number, "name": code.name, "summary": code.summary} for code in CODES.values()]
        tell_json(rows, indent=2)
        return
    width = max(len(code.name) for code in CODES.values())
    for code in sorted(CODES.values(), key=lambda code: code.number):
        typer.echo(f"{code.number}  {code.name:<{width}}  {code.summary}")


def _no_code(word: str, near: list[str]) -> str:
    """What is said to who asked for something that is no code, with what helps."""
    from coupdsl.language import codes
    from coupdsl.rulesets.catalogue import find_ruleset
    from coupdsl.rulesets.compose import compose

    missing = f"there is no code `{word}`; "
    if near:
        return missing + f"did you mean {' or '.join(f'`{code}`' for code in near)}?"
    name, dot, path = word.partition(".")
    if dot and path and find_ruleset(name) is not None:
        return missing + f"did you mean `coupdsl explain {name} {path}`?"
    if find_ruleset(word) is None:
        return missing + _listed(word)
    if any(problem.code is codes.NO_GAME for problem in compose(word)[1]):
        asked = "ask about a ruleset that adds it, such as `coupdsl explain our-table.yaml siege.collect`"
        return f"`{word}` is a part of rules, not a ruleset; {asked}"
    such = f"`coupdsl explain {word} PATH`; `coupdsl show {word}` lists the paths"
    return f"`{word}` is a ruleset, not a code; also say what to explain, such as {such}"


def _listed(word: str) -> str:
    """Where codes are listed, or what else may have been asked for."""
    listed = "`coupdsl explain` lists all"
    if word[:1] in "Ee" and word[1:].isdigit():
        return listed
    return f"{listed}; to see where a value comes from: `coupdsl explain french loan.unit`"


def _explain(word: str, format_: Format) -> None:
    from coupdsl.language.error_pages import find_code, near_codes, page, plain

    code = find_code(word)
    if code is None:
        raise typer.BadParameter(_no_code(word, near_codes(word)), param_hint="CODE")
    text = page(code)
    if format_ is Format.json:
        data = {"code": code.number, "name": code.name, "summary": code.summary, "page": text}
        tell_json(data, indent=2)
    else:
        typer.echo(plain(text).rstrip())
