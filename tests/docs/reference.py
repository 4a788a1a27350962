"""Writes docs/reference.md and docs/grammar.md: `python -m tests.docs.reference`.

They are made from the grammar, the table of operators, the reserved words and the shared mechanics. What only words can
say stands in reference.yaml.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import fill
from typing import Any

import yaml

from coupdsl.language import tree
from coupdsl.language.loading import read_file
from coupdsl.language.operators import OPERATORS
from coupdsl.language.words import KEYWORDS, RESERVED

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = ROOT / "interpreter" / "coupdsl" / "language" / "grammar.lark"
MECHANICS = ROOT / "contracts" / "mechanics"
SECTIONS = ("declarations", "statements", "expressions")
VALUES = {"expr", "setop", "sum", "ofx", "prim", "product", "cmp", "key"}


def words() -> dict[str, Any]:
    """What reference.yaml says."""
    loaded: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "reference.yaml").read_text("utf-8"))
    return loaded


def parts() -> dict[str, dict[str, str]]:
    """The rules of the grammar by section and name, each in one line; `declarations` has the types too."""
    found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    section, name = "", ""
    for line in GRAMMAR.read_text("utf-8").splitlines():
        heading = re.match(r"// ---- (\w+)", line)
        rule = re.match(r"\??([a-z_]+): +(.*)", line)
        if heading is not None:
            section = heading[1]
        elif rule is not None and section:
            name = rule[1]
            found[section][name] = rule[2]
        elif line.startswith(" ") and name:
            found[section][name] += " " + line.strip()
    return found


def tokens() -> dict[str, str]:
    """The words and signs that the grammar gives a name to."""
    return dict(re.findall(r'^([A-Z]+): "(\w+)"$', GRAMMAR.read_text("utf-8"), re.MULTILINE))


def readable(body: str) -> str:
    """A rule of the grammar without what only the parser needs."""
    body = re.sub(r" -> \w+", "", body)
    body = re.sub(r"_NL\? ", "", body)
    body = re.sub(r"\(([^()]+) \(_NL (?:\1|\([^()]*\))\)\*\)\?", r"\1 …", body)
    body = re.sub(r"(\([^()]+\)|[\w.]+) \(_NL \1\)\*", r"\1 …", body)
    body = re.sub(r'(\([^()]+\)|\w+(?: \w+| \[\w+\])?) \("," \1\)\*', r'\1 "," …', body)
    body = re.sub(r'(\w+) \("\|" \1\)[*+]', r'\1 "|" …', body)
    for token, word in tokens().items():
        body = re.sub(rf"\b{token}\b", f'"{word}"', body)
    return body.strip()


def form(body: str) -> str:
    """How a declaration or statement is written: words as they are, what is filled in in capitals."""
    body = readable(body).replace("body", '"{" … "}"')
    body = re.sub(r'\("," (?:\w+ ?)+\)\*|\(\w+ \("," \w+\)\*\)', '"," …', body)
    pieces = re.split(r'("[^"]*")', body)
    said = [piece[1:-1] if piece.startswith('"') else _filled(piece) for piece in pieces]
    return re.sub(r" +", " ", "".join(said)).replace(" ,", ",").replace("( ", "(").replace(" )", ")").strip()


def _filled(text: str) -> str:
    def name(match: re.Match[str]) -> str:
        word = match[0]
        if word in VALUES:
            return "VALUE"
        return {"or_": "CONDITION", "INT": "NUMBER", "KEY": "OPTION", "STRING": "TEXT"}.get(
            word, word.upper().strip("_")
        )

    return re.sub(r"\w+", name, text)


def statement(name: str, entry: dict[str, Any], under: list[str], every: dict[str, str]) -> str:
    """What is said of a declaration or statement, with the parts of the grammar `under` it."""
    lines = [f"### {name.rstrip('_').replace('_stmt', '').replace('_', ' ')}", "", entry["says"], ""]
    lines += [
        "```text",
        form(every[name]),
        *(f"{one.upper().strip('_')}: {form(every[one])}" for one in under),
        "```",
        "",
    ]
    if "fails" in entry:
        lines += [f"It fails ([E601](errors/E601.md)) where {entry['fails']}.", ""]
    if "top" in entry:
        lines += ["```coup lines top", entry["top"].strip(), "```", ""]
    elif "lines" in entry:
        lines += ["```coup lines", *(f"  {line}".rstrip() for line in entry["lines"].strip().splitlines()), "```", ""]
    return "\n".join(lines)


def of_section(section: str) -> str:
    """The declarations or statements, each with the parts that only it has."""
    said = words()[section]
    every = {name: body for rules in parts().values() for name, body in rules.items()}
    own = {name: entry for name, entry in said.items() if "of" not in entry}
    return "\n".join(
        statement(name, entry, [part for part, one in said.items() if one.get("of") == name], every)
        for name, entry in own.items()
    )


def operators() -> str:
    fails = words()["fails"]
    rows = ["| example | takes → gives | what it is | it fails where |", "|---|---|---|---|"]
    for one in OPERATORS.values():
        if one.example:
            when = fails[one.name]["when"] if one.name in fails else ""
            rows.append(f"| `{one.example}` | {one.types} | {one.line} | {when} |")
    return "\n".join(rows)


def sets() -> str:
    said = words()
    rows = ["| example | what it is |", "|---|---|"]
    for name, entry in said["sets"].items():
        example = said["written"][name] or "highest of melds within first(7) of h by total(members)"
        rows.append(f"| `{example}` | {entry['says']} |")
    return "\n".join(rows)


def mechanic(path: Path) -> str:
    """What a mechanic needs, what a game may replace, and what it keeps; from its file."""
    file, _ = read_file(path)
    (node,) = [line for line in file.lines if isinstance(line, tree.Mechanic)]
    text = path.read_text("utf-8")
    head = " ".join(line.lstrip("# ") for line in text.partition("\nedition")[0].splitlines())

    def written(kind: type[tree.Node]) -> list[str]:
        heads = (line.span.text.split("\n")[0] for line in node.body.lines if isinstance(line, kind))
        return [re.sub(r"\s+(@|#).*| [{=].*", "", head) for head in heads]

    listed = [
        ("It needs", [one.removeprefix("needs ") for one in written(tree.Need)]),
        ("Options", [one.removeprefix("option ") for one in written(tree.Option)]),
        ("Rules and orders", [one.removeprefix("rule ") for one in (*written(tree.Rule), *written(tree.Order))]),
        ("States and zones", [re.sub(r":.*", "", one) for one in (*written(tree.State), *written(tree.Zone))]),
    ]
    lines = [f"### {path.stem}", "", head, "", words()["mechanics"][path.stem], ""]
    lines += [f"- {what}: {', '.join(f'`{one}`' for one in those)}" for what, those in listed if those]
    return "\n".join(lines) + "\n"


def mechanics() -> str:
    return "\n".join(mechanic(path) for path in sorted(MECHANICS.glob("*.coup")))


def wrapped(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))


def reference() -> str:
    """The page docs/reference.md."""
    template = (Path(__file__).parent / "reference.template.md").read_text("utf-8")
    binding = "\n".join(f"{number}. {said}" for number, said in enumerate(words()["binding"].values(), 1))
    filled = {
        "declarations": of_section("declarations").strip(),
        "statements": of_section("statements").strip(),
        "operators": operators(),
        "sets": sets(),
        "binding": binding,
        "keywords": wrapped(list(KEYWORDS)),
        "reserved": wrapped(list(RESERVED - KEYWORDS)),
        "mechanics": mechanics().strip(),
    }
    return re.sub(r"@(\w+)@", lambda place: filled[place[1]], template)


def grammar() -> str:
    """The page docs/grammar.md."""
    said = {**words()["declarations"], **words()["statements"]}
    blocks = []
    for section, rules in parts().items():
        lines = []
        for name, body in rules.items():
            note = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", said.get(name, {}).get("says", ""))
            lines += [f"# {note}"] if note else []
            lines += fill(f"{name}: {readable(body)}", 118, subsequent_indent="      ").splitlines()
        blocks.append(f"## {section.capitalize()}\n\n```text\n" + "\n".join(lines) + "\n```\n")
    template = (Path(__file__).parent / "grammar.template.md").read_text("utf-8")
    return template + "\n" + "\n".join(blocks)


PAGES = {"reference.md": reference, "grammar.md": grammar}

if __name__ == "__main__":
    for page, make in PAGES.items():
        (ROOT / "docs" / page).write_text(make(), "utf-8")
