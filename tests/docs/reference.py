"""`docs/reference.md` and `docs/grammar.md`, made of the grammar, the tables and what stands beside this file.

`python -m tests.docs.reference` writes both again; `test_reference.py` says when they are not what is made.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from tests.docs import grammar_read as grammar

from coupdsl.language.operators import OPERATORS
from coupdsl.language.words import KEYWORDS, RESERVED

ROOT = Path(__file__).resolve().parents[2]
MECHANICS = ROOT / "contracts" / "mechanics"
HERE = Path(__file__).with_suffix("")
# Parts that are rules of their own where the words of a line are looked for.
APART = frozenset(
    ["expr", "or_", "ofx", "sum", "type", "words", "body", "stmt", "decl", "list", "label", "rule", "reading"]
)
REPLACED = re.compile(r"may replace|What a game says")
_KEPT = "\1"
_WHOLE = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)")  # code and links are not taken apart
LEVELS = {
    "expr": "choosing", "setop": "sets", "or_": "or", "and_": "and", "not_": "not, some, every", "cmp": "comparing",
    "sum": "adding", "product": "multiplying", "ofx": "reaching",
}  # fmt: skip

Entry = Mapping[str, Any]


@cache
def data(name: str) -> Any:
    """What one of the files beside this one says."""
    return yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8"))


def page() -> str:
    """The text of `docs/reference.md`."""
    parts = [
        (HERE / "head.md").read_text("utf-8"),
        "## Declarations\n\n" + "\n".join(_entry(one, "lines") for one in data("declarations").values()),
        "## Statements\n\n`let` and `state` also stand among them.\n",
        "\n".join(_entry(one, "lines") for one in data("statements").values()),
        "## Expressions\n",
        _operators(),
        "\n".join(_entry(one, "expr") for one in data("expressions").values() if "form" in one),
        _precedence(),
        _types(),
        (HERE / "chapters.md").read_text("utf-8").strip() + "\n",
        "## Mechanics\n\n" + "\n".join(map(_mechanic, sorted(mechanics()))),
        _reserved(),
    ]
    return wrapped("\n".join(parts))


# ---- one thing after the other
def anchor(title: str) -> str:
    """What leads to a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def wrapped(text: str) -> str:
    """The same with its paragraphs in lines of 120 signs; what is fenced, tables and headings stay as they are."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else re.sub(r"[^\n]+(\n[^\n]+)*", _wrap, part) for part in parts)


def _wrap(found: re.Match[str]) -> str:
    """One paragraph, or a list each part of which is one."""
    if found[0].startswith(("|", "#")):
        return found[0]
    lines = []
    for part in re.split(r"\n(?=- )", found[0]):
        whole = _WHOLE.sub(lambda one: one[0].replace(" ", _KEPT), " ".join(part.split()))
        begin = "  " if part.startswith("- ") else ""
        lines += textwrap.wrap(whole, 120, subsequent_indent=begin, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(_KEPT, " ")


def fenced(info: str, text: str) -> str:
    return f"```{info}\n{text.rstrip()}\n```\n"


def _entry(one: Entry, how: str) -> str:
    """A heading, the form, what it takes and means, an example, and the errors in play."""
    parts = [f"### `{one['title']}`\n" if "title" in one else "", fenced("text", one["form"])]
    takes = f"Takes {one['takes']}. " if "takes" in one and "→" not in one["takes"] else ""
    takes = f"`{one['takes']}`. " if "→" in one.get("takes", "") else takes
    see = f" [More](language.md#{one['see']})." if "see" in one else ""
    parts.append(f"{takes}{one['means'].strip()}{see}\n")
    if "like" in one:
        title = next(other["title"] for name, other in _all().items() if name == one["like"])
        parts.append(f"For an example see [{title}](#{anchor(title)}).\n")
    parts += [fenced(f"{name.rpartition('.')[2]} file {name}", text) for name, text in one.get("files", {}).items()]
    if "example" in one:
        parts.append(fenced(f"coup {one.get('how', how)}", one["example"]))
    parts += [_errors(one["errors"])] if "errors" in one else []
    return "\n".join(part for part in parts if part)


def _errors(errors: list[Entry]) -> str:
    return "".join(f"- [{one['code']}](errors/{one['code']}.md) when {one['when']}\n" for one in errors)


def _all() -> dict[str, Any]:
    return {**data("declarations"), **data("statements"), **data("expressions")}


def _operators() -> str:
    rows = [f"| `{one.example}` | {one.types} | {one.line} |" for one in OPERATORS.values() if one.example]
    table = "| example | takes → gives | what it is |\n|---|---|---|\n" + "\n".join(rows)
    failing = data("operators")
    named = [(name, error) for name, errors in failing.items() for error in errors]
    errors = "".join(
        f"| {_shown(name)} | [{one['code']}](errors/{one['code']}.md) when {one['when']} |\n" for name, one in named
    )
    return f"""### Operators

All operators, with what they take and give. An amount may stand where a number does, as long as the two do not mix.

{table}

What can go wrong where they are worked out:

| operator | error |
|---|---|
{errors}"""


def _shown(name: str) -> str:
    shown = {"single": "a set of numbers", "no_branch": "`case`"}
    return shown.get(name) or f"`{OPERATORS[name].example}`"


def _precedence() -> str:
    lines = "".join(
        f"| {LEVELS[name]} | {' '.join(f'`{sign}`' for sign in signs)} |\n" for name, signs in grammar.levels()
    )
    read = "".join(f"| `{written}` | `{meant}` |\n" for written, meant in data("precedence"))
    return f"""### What goes before what

The loosest first: what is lower in this table is put together sooner. `if` as a value and `some … where` reach as
far as they can. Operators that people would read in two ways ask for brackets ([E109](errors/E109.md)), and so do `and`
and `or` beside one another ([E307](errors/E307.md)).

| level | its words and signs |
|---|---|
{lines}
| written | is read as |
|---|---|
{read}"""


def _types() -> str:
    types = data("types")
    rows = "".join(f"| {_type(name)} | {one['values']} |\n" for name, one in types.items())
    used = "\n".join(f"# {name}\n{one['example']}" for name, one in types.items() if "example" in one)
    games = "\n".join(fenced("coup game", one["whole"]) for one in types.values() if "whole" in one)
    return f"""## Types

| type | its values |
|---|---|
{rows}
A value that may be `none` cannot stand where one is needed ([E303](errors/E303.md)). In sets and lists there may be
anything but ratios, texts, tests and other sets and lists. Each of them in use:

{fenced("coup lines", used)}
{games}"""


def _type(name: str) -> str:
    """As it is written, or what it is called."""
    return name if re.match(r"a \w{2,}", name) else f"`{name}`".replace("|", "\\|")


def _reserved() -> str:
    found: dict[str, list[str]] = {word: [] for word in KEYWORDS}
    for one in _all().values():
        for word in sorted(set(re.findall(r"[a-z_]+", re.sub(r'"[^"]*"', "", one.get("form", "")))) & KEYWORDS):
            found[word].append(f"[{one['title']}](#{anchor(one['title'])})")
    for operator in OPERATORS.values():
        for word in sorted(set(re.findall(r"[a-z_]+", operator.example)) & KEYWORDS):
            if not found[word]:
                found[word].append("[operators](#operators)")
    rows = "".join(f"| `{word}` | {', '.join(found[word])} |\n" for word in sorted(found))
    builtin = ", ".join(f"`{word}`" for word in sorted(RESERVED - KEYWORDS))
    return (
        "## Reserved words\n\nNo name may be one of these ([E103](errors/E103.md)), nor one of what is built in: "
        f"{builtin}.\n\n| word | used in |\n|---|---|\n{rows}"
    )


# ---- mechanics
def mechanics() -> dict[str, Path]:
    """The shared mechanics, by their names."""
    return {path.stem: path for path in MECHANICS.glob("*.coup")}


def _mechanic(name: str) -> str:
    text = mechanics()[name].read_text("utf-8")
    head = " ".join(line.strip("# ") for line in text.split("edition 1")[0].splitlines())
    one = data("mechanics")[name]
    where = f"coup shipped contracts/mechanics/{name}.coup"
    parts = [f"### `{name}`\n", f"{head}\n", f"{one['played']}\n", fenced(where, _needs(text))]
    hooks = list(_replaced(text))
    parts += ["What a game may replace under `use`:\n", *(fenced(where, hook) for hook in hooks)] if hooks else []
    options = re.findall(r"^  option ([\w.]+) = (.*?)(?:\s+[#@].*)?$", text, re.MULTILINE)
    if options:
        rows = "".join(f"| `{key}` | {readings.replace(' | ', ', ')} |\n" for key, readings in options)
        parts.append(f"| option | its readings, the default first |\n|---|---|\n{rows}")
    see = f"An example: [{one['see']}]({one['see']}).\n" if "see" in one else ""
    parts.append(see or fenced("coup game", one["example"]))
    return "\n".join(parts)


def _needs(text: str) -> str:
    """The first line of a mechanic, and those below that say what it needs."""
    lines = text.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("mechanic "))
    end = start + 1
    while lines[end].startswith("  needs "):
        end += 1
    return "\n".join(lines[start:end])


def _replaced(text: str) -> Iterator[str]:
    """The rules that a game may replace: those below the comment that says so, up to an empty line."""
    for block in text.split("\n\n"):
        lines = block.splitlines()
        said = [at for at, line in enumerate(lines) if line.startswith("  #") and REPLACED.search(line)]
        if said:
            yield "\n".join(lines[said[0] + 1 :])


# ---- the grammar
def grammar_page() -> str:
    """The text of `docs/grammar.md`."""
    told: dict[str, list[str]] = data("grammar")
    called = {name: words[0] for name, words in told.items()}
    parts = [(HERE / "grammar_head.md").read_text("utf-8")]
    for heading in dict.fromkeys(rule.heading for rule in grammar.rules().values()):
        parts.append(f"## {(heading or 'a file').split(',')[0].capitalize()}\n")
        rules = [rule for rule in grammar.rules().values() if rule.heading == heading and is_told(rule)]
        told_of = [(*told[rule.name], grammar.readable(rule, called)) for rule in rules]
        parts.append(fenced("text", "\n".join(f"# {means}\n{name} = {text}\n" for name, means, text in told_of)))
    return "\n".join(parts)


def is_told(rule: grammar.Rule) -> bool:
    """Does the page name it? Not the words that are terminals, nor what only helps the parser."""
    helps = rule.name.endswith("_c") or rule.name in ("WS", "_NL")
    return not helps and not (rule.name.isupper() and rule.text.startswith('"'))


def write() -> None:
    """Writes both pages."""
    (ROOT / "docs" / "reference.md").write_text(page(), "utf-8")
    (ROOT / "docs" / "grammar.md").write_text(grammar_page(), "utf-8")


if __name__ == "__main__":
    write()
