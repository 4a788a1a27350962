"""What a test can expect: each a function that looks at a game in play and raises where it is otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from coupdsl.code.errors import IllegalMove
from coupdsl.code.moves import Move
from coupdsl.engine.events import Event
from coupdsl.language.source import Span
from coupdsl.rulesets.yaml_text import Items, Mapping, Node
from coupdsl.testing.naming import Stated, refuse
from coupdsl.testing.rule_tests import items, text, words

if TYPE_CHECKING:
    from coupdsl.testing.trials import Trial

Check = Callable[["Trial", Node], None]
Also = tuple[tuple[Span, str], ...]


def same(
    trial: Trial, span: Span, what: str, found: object, wanted: object, also: Also = (), *, are: str = "is"
) -> None:
    if found != wanted:
        raise trial.unmet(span, f"{what} should be {wanted}, but {are} {found}", *also)


# ---- who is to decide, and what
def actor(trial: Trial, node: Node) -> None:
    trial.expect_actor(node, text(node))


def decision(trial: Trial, node: Node) -> None:
    same(trial, node.span, "the decision", trial.state.decision or "none", text(node), trial.asked_here())


def legal(trial: Trial, node: Node) -> None:
    wanted, found = _moves(trial, node), set(trial.state.legal_moves())
    missing, more = wanted - found, found - wanted
    if missing or more:
        parts = [f"missing: {_list(missing)}" if missing else "", f"legal, too: {_list(more)}" if more else ""]
        message = "other moves are legal; " + "; ".join(part for part in parts if part)
        raise trial.unmet(node.span, message, *trial.asked_here())


def possible(trial: Trial, node: Node) -> None:
    missing = _moves(trial, node) - set(trial.state.legal_moves())
    if missing:
        raise trial.unmet(node.span, f"should be legal, but is not: {_list(missing)}", *trial.asked_here())


def illegal(trial: Trial, node: Node) -> None:
    if isinstance(node, Mapping):
        for entry in node.entries:
            for move in _read(trial, entry.key, node):
                _refused(trial, move, entry.key_span, text(entry.value), entry.value.span)
        return
    for item in items(node):
        for move in _read(trial, text(item), item):
            _refused(trial, move, item.span, "", item.span)


def _refused(trial: Trial, move: Move, span: Span, reason: str, reason_span: Span) -> None:
    if move in trial.state.legal_moves():
        raise trial.unmet(span, f"`{move}` should be illegal, but is legal", *trial.asked_here())
    try:
        trial.state.copy().apply(move, trial.state.actor)
    except IllegalMove as error:
        said = trial.naming.refusal(error)
        if reason not in said and reason not in str(error):
            raise trial.unmet(reason_span, f"the reason is another: {said}", *trial.asked_here()) from None


def offers(trial: Trial, node: Node) -> None:
    found = Counter(move.word for move in trial.state.legal_moves())
    for word, span, number in _each(node):
        same(trial, span, f"the number of moves `{word}`", found[word], number.plain(), trial.asked_here())


def _moves(trial: Trial, node: Node) -> set[Move]:
    return {move for item in items(node) for move in _read(trial, text(item), item)}


def _read(trial: Trial, written: str, node: Node) -> list[Move]:
    parted = [part.strip() for part in re.split("[|,;]", written)]
    if len(parted) > 1:
        moves = ", ".join(_each_with_word(trial, filter(None, parted)))
        refuse(node.span, "several moves are a list", f"each stands by itself: write `[{moves}]`")
    tokens, found = written.split(), []
    word: str | None = None
    while tokens:
        move, length = trial.read(tokens, word, node)
        found.append(move)
        word = move.word
        del tokens[:length]
    return found


def _each_with_word(trial: Trial, parts: Iterable[str]) -> Iterator[str]:
    """Moves of which the later ones may leave out the word."""
    words, word = {move.word for move in trial.rules.moves}, ""
    for part in parts:
        first = part.split()[0]
        yield part if first in words else f"{word} {part}".strip()
        word = first if first in words else word


def _list(moves: set[Move]) -> str:
    return ", ".join(map(str, sorted(moves, key=lambda move: move.id)))


def _each(node: Node) -> list[tuple[str, Span, Node]]:
    return [(e.key, e.value.span, e.value) for e in node.entries] if isinstance(node, Mapping) else []


# ---- money
def paid(trial: Trial, node: Node) -> None:
    """Exactly these payments since the last look; a reason that is not said may be any."""
    found, trial.paid = trial.paid, []
    lines = [_payment(trial, event) for event in found]
    wanted = [" ".join(text(item).split()) for item in items(node)] if text(node) or isinstance(node, Items) else []
    for at in range(max(len(lines), len(wanted))):
        line = lines[at] if at < len(lines) else None
        asked = wanted[at] if at < len(wanted) else None
        if line is None or asked is None or (line != asked and line.rpartition(" ")[0] != asked):
            span = items(node)[at].span if asked is not None else node.span
            message = f"paid should be {_or_nothing(asked)}, but is {_or_nothing(line)}"
            raise trial.unmet(
                span, f"{message} (all: {', '.join(lines) or 'none'})", *_places(trial, found[at : at + 1])
            )


def _or_nothing(line: str | None) -> str:
    return "nothing more" if line is None else f"`{line}`"


def _payment(trial: Trial, event: Event) -> str:
    payer, payee, amount, reason = event.data
    reasons = trial.rules.program.reasons
    line = f"{trial.naming.party(payer)} -> {trial.naming.party(payee)} {amount}"
    return f"{line} {reasons[reason]}" if reason >= 0 else line


def _places(trial: Trial, events: list[Event]) -> Also:
    """Where the rules say so."""
    sites = trial.rules.code.sites
    found: list[tuple[Span, str]] = []
    for event in events:
        for number in event.chain[:2]:
            cited = ", ".join(map(str, sites[number].citations))
            found.append((sites[number].span, f"paid here{f' [{cited}]' if cited else ''}"))
    return tuple(found[:2])


def accounts(trial: Trial, node: Node) -> None:
    for one in trial.naming.stated(node, trial.naming.accounts):
        number = trial.naming.accounts[one.name]
        found = trial.state.balances[number] if number not in trial.naming.layout.uncounted else "none"
        same(trial, one.value.span, f"`{one.name}`", found, one.value.plain())


def gains(trial: Trial, node: Node) -> None:
    """What every account gained or lost since the situation was given; those not named neither."""
    parties = {trial.naming.party(account): account for account in range(len(trial.state.balances))}
    wanted = {name: (number.plain(), span) for name, span, number in _each(node)}
    for name, (_, span) in wanted.items():
        if name not in parties:
            refuse(span, f"there is no account `{name}`")
    found = {name: trial.state.balances[n] - trial.balances[n] for name, n in parties.items()}
    for name, gained in found.items():
        amount, span = wanted.get(name, (0, node.span))
        all_ = ", ".join(f"{other} {number}" for other, number in found.items() if number)
        same(trial, span, f"the gain of {name}", gained, amount, ((node.span, f"all: {all_ or 'none'}"),))


# ---- what lies where
def states(trial: Trial, node: Node) -> None:
    naming = trial.naming
    for one in naming.stated(node, naming.states):
        declared, slot = naming.states[one.name]
        found = naming.shown(trial.state.memory[slot], declared.type)
        wanted = naming.shown(naming.value(one.value, declared.type), declared.type)
        same(trial, one.value.span, f"`{one.name}`", found, wanted, ((declared.span, "declared here"),))


def zones(trial: Trial, node: Node) -> None:
    """Exactly these pieces, or so many."""
    for one in trial.naming.stated(node, trial.naming.zones):
        found = _pieces(trial, one)
        number = one.value.plain()
        if isinstance(number, int) and one.name and text(one.value) not in trial.naming.layout.face_of:
            same(trial, one.value.span, f"the number of pieces in `{one.name}`", len(found), number)
        else:
            wanted = trial.naming.pieces(one.value)
            row = trial.naming.layout.is_row[trial.naming.zones[one.name]]
            same(trial, one.value.span, f"`{one.name}`", _shown(found, row), _shown(wanted, row))


def contains(trial: Trial, node: Node) -> None:
    """These pieces among others."""
    for one in trial.naming.stated(node, trial.naming.zones):
        found = _pieces(trial, one)
        missing = Counter(trial.naming.pieces(one.value)) - Counter(found)
        if missing:
            message = f"`{one.name}` should hold {_shown(list(missing), False)}, but holds {_shown(found, False)}"
            raise trial.unmet(one.value.span, message)


def _pieces(trial: Trial, one: Stated) -> list[str]:
    from coupdsl.testing.situations import inside

    zone = trial.naming.zones[one.name]
    return [trial.naming.layout.face_of[piece] for piece in inside(trial.state, zone)]


def _shown(faces: list[str], row: bool) -> str:
    return " ".join(faces if row else sorted(faces)) or "nothing"


# ---- who knows what
def _each_seat(node: Node) -> Iterator[tuple[str, Span, Node]]:
    """As `_each`, for every seat that a key names."""
    for names, span, value in _each(node):
        for name in names.split():
            yield name, span, value


def seen(trial: Trial, node: Node) -> None:
    """What a seat sees in zones, `?` for each piece it does not know; a row in its order."""
    for name, _, zones_seen in _each_seat(node):
        viewer = trial.naming.viewer(name, node.span)
        shown = dict(zip(trial.naming.zones, trial.state.view(viewer)["zones"], strict=True))
        for one in trial.naming.stated(zones_seen, trial.naming.zones):
            zone = shown[one.name]
            found, wanted = _as_seen(zone), words(one.value)
            what = f"`{one.name}`, as {name} sees it,"
            same(trial, one.value.span, what, _shown(found, zone["row"]), _shown(wanted, zone["row"]))


def _as_seen(zone: dict[str, Any]) -> list[str]:
    """The pieces of a zone of a view; those of a row from the front, where some may lie in no order."""
    found = ["?" if face is None else face for face in zone["pieces"]]
    gap = zone.get("gap", {"at": len(found), "pieces": zone["unseen"] - found.count("?")})
    return [*found[: gap["at"]], *["?"] * gap["pieces"], *found[gap["at"] :]]


def _known(trial: Trial, name: str, node: Node) -> set[str]:
    view = trial.state.view(trial.naming.viewer(name, node.span))
    return {face for zone in view["zones"] for face in zone["pieces"] if face is not None}


def knows(trial: Trial, node: Node) -> None:
    for name, span, faces in _each_seat(node):
        missing = [face for face in trial.naming.pieces(faces) if face not in _known(trial, name, node)]
        if missing:
            raise trial.unmet(span, f"{name} should know where {' '.join(missing)} lies, and does not")


def unknown(trial: Trial, node: Node) -> None:
    for name, span, faces in _each_seat(node):
        known = [face for face in trial.naming.pieces(faces) if face in _known(trial, name, node)]
        if known:
            raise trial.unmet(span, f"{name} should not know where {' '.join(known)} lies, and does")


def told(trial: Trial, node: Node) -> None:
    """The kinds of events that the last move sent to a seat."""
    for name, span, kinds in _each_seat(node):
        viewer = trial.naming.viewer(name, node.span)
        events = [event.seen_by(trial.rules.code, viewer) for event in trial.events]
        found = " ".join(event["event"] for event in events if event is not None)
        same(trial, span, f"what {name} is told", found or "nothing", " ".join(words(kinds)) or "nothing")


# ---- the end
def over(trial: Trial, node: Node) -> None:
    if trial.state.is_over is not node.plain():
        raise trial.unmet(node.span, f"the game is {'' if trial.state.is_over else 'not '}over")


def scores(trial: Trial, node: Node) -> None:
    found = _result(trial, node).scores
    if isinstance(node, Items):
        same(trial, node.span, "the scores", list(found), node.plain(), are="are")
        return
    for name, span, number in _each_seat(node):
        same(trial, span, f"the score of {name}", found[trial.naming.seat_of(name, span)], number.plain())


def winners(trial: Trial, node: Node) -> None:
    won = _result(trial, node).winners
    found = " ".join(trial.naming.seats[seat] for seat in won) or "none"
    same(trial, node.span, "the winners", found, " ".join(words(node)) or "none", are="are")


def _result(trial: Trial, node: Node) -> Any:
    result = trial.state.result()
    if result is None:
        raise trial.unmet(node.span, "the game is not over", *trial.asked_here())
    return result


CHECKS: dict[str, Check] = {
    "actor": actor, "decision": decision, "legal": legal, "possible": possible, "illegal": illegal, "offers": offers,
    "paid": paid, "accounts": accounts, "gains": gains, "states": states, "zones": zones, "contains": contains,
    "seen": seen, "knows": knows, "unknown": unknown, "told": told, "over": over, "scores": scores,
    "winners": winners,
}  # fmt: skip
