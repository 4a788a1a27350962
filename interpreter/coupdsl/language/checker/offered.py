"""What is seen of what a choice offers: by all, or by the chooser, who may be offered what he alone sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.labels import Labels
from coupdsl.language.checker.sights import Sights, seen_by_nobody
from coupdsl.language.checker.ways import Flow
from coupdsl.language.checker.who_knows import Around, Known, Label, sees
from coupdsl.language.walk import all_asked, all_parts, possible_statements


class Offers(Sights):
    """Choices offer what everybody sees, or their chooser; `offers` are the labels of what is offered to him."""

    def __init__(self, context: Context, shuffled: frozenset[p.Zone], told: frozenset[p.Rule]) -> None:
        program = context.program
        shows = [s for s in possible_statements(program) if isinstance(s, ps.Reveal) and not s.hide]
        shown = frozenset(zone for show in shows for zone in zones(show.what))
        super().__init__(context, Labels(program, shuffled, told=told), shown)
        to_all = [show.what for show in shows if show.to is None]
        self.shown_to_all = tuple(zone for what in to_all for zone in zones(what) if zone.seen_by != "all")
        boards = frozenset(zone for zone in shown if zone.per == "cell")
        self.offers = Labels(program, shuffled, trusted=boards, told=told)

    def offered(self, alternative: ps.Alternative, flow: Flow, labelled: Callable[[p.Expr, Around], Known]) -> None:
        """Looks at what a choice offers: from what is picked, and whether it may be chosen."""
        around = flow.around
        for pick in alternative.picks:
            given = labelled(pick.source, around)
            around = around.binding((pick.local, replace(given.chosen(), size=given.label, key=pick.local)))
        if alternative.condition is not None:
            labelled(alternative.condition, around)

    def openly(self, expr: p.Expr, around: Around, flow: Flow) -> Known:
        """The label of `expr`, of which everybody is told what chance chose; a piece of a place tells but itself."""
        found = self.labels.of(expr, around)
        told = found.unseen if isinstance(expr, pe.GetZone) else found.label
        self.public(told, flow.why, expr.span, "what chance chooses openly")
        return found

    def visible(self, expr: p.Expr, around: Around, own: Label, chooser: p.Expr, apart: Label) -> Known:
        """The label of `expr`, which only the chooser may see, himself or as it was shown to him."""
        found = self.offers.of(expr, around.seen_by(own))
        if all(sees(seat, found.label, apart) for seat in own):
            return found
        help_ = self._shown_before(expr, around, chooser)
        told = (help_, ()) if help_ is not None else seen_by_nobody(expr)
        self.leak(expr.span, "the options tell the chooser what he may not see", *told)
        return replace(found, label=own)

    def _shown_before(self, expr: p.Expr, around: Around, chooser: p.Expr) -> str | None:
        """The help that shows the chooser what `expr` asks about, where rules show such places."""
        own = frozenset([self.labels.of(chooser, around).key])
        for one in all_parts(expr):
            if (
                not isinstance(one, pe.GetZone)
                or one.zone not in self.shown
                or self.labels.of(one, around).label <= own
            ):
                continue
            named = [inner.local for inner in all_parts(one) if isinstance(inner, pe.Load)]
            if all(local in around.locals for local in named):
                return f"show it before, when no more pieces move: `show {one.span.words} to {chooser.span.words}`"
        return None


def zones(expr: p.Expr) -> set[p.Zone]:
    """The zones that `expr` asks about, itself or by its rules."""
    return {one.zone for one in all_asked(expr) if isinstance(one, pe.GetZone)}
