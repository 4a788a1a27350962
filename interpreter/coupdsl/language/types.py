"""The types of the language, and which value may stand where."""

from __future__ import annotations

from dataclasses import replace

from coupdsl.language.records import by_value


@by_value
class Type:
    """`name` is `seat`, `card`, `amount`, `set`, … or the name of a kind or of a family of pieces.

    `of` is the element of a set, list or test; `words` are the values of a type `word`; `family` marks a type
    whose values are pieces.
    """

    name: str
    of: Type | None = None
    optional: bool = False
    words: tuple[str, ...] = ()
    family: bool = False

    def __str__(self) -> str:
        text = " or ".join(self.words) if self.name == "word" else "number" if self.name == "literal" else self.name
        if self.of is not None:
            text += f" of {self.of}"
        return text + (" or none" if self.optional else "")

    @property
    def written(self) -> str:
        """As rules write it."""
        return str(self).replace(" or ", " | ", max(len(self.words) - 1, 0))

    @property
    def is_collection(self) -> bool:
        return self.name in ("set", "list")

    @property
    def is_face(self) -> bool:
        return self.name == FACE.name

    @property
    def is_numeric(self) -> bool:
        return self.name in ("amount", "number", "literal") and not self.optional

    @property
    def definite(self) -> Type:
        return replace(self, optional=False) if self.optional else self

    @property
    def or_none(self) -> Type:
        return self if self.is_collection or self.name == "any" else replace(self, optional=True)


TEAM = Type("team")  # where seats are in teams
SEAT, PARTY, SUIT, RANK, CELL = Type("seat"), Type("party"), Type("suit"), Type("rank"), Type("cell")
CARD, PIECE = Type("card", family=True), Type("piece", family=True)
AMOUNT, NUMBER, LITERAL = Type("amount"), Type("number"), Type("literal")  # a literal is either
FLAG, RATIO, FRACTION, TEXT, REASON = (
    Type("flag"),
    Type("ratio"),
    Type("fraction"),
    Type("text"),
    Type("reason"),
)
NONE, NOTHING, ANY = Type("none", optional=True), Type("nothing"), Type("any")
COMPARATOR, FACE = Type("order of pieces"), Type("card face")  # a face: all cards written alike
HELD_AS_NUMBERS = ("amount", "number", "literal", "choice")  # a choice has a bit for each thing that is taken
NO_NUMBER = -(1 << 62)  # `none` among numbers, all of which lie above it

SIMPLE = {t.name: t for t in (SEAT, PARTY, SUIT, RANK, CELL, CARD, PIECE, AMOUNT, NUMBER, FLAG, RATIO, TEXT, REASON)}
# What kinds and families of pieces cannot be called.
OF_THE_LANGUAGE = frozenset([*SIMPLE, "set", "list", "test", "word", "literal", "fraction", "any", "nothing", "choice"])


def none_of(kind: Type) -> int:
    """What `none` is among the values of a type."""
    return NO_NUMBER if kind.name in HELD_AS_NUMBERS else -1


def set_of(element: Type) -> Type:
    return Type("set", element.definite)


def list_of(element: Type) -> Type:
    return Type("list", element.definite)


def choice_of(element: Type) -> Type:
    """Some of several things: what is asked about each of all the ways to take some."""
    return Type("choice", element.definite)


def is_element(kind: Type) -> bool:
    """May values of this type stand in a set or a list? There are so many ratios that no set can hold them."""
    return not kind.is_collection and kind.name not in ("ratio", "fraction", "text", "test", "nothing", "choice")


def fits(given: Type, wanted: Type) -> bool:
    """May a value of type `given` stand where `wanted` is asked for?"""
    if ANY in (given, wanted):
        return True
    if given.name == "none":
        return wanted.optional
    if given.optional and not wanted.optional:
        return False
    if given.name == "list" and wanted.name == "set":
        return _element_fits(given, wanted)
    if given.is_collection or wanted.is_collection:
        return given.name == wanted.name and _element_fits(given, wanted)
    if given.is_face:
        return wanted.is_face
    if given.name == "literal":
        return wanted.name in ("amount", "number", "literal", "fraction")
    if given.family and wanted.name == "piece":
        return True
    if wanted.name == "party":
        return given.name in ("seat", "party")
    if wanted.name == "fraction":
        return given.name in ("fraction", "ratio", "amount", "number")
    return given.name == wanted.name and given.words == wanted.words and given.of == wanted.of


def _element_fits(given: Type, wanted: Type) -> bool:
    if given.of is None or wanted.of is None:
        return given.of is wanted.of
    return given.of == ANY or fits(given.of, wanted.of)


def comparable(left: Type, right: Type) -> bool:
    """May two values be compared with `is`?"""
    a, b = left.definite, right.definite
    if "none" in (a.name, b.name):
        return left.optional or right.optional
    if a.family and b.family:
        return fits(a, b) or fits(b, a)
    return fits(a, b) or fits(b, a)


def common(left: Type, right: Type) -> Type | None:
    """The type of a value that is one or the other."""
    if left.name == "none":
        return right.or_none
    if right.name == "none":
        return left.or_none
    optional = left.optional or right.optional
    for a, b in ((left, right), (right, left)):
        if fits(a.definite, b.definite):
            return replace(b, optional=True) if optional else b
    return None


def a(kind: Type) -> str:
    """The type in a sentence."""
    if kind.name == "any":
        return "anything"
    text = str(kind)
    if kind.name in ("none", "nothing", "text", "word"):
        return f"one of {text}" if kind.name == "word" else text
    return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"
