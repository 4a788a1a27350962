"""What the documents need to know of the grammar: its rules, the words in them, its levels, and how people read it."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from functools import cache

from coupdsl.language.grammar import GRAMMAR

_HEAD = re.compile(r"\??(\w+)(?:\.\d+)?:\s*(.*)")
_WORD = re.compile(r'"([a-z]+)"')
_PART = re.compile(r"\b_?[a-z]\w*\b")
_TERMINAL = re.compile(r"\b[A-Z]{2,}\b")
_SAME_AGAIN = re.compile(r'(\w+|\([^()]*\)) \((_NL|"[^"]*"|\([^()]*\)) \1\)([*+])')
_OPTIONAL = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)\?")
_ONCE_OR_MORE = re.compile(r"\(([^()]*)\)\+")
_ANY_NUMBER = re.compile(r"\(([^()]*)\)\*")


def _split(text: str) -> list[str]:
    """The alternatives of a rule; what stands in brackets or quotes is not taken apart."""
    parts, depth = [""], 0
    for piece in re.findall(r'"[^"]*"|/.*/|.', text):
        depth += (piece in "([") - (piece in ")]") if len(piece) == 1 else 0
        if piece == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


@dataclass(frozen=True)
class Rule:
    """A rule of the grammar or one of its terminals: what it is called, what it is made of, and under which heading."""

    name: str
    text: str
    heading: str

    @property
    def alternatives(self) -> list[str]:
        """What it may be, one after the other, without the names that the tree gives them."""
        parts = _split(self.text)
        return [re.sub(r"\s*->.*", "", part).strip() for part in parts]

    @property
    def nodes(self) -> list[str]:
        """The names that the tree gives its alternatives; its own where it gives none."""
        return re.findall(r"-> (\w+)", self.text)


@cache
def rules() -> dict[str, Rule]:
    """All rules and terminals of the grammar, in its order."""
    found: dict[str, Rule] = {}
    heading = name = ""
    for line in GRAMMAR.read_text("utf-8").splitlines():
        if line.startswith("//"):
            heading = line.strip("/- ") if line.startswith("// ----") else heading
        elif line[:1].isspace():
            found[name] = Rule(name, f"{found[name].text} {line.strip()}", heading)
        elif head := _HEAD.match(line):
            name = head[1]
            found[name] = Rule(name, head[2], heading)
    return found


def choices(name: str) -> list[str]:
    """The rules that one may be, such as all statements."""
    return [part for one in rules()[name].alternatives for part in _PART.findall(one)]


def expression_nodes() -> set[str]:
    """What the tree calls the sorts of expressions: the names given, and those rules that are no levels."""
    text = GRAMMAR.read_text("utf-8")
    mine = [rule for rule in rules().values() if rule.heading.startswith("expressions") and rule.name.islower()]
    named = {rule.name for rule in mine if not rule.nodes and not re.search(rf"^\?{rule.name}:", text, re.MULTILINE)}
    return named.union(*(rule.nodes for rule in mine)) - {"case_e"}


def words_of(name: str, stop: frozenset[str]) -> set[str]:
    """The words of the language in a rule and in its parts, but for those parts that are rules of their own."""
    found: set[str] = set()
    waiting, seen = [name], set(stop)
    while waiting:
        rule = rules()[waiting.pop()]
        seen.add(rule.name)
        found |= set(_WORD.findall(rule.text))
        bare = re.sub(r'"[^"]*"|->\s*\w+', "", rule.text)
        found |= {word for one in _TERMINAL.findall(bare) for word in _WORD.findall(rules()[one].text)[:1]}
        waiting += [part for part in _PART.findall(bare) if part in rules() and part not in seen]
    return found


def levels() -> list[tuple[str, list[str]]]:
    """The levels of expressions, the loosest first, each with the words and signs that join there."""
    found = []
    for name in ("expr", "setop", "or_", "and_", "not_", "cmp", "sum", "product", "ofx"):
        rule = rules()[name]
        parts = " | ".join(
            rules()[one].text if one in ("ifexpr", "quant", "the", "agg", "rot", "range") else one
            for one in _alternatives(rule)
        )
        shown = [_sign(one) for one in re.findall(r'"([^"]+)"|\b([A-Z]{2,})\b', parts)]
        signs = [sign for part in shown for sign in part if sign not in (":", "(", ")")]
        found.append((name, list(dict.fromkeys(signs))))
    return found


def _alternatives(rule: Rule) -> list[str]:
    return re.split(r"\s+\|\s+", re.sub(r"->\s*\w+", "", rule.text))


def _sign(found: tuple[str, str]) -> list[str]:
    literal, terminal = found
    if literal:
        return [literal]
    text = rules()[terminal].text if terminal in rules() else ""
    return re.findall(r'"([^"]+)"', text)


def readable(rule: Rule, called: dict[str, str]) -> str:
    """A rule as people write grammars: `[ ]` may be left out, `{ }` stands any number of times."""
    if rule.text.startswith("/"):
        return rule.text
    lines = []
    for one in rule.alternatives:
        text = re.sub(r"_NL\? ", "", one + " ").strip()
        text = re.sub(r"\b(or|and|not)_c\b", r"\1_", text)
        previous = ""
        while previous != text:
            previous = text
            text = _SAME_AGAIN.sub(_again, text)
            text = _ONCE_OR_MORE.sub(r"\1 { \1 }", text)
            text = _ANY_NUMBER.sub(r"{ \1 }", _OPTIONAL.sub(r"[ \1 ]", text))
        text = re.sub(r"(?<!\")\[(?! )([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)(?<! )\]", r"[ \1 ]", text)
        text = re.sub(r"(?<!\")\[(?! )([^\[\]]*)(?<! )\]", r"[ \1 ]", text)
        text = re.sub(r'"[^"]*"|\w+', lambda m: _named(m[0], called), text)
        lines.append(text)
    shown = list(dict.fromkeys(lines))
    if all(len(line.split()) == 1 for line in shown):
        return "\n    ".join(textwrap.wrap(" | ".join(shown), 110))
    return "\n    | ".join(shown)


def _again(found: re.Match[str]) -> str:
    """What stands once or more, with something between."""
    one, between = found[1], found[2]
    return f"{one} {between} {one} {{ {between} {one} }}" if found[3] == "+" else f"{one} {{ {between} {one} }}"


def _named(part: str, called: dict[str, str]) -> str:
    if part == "_NL":
        return "newline"
    if part.isupper() and part in rules() and _WORD.search(rules()[part].text):
        return rules()[part].text
    return called.get(part, part)
