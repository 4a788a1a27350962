"""A table as one seat sees it: plain data, for whatever draws it. It names what is there and never how it looks.

Pieces, cells, seats and whatever else a choice may pick are named by a key, such as `piece:QS` or `seat:2`; a choice
says of which it is made, so that a click on a card finds its moves.
"""

from __future__ import annotations

from msgspec import Struct


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece, or `count` that are alike; one of which the viewer does not know the face has no name."""

    name: str = ""  # as in moves
    label: str = ""  # what people call it
    said: str = ""  # the same, in full words
    rank: str = ""  # what stands on it, where it is of a suit
    sign: str = ""  # of its suit, or its own
    colour: str = ""
    family: str = ""  # of one that is no card of a pack
    kind: str = "card"  # card, coin, die, marker or meeple
    by: int | None = None  # who laid it, of what was just chosen
    notes: tuple[str, ...] = ()  # what its fields tell
    kept: tuple[str, ...] = ()  # what states keep for it
    count: int = 1


class Zone(Struct, frozen=True, omit_defaults=True):
    """A place for pieces: `form` says how they lie there, `place` where on the table it is.

    Of a row of which the viewer knows the ends only, `unseen` lie between; of a stack they lie below the one on top;
    else these lie beside the others.
    """

    key: str
    label: str
    form: str  # fan, row, trick, stack, pile, grid, count or runs
    place: str  # hand, which is the viewer's, seat, middle or aside
    owner: int | None = None
    pieces: tuple[Piece, ...] = ()
    unseen: int = 0
    kind: str = "card"  # of what is not seen
    lines: tuple[tuple[str, tuple[Piece | None, ...]], ...] = ()  # of runs: what each is of, and its cards
    resorted: tuple[int, ...] = ()  # of a fan: its pieces in the other order, by ranks or by suits, by their places
    cleared: tuple[Piece, ...] = ()  # of an empty trick: what lay there last, and lies elsewhere now


class Amount(Struct, frozen=True, omit_defaults=True):
    """Money, a number or another value that everybody around the table keeps in mind."""

    name: str
    label: str
    text: str  # its value in words; empty for what is just so
    number: int | None = None
    kind: str = ""  # what it is drawn as, such as coin
    stated: tuple[str, ...] = ()  # what the rules state of it, such as what something costs


class Seat(Struct, frozen=True, omit_defaults=True):
    number: int
    name: str
    acts: bool = False
    waited_for: bool = False  # asked together with others, and has not answered
    team: str = ""
    tags: tuple[str, ...] = ()  # what this seat is at the moment, such as the dealer
    amounts: tuple[Amount, ...] = ()


class Cell(Struct, frozen=True, omit_defaults=True):
    name: str
    pieces: tuple[Piece, ...] = ()
    unseen: int = 0
    notes: tuple[str, ...] = ()  # what is kept for it
    mark: str = ""  # all of it, in short


class Board(Struct, frozen=True, omit_defaults=True):
    """Rows from the top and columns from the left, as the viewer sits, and what the marks of cells mean."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]
    meanings: dict[str, str] = {}


class Choice(Struct, frozen=True, omit_defaults=True):
    """A move: `parts` are the keys of what it is made of, one group for each part; within a group in no order."""

    move: str
    label: str
    parts: tuple[tuple[str, ...], ...]


class Question(Struct, frozen=True, omit_defaults=True):
    """What is being decided, by whom, and for who is to decide the choices, with what their parts are called.

    `stated` are the amounts that the rules state of a part, such as what it costs and what it gives.
    """

    text: str
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    called: dict[str, str] = {}
    stated: dict[str, str] = {}


class Way(Struct, frozen=True, omit_defaults=True):
    """Pieces that went from one zone to another."""

    start: str
    end: str
    pieces: tuple[str, ...] = ()
    unseen: int = 0


class Step(Struct, frozen=True, omit_defaults=True):
    """What a move came to: the sentences, each with its kind and the rules that it cites, and what moved."""

    sentences: tuple[tuple[str, str, str], ...] = ()
    moved: tuple[Way, ...] = ()
    seat: int | None = None  # who chose


class Result(Struct, frozen=True, omit_defaults=True):
    """The end: seats in their order with what counts, and who has won, none where all are level."""

    text: str
    standing: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]


class Scene(Struct, frozen=True, omit_defaults=True):
    title: str
    language: str
    viewer: int | None
    moves: int  # made so far
    seats: tuple[Seat, ...]
    amounts: tuple[Amount, ...]
    zones: tuple[Zone, ...]
    question: Question
    board: Board | None = None
    result: Result | None = None


__all__ = [
    "Amount",
    "Board",
    "Cell",
    "Choice",
    "Piece",
    "Question",
    "Result",
    "Scene",
    "Seat",
    "Step",
    "Way",
    "Zone",
]
