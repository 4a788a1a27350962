"""What is on the table: players, cards and their orders, other pieces, money and places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from coupdsl.code.errors import RulesError
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.records import by_value
from coupdsl.language.types import NO_NUMBER
from coupdsl.language.walk import all_expressions
from coupdsl.phrases.card_signs import USUAL, is_told_by, signs_of
from coupdsl.phrases.inline import Code, Phrase, Symbol, Term, begun, joined, text_of
from coupdsl.phrases.phrases import Expressions
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Paragraph, Step, Steps, Table
from coupdsl.rulebook.numbers_of_players import by_players, so_many_players


@by_value
class Thing:
    """Something that is needed or settled before play: its path, what it is called, and what is said of it.

    Of what `exact` is equal in two rulesets nothing differs, whatever is said.
    """

    key: str
    name: Phrase
    said: Phrase
    exact: str


def things(book: Book, expressions: Expressions, exact: bool = False) -> Iterator[Phrase]:
    """With `exact` also what only helps the rules to count, and what happens where money is lacking."""
    table, pieces = list(_table(book)), [*_board(book), *_families(book, exact), *_money(book, expressions)]
    said = [*table, *pack(book), *_shapes(book), *pieces, *(_lacking(book) if exact else ())]
    for one in said:
        yield one.said if isinstance(one, Thing) else one


def all_things(book: Book, expressions: Expressions) -> Iterator[Thing]:
    """The same one by one, without the pack."""
    yield from _table(book)
    yield from _shapes(book)
    yield from _board(book)
    yield from _families(book, exact=True)
    yield from _money(book, expressions)
    yield from _lacking(book)


def _table(book: Book) -> Iterator[Thing]:
    """How many play, and who with whom."""
    program = book.program
    yield Thing("players", book.say("the_players"), so_many_players(book), book.rules.meaning_of(program.seats))
    if program.teams > 1:
        teams = str(program.teams)
        yield Thing("teams", book.say("the_teams"), book.say("in_teams", teams), teams)
    allowed = {rules.players for rules in book.tables}
    tables = [split for split in program.tables if set(split) <= allowed]
    if tables:
        said = book.say("tables", ", ".join(f"{sum(split)} = {' + '.join(map(str, split))}" for split in tables))
        yield Thing("tables", book.say("the_tables"), said, str(program.tables))


def _shapes(book: Book) -> Iterator[Thing]:
    for kind in book.program.kinds.values():
        for shape in kind.shapes:
            name = book.term(shape.name)
            said = book.say("shape", book.term(kind.name), name, _shape(book, shape))
            yield Thing(f"{kind.name}.{shape.name}", name, said, book.rules.meaning_of(shape))


def _board(book: Book) -> Iterator[Thing]:
    grid = book.program.grid
    if grid is not None:
        sides = {"columns": len(grid.columns), "rows": len(grid.rows)}
        counts = (book.say(f"{key}_1" if number == 1 else key, str(number)) for key, number in sides.items())
        said = book.say("board", *counts)
        yield Thing("board", book.say("the_board"), said, " ".join(grid.names()))


def _families(book: Book, exact: bool) -> Iterator[Thing]:
    for family in book.program.families:
        if family.count is not None and (exact or family.name not in book.counters):
            for said in _counted(book, family):
                yield Thing(f"pieces.{family.name}", book.term(family.name), said, book.rules.meaning_of(family.count))


def _money(book: Book, expressions: Expressions) -> Iterator[Thing]:
    program = book.program
    if program.unit > 1:
        yield Thing("unit", book.say("the_unit"), book.say("unit", str(program.unit)), str(program.unit))
    for account in program.accounts:
        name, begins = book.term(account.name), account.initial
        if begins is not None and set(book.fixed(begins, None) or []) == {NO_NUMBER}:
            said = book.say("unlimited", name)
        else:
            first = expressions.value(begins, Scope()) if begins is not None else ("0",)
            said = book.say("purse" if account.per_seat else "account", name, first)
        yield Thing(f"accounts.{account.name}", name, said, f"{account.per_seat} {book.rules.meaning_of(begins)}")


def lacking_key(account: p.Account) -> str:
    """The key of what is done where an account has too little."""
    return "lacking" if account.per_seat else f"lacking.{account.name}"


def _lacking(book: Book) -> Iterator[Thing]:
    """What happens where an account has too little for a payment."""
    for account in book.program.accounts:
        rule, exact = account.short, ""
        if rule is not None:
            said, exact = book.say("lacking_rule", book.term(rule.name, rule.owner)), rule.name
        elif account.partial and account.per_seat:
            said = book.say("lacking_partial")
        elif account.partial:
            said = book.say("lacking_there", book.term(account.name))
        else:
            continue
        yield Thing(lacking_key(account), book.say("lacking"), said, exact)


def _counted(book: Book, family: p.Family) -> Iterator[Phrase]:
    assert family.count is not None
    values = book.fixed(family.count, None)
    if values is not None and any(values):
        yield book.say("family", book.term(family.name), by_players(book, [(str(value),) for value in values]))


def pack(book: Book) -> Iterator[Phrase]:
    program = book.program
    if not program.ranks and not program.extras:
        return
    yield book.say("pack", str(book.expressions[0].layout.cards))
    yield from _copies(book)
    there = {face for card in program.standard_cards() for face in card}
    if program.suits:
        suits = joined(_suit(book, face) for face in program.suits if face in there)
        yield book.say("definition", book.words["suits"], suits)
    if program.ranks:
        key = "high_to_low" if _is_ranked(program) else "definition"
        ranks = ", ".join(_with_mark(book, rank) for rank in program.ranks if rank in there)
        yield book.say(key, book.say("ranks"), (ranks,))
    extras = [face for face in program.extras if program.copies_of(face)]
    if extras:
        yield book.say("definition", book.words["extras"], _faces(book, extras))


def _is_ranked(program: p.Program) -> bool:
    """Does some rule ask which rank is higher? Of faces of dice, say, the order may be the other one, or none."""
    return any(shape.order is not None for kind in program.kinds.values() for shape in kind.shapes) or any(
        isinstance(one, pe.Compare)
        or (isinstance(one, pe.Best) and one.value is not None and one.value.type.name == "rank")
        or (isinstance(one, pe.Op) and one.name in _ORDERED and one.arguments[0].type.name == "rank")
        for one in all_expressions(program)
    )


def _copies(book: Book) -> Iterator[Phrase]:
    """How often there are which cards; the usual number is said only where some card has it."""
    program = book.program
    usual = program.copies.get(None, 1)
    unlike = {name: program.copies[name] for name in program.copies if name is not None and _is_unlike(program, name)}
    others = _others(program, unlike)
    if usual > 1 and not unlike:
        yield book.say(f"copies{others}", str(usual))
    for number in sorted(set(unlike.values())):
        named = [name for name, count in unlike.items() if count == number]
        key = {0: "copies_none", 1: "copies_one"}.get(number, "copies_of")
        yield book.say(f"{key}_alone" if number and len(named) == 1 else key, _copied(book, named, unlike), str(number))
    if usual > 1 and unlike and any(rank.name not in unlike for rank in program.ranks):
        yield book.say(f"copies_others{others}", str(usual))


def _others(program: p.Program, unlike: Collection[str]) -> str:
    """Of which cards there is the usual number: of those of a suit, or of a rank, where extra cards are others."""
    usual = program.copies.get(None, 1)
    strange = [extra for extra in program.extras if program.copies_of(extra) != usual]
    if program.suits:
        return "_suited" if strange else ""
    return "_ranked" if any(extra.name not in unlike for extra in strange) else ""


def _is_unlike(program: p.Program, face: str) -> bool:
    """Is there another number of it than of the others: of a rank, an extra card, or a rank in one suit?"""
    rank, of, _ = face.partition(" of ")
    usual = program.copies.get(None, 1)
    return program.copies[face] != (program.copies.get(rank, usual) if of else usual)


def _shape(book: Book, shape: p.Shape) -> Phrase:
    """So many cards, and what they have to do with one another."""
    number = str(shape.low) if shape.low == shape.high else book.words["to"].format(shape.low, shape.high)
    cards = book.say(f"one_{shape.alike}" if shape.alike is not None else "any_cards", number)
    ranks = book.program.ranks
    if shape.order is None:
        return cards
    if shape.order == tuple(range(len(ranks))):
        return book.say("in_a_row", cards)
    return book.say("in_a_row_of", cards, _faces(book, [ranks[rank] for rank in shape.order]))


def _suit(book: Book, face: p.Face) -> Phrase:
    label = book.label(f"names.{face.name}")
    symbol = signs_of(book.program, book.labels).get(face.name)
    if symbol is not None:
        return (Symbol(symbol, label), " ", label)
    return (label,) if is_told_by(label, face.mark) else (f"{label} ({face.mark})",)


def _with_mark(book: Book, rank: p.Face) -> str:
    """With what stands on the cards for it, where people would not know."""
    label, mark = book.label(f"names.{rank.name}"), book.letter(rank)
    known = not book.program.suits or mark in USUAL.get(rank.name, ()) or is_told_by(label, mark)
    return label if known else f"{label} ({mark})"


def _copied(book: Book, faces: Iterable[str], unlike: Collection[str]) -> str:
    """Ranks and extra cards, or ranks of one suit; of ranks of which those of some suits are others, without these."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for face in faces:
        names = [book.label(f"names.{name}") for name in face.split(" of ")]
        others = tuple(suit.name for suit in book.program.suits if f"{face} of {suit.name}" in unlike)
        groups.setdefault(others, []).append(book.words["face"].format(*names) if len(names) > 1 else names[0])
    return ", ".join(_without(book, ", ".join(named), others) for others, named in groups.items())


def _without(book: Book, named: str, suits: Iterable[str]) -> str:
    others = text_of(book.listed([(book.label(f"names.{suit}"),) for suit in suits]))
    return text_of(book.say("copies_except", named, others)) if others else named


def _faces(book: Book, faces: list[p.Face]) -> Phrase:
    return (", ".join(book.label(f"names.{face.name}") for face in faces),)


_ORDERED = ("lt", "le", "gt", "ge")
_SEEN = {"all": "everybody", "owner": "its_owner", "others": "the_others", "none": "nobody"}
PLACE = ("place", "whose", "content", "seen", "at_first")  # the heads of a row about a place
REMEMBERED = ("what", "whose", "at_first", "anew", "known")  # and of one about what is remembered


def places(book: Book, expressions: Expressions) -> Table:
    zones = book.program.zones
    rows = tuple(place_row(book, expressions, zone) for zone in zones)
    heads = tuple(book.say(key) for key in PLACE)
    return Table("places", book.say("the_places"), heads, rows, tuple(zone.name for zone in zones))


def place_row(book: Book, expressions: Expressions, zone: p.Zone) -> tuple[Phrase, ...]:
    return (
        book.term(zone.name),
        _whose(book, zone.per),
        book.say("row" if zone.row else "set"),
        book.say(_SEEN[zone.seen_by]),
        _lies_there(expressions, zone.initial) if zone.initial is not None else book.say("nothing"),
    )


def remembered(book: Book, expressions: Expressions) -> Table:
    """What the table remembers, fields of pieces too."""
    states = all_remembered(book)
    rows = tuple(remembered_row(book, expressions, state) for state in states)
    heads = tuple(book.say(key) for key in REMEMBERED)
    return Table("remembered", book.say("is_remembered"), heads, rows, tuple(state.name for state in states))


def all_remembered(book: Book) -> list[p.State]:
    """All but what a mechanic is told when it is played."""
    told = [state for mechanic in book.program.mechanics.values() for state in mechanic.parameters]
    return [state for state in book.program.states if state not in told]


def remembered_row(book: Book, expressions: Expressions, state: p.State) -> tuple[Phrase, ...]:
    name = book.term(state.name)
    return (
        name,
        _whose(book, state.per, state.by),
        book.beside(_first_value(book, expressions, state.initial), name) if state.initial else book.say("unset"),
        _anew(book, state),
        book.say(_SEEN[state.seen_by]),
    )


def _lies_there(expressions: Expressions, pieces: p.Expr) -> Phrase:
    """The pieces that lie somewhere at the start, by what they are called together."""
    try:
        return expressions.value(pieces, Scope())
    except Unsayable:
        return (Code(pieces.span.text),)


def _first_value(book: Book, expressions: Expressions, value: p.Expr) -> Phrase:
    try:
        return book.constant(value, None) or expressions.value(value, Scope())
    except Unsayable:
        return (Code(value.span.text),)


def _anew(book: Book, state: p.State) -> Phrase:
    """When it is what it was at the start again."""
    if state.every is not None:
        return book.say("each_time", book.term(state.every))
    playing = next((one for one in book.program.mechanics.values() if state in one.passing), None)
    return book.say("each_play", book.term(playing.name)) if playing is not None else book.say("unset")


def _whose(book: Book, per: str | None, by: str | None = None) -> Phrase:
    if per is None:
        return book.say("shared")
    if by is not None:
        return book.say("one_each_two", _one_of(book, per), _one_of(book, by))
    return book.say(f"each_{per}") if f"each_{per}" in book.words else book.say("one_each", _one_of(book, per))


def _one_of(book: Book, per: str) -> Phrase:
    return book.say(f"a_{per}") if f"a_{per}" in book.words else book.term(per)


# ---- orders
def orders(book: Book, expressions: Expressions) -> Iterator[tuple[p.Rule, Phrase, Block]]:
    """Every order of cards in force: the game's, and those that entries state for themselves."""
    rules = [rule for rule in book.program.rules if rule.form in ("order", "comparator")]
    for rule in rules:
        owners = [None, *(v.entry for v in rule.versions if v.entry is not None and v.entry not in book.rules.removed)]
        for entry in dict.fromkeys(owners):
            version = book.version(rule, entry)
            if version is None or version.value is None or (entry is not None and version.entry is not entry):
                continue
            name = book.term(rule.name, rule.owner)
            title = name if entry is None else book.say("of", name, (Term(book.entry(entry)),))
            yield rule, title, order_block(book, expressions, version.value, entry)


def order_block(book: Book, expressions: Expressions, value: p.Expr, entry: p.Entry | None) -> Steps | Paragraph:
    if isinstance(value, pe.Compare):
        return Steps(tuple(Step(begun(line)) for line in order_lines(book, expressions, value, entry)))
    return Paragraph(order_listed(book, expressions, value, entry))


def order_listed(book: Book, expressions: Expressions, value: p.Expr, entry: p.Entry | None) -> Phrase:
    """All ranks of an order that lists them."""
    try:
        return book.constant(value, entry) or expressions.value(value, Scope(entry))
    except (Unsayable, RulesError):
        return (value.span.text,)


def order_lines(book: Book, expressions: Expressions, value: pe.Compare, entry: p.Entry | None) -> list[Phrase]:
    """The cards of each line that may hold, the strongest first."""
    lines = [line for line in value.lines if book.known(line[0], entry) is not False]
    return [_order_line(book, expressions, line, Scope(entry), len(lines) == 1) for line in lines]


def _which_cards(book: Book, expressions: Expressions, condition: p.Expr, scope: Scope) -> Phrase:
    """The cards for which a condition holds, called by what they are where it says that."""
    parts = condition.arguments if isinstance(condition, pe.Op) and condition.name == "and" else (condition,)
    parts = tuple(part for part in parts if book.known(part, scope.entry) is None)
    called = next((part for part in parts if _says_what(part)), None)
    if called is None:
        return book.say("order_line", expressions.case(condition, scope))
    if isinstance(called, pe.Apply):
        text = book.term(called.rule.name, called.rule.owner)
        expressions.used.setdefault(called.rule)
    else:
        assert isinstance(called, pe.Op)
        of, what = called.arguments
        text = expressions.value(what, scope)
        text = text if isinstance(of, pe.Load) else book.say("cards_of_face", text)
    rest = [expressions.clause(part, scope) for part in parts if part is not called]
    return book.say("order_if", text, joined(rest, f" {book.words['and']} ")) if rest else text


def _says_what(part: p.Expr) -> bool:
    """Does it say what card it is: which one, of what suit or rank, or what a rule calls it?"""
    if isinstance(part, pe.Apply):
        return len(part.arguments) == 1 and isinstance(part.arguments[0], pe.Load)
    if not isinstance(part, pe.Op) or part.name not in ("is", "in"):
        return False
    of = part.arguments[0]
    of_it = isinstance(of, pe.Op) and of.name in ("suit", "rank") and isinstance(of.arguments[0], pe.Load)
    return isinstance(of, pe.Load) or of_it


def _order_line(
    book: Book, expressions: Expressions, line: tuple[p.Expr, p.Expr | None], scope: Scope, alone: bool
) -> Phrase:
    condition, by = line
    if book.known(condition, scope.entry):
        text = book.say("all_cards" if alone else "order_rest")
    else:
        text = _which_cards(book, expressions, condition, scope)
    return text if by is None else book.say("by", text, expressions.value(by, scope))
