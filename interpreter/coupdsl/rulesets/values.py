"""Values of options and fields as people write them: in YAML, on the command line, in a call."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from numbers import Integral
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.accents import unaccented, with_hyphens
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.foreign_words import ANSWERS
from coupdsl.language.likeness import slipped
from coupdsl.language.source import Span
from coupdsl.language.types import RATIO
from coupdsl.language.written_numbers import number_at

if TYPE_CHECKING:
    from coupdsl.rulesets.variant import Stated

NO_ENTRIES = frozenset(["none", "no", "nothing", "false", "aucun", "rien"])  # said of a set of entries
JOINING = ("and", "or", "plus", "et", "ou")  # stand between the names of a list
ALL = ("all", "everything", "tous", "toutes")
MOST_LISTED = 8  # names that help writes out
_ZERO_FIRST = re.compile(r"(?<![\w.])0[0-9]{1,18}\b")
Texts = Mapping[str, Mapping[str, tuple[str, Any]]]
NO_TEXTS: Texts = MappingProxyType({})


def option_value(option: p.Option, given: Any, program: p.Program) -> tuple[object, str | None]:
    """The reading that `given` names, or a message saying that it is none."""
    value = _plain(option, given)
    if isinstance(value, tuple) and option.open is not None and option.open.of is not None:
        kind = program.kinds.get(option.open.of.name)
        names = {entry.path for entry in kind.entries} if kind is not None else set()
        unknown = [item for item in value if not isinstance(item, str) or item not in names]
        if unknown:
            return None, f"there is no {option.open.of} `{unknown[0]}`"
    if option.allows(value):
        return value, None
    if given == "":
        return None, f"`{option.key}` has no value"
    return None, f"`{shown(given)}` is not a reading of `{option.key}`"


def meant_entry(said: str, kind: p.Kind, texts: Texts = NO_TEXTS) -> str | None:
    """What helps where there is no such entry: the one that people call so in some language, or whose name is near."""
    entries = {entry.path: entry for entry in kind.entries}
    path = called_so(said, entries, texts)
    return f"did you mean `{path}`?" if path is not None else suggest(said, entries)


def called_so(said: str, entries: Mapping[str, p.Entry], texts: Texts) -> str | None:
    """The one of `entries`, by what rules call them, that people call so in some language, or whose name begins so."""
    word = with_hyphens(said)
    names = [(written, with_hyphens(name)) for written, entry in entries.items() for name in _names(entry, texts)]
    alike = {written for written, name in names if name == word}
    found = alike or {written for written, name in names if len(word) > 2 and name.startswith(f"{word}-")}
    return found.pop() if len(found) == 1 and found.isdisjoint({said}) else None


def _names(entry: p.Entry, texts: Texts) -> Iterator[str]:
    """What an entry is called, in every language."""
    yield from entry.texts.get("name", {}).values()
    for path in (f"terms.{entry.kind.name}.{entry.name}", f"terms.{entry.name}", f"names.{entry.name}"):
        yield from (words[path][0] for words in texts.values() if path in words)


def meant_option(key: str, options: Collection[str]) -> str | None:
    """What helps where there is no option `key`: those that begin so, the nearest, or all with its first word."""
    longer = sorted(option for option in options if option.startswith(f"{key}_"))
    if len(longer) > 1:
        return "possible here: " + ", ".join(f"`{option}`" for option in longer)
    begins = {option.partition(".")[0] for option in options}
    head = key.partition(".")[0]
    begun = head if head in begins else slipped(head, begins)
    return suggest(key, options) or suggest(key, [one for one in options if one.partition(".")[0] == begun])


def _meant_reading(option: p.Option, said: str, texts: Texts) -> str | None:
    """The reading that people call so in some language, or the only one that several words are said of."""
    begin, said = f"options.{option.key}.readings.", unaccented(said)
    texts_of = (told.items() for told in texts.values())
    called = [
        (path.removeprefix(begin), unaccented(text))
        for of in texts_of
        for path, (text, _) in of
        if path.startswith(begin)
    ]
    alike = {reading for reading, text in called if text == said}
    found = alike or {reading for reading, text in called if " " in said and said in text}
    return found.pop() if len(found) == 1 else None


def _listed(said: str, names: Collection[str]) -> list[str]:
    """Those of the names that a text lists in some way; none where it says anything else."""
    listed = [word for word in re.findall(r"\w+", said) if word not in JOINING]
    return listed if {*listed} <= {*names} else []


def option_help(option: p.Option, given: Any, program: p.Program, texts: Texts = NO_TEXTS) -> str | None:
    """What may have been meant by a value that is no reading; `texts` say what readings are called."""
    if option.open is not None and option.open.of is not None:
        kind = program.kinds.get(option.open.of.name)
        names = [entry.path for entry in kind.entries] if kind is not None else []
        if isinstance(given, list | tuple):
            unknown = str(next((item for item in given if item not in names), None))
            if len(listed := _listed(unknown, names)) > 1:
                return f"put a `,` between them: `{', '.join(listed)}`"
            return meant_entry(unknown, kind, texts) if kind is not None else suggest(unknown, names)
        if listed := _listed(str(given), names):
            return f"write a list: `[{', '.join(listed)}]`"
        if str(given).lower() in ALL and len(names) <= MOST_LISTED:
            return f"write a list: `[{', '.join(names)}]`"
        if str(given).lower() in NO_ENTRIES:
            return "for none of them write `[]`"
    if option.low is not None and option.high is not None:
        words = "".join(f", or `{word}`" for word in option.words)
        numbers = f"multiples of {option.step}" if option.step > 1 else "whole numbers"
        return f"possible here: {numbers} from {option.low} to {option.high}{words}"
    if option.open == RATIO:
        part = _part(str(given))
        return f"write `{part}`" if part is not None else "possible here: a ratio from 0 to 1, such as `1/2`"
    if option.type.name == "flag" and (meant := ANSWERS.get(str(given).lower())) is not None:
        return f"did you mean `{meant}`?"
    if (reading := _meant_reading(option, str(given), texts)) is not None:
        return f"did you mean `{reading}`?"
    value = _plain(option, given)
    if isinstance(value, tuple) and value and all(type(one) is int for one in value):
        return _other_numbers(option, value, program)
    named = {*re.findall(r"[^\W_]+", str(given))} & {*option.words}
    if len(named) == 1:
        return f"did you mean `{named.pop()}`?"
    return suggest(str(given), option.readings())


def _other_numbers(option: p.Option, given: tuple[object, ...], program: p.Program) -> str:
    """What helps where a list of numbers is no reading: of those near it none is meant rather than another."""
    listed = "possible here: " + ", ".join(f"`{reading}`" for reading in option.readings())
    if isinstance(program.seats, pe.GetOption) and program.seats.option is option:
        return f"{listed}; for other numbers of seats, write `replace seats {shown(given)}` in a file of rules"
    return listed


def _part(text: str) -> Fraction | None:
    """The part of a whole that is written as 20%, 0.2, 0,2 or in a word."""
    words = {"half": Fraction(1, 2), "a half": Fraction(1, 2), "a third": Fraction(1, 3), "a quarter": Fraction(1, 4)}
    found = re.fullmatch(r"(\d{1,3}(?:[.,]\d{1,6})?) ?(%?)", text)
    part = words.get(text) if found is None else Fraction(found[1].replace(",", ".")) / (100 if found[2] else 1)
    return part if part is not None and 0 <= part <= 1 else None


def _plain(option: p.Option, given: Any) -> object:
    if isinstance(given, set | frozenset):
        given = sorted(given, key=str)
    if isinstance(given, list | tuple):
        return tuple(_plain(option, item) for item in given)
    if isinstance(given, bool) or not isinstance(given, str | Integral):
        return given
    if isinstance(given, Integral):  # also one of another library
        return int(given)
    text = given.strip()
    if text in ("true", "false") and option.type.name == "flag":
        return text == "true"
    if text == "none":
        return None
    if re.fullmatch(r"[0-9]{1,18}/[0-9]{1,18}", text) and int(text.split("/")[1]):
        return Fraction(text)
    if re.fullmatch(r"[0-9]{1,18}", text):
        return int(text)
    if re.fullmatch(r"\[.*\]", text):
        return tuple(_plain(option, item.strip()) for item in text[1:-1].split(",") if item.strip())
    return text


def shown(given: Any) -> str:
    """A reading as people write it."""
    if given is None or isinstance(given, bool):
        return "none" if given is None else str(given).lower()
    return "[" + ", ".join(map(str, given)) + "]" if isinstance(given, list | tuple) else str(given)


def field_text(stated: Stated) -> Span:
    """Where the text of a field's value stands in its YAML file, without quotes."""
    span = stated.span
    quoted = len(span.text) > 1 and span.text[0] in "'\""
    return Span(span.source, span.start + 1, span.end - 1) if quoted else span


def zero_first(stated: Stated) -> Diagnostic | None:
    """What is said of a number in a field's value, such as in a date, that is refused where it stands alone."""
    span = stated.span
    number = _ZERO_FIRST.search(span.text) if span == field_text(stated) else None
    if number is None:
        return None
    whole = number_at(span.text, number.start())
    if whole is not None and whole[0] < number.start():  # the end of `1 000`, of which more is said elsewhere
        return None
    place = Span(span.source, span.start + number.start(), span.start + number.end())
    return Diagnostic(codes.YAML_UNSUPPORTED, place, f"`{number[0]}` begins with a zero", f"write {int(number[0])}")
