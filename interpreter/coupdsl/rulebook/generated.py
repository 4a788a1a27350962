"""The chapters of a book for which nobody wrote prose: what the rules say of aim, needs, course and end."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language.types import TEAM
from coupdsl.language.walk import all_statements
from coupdsl.phrases.inline import Code, Link, Phrase, Term
from coupdsl.phrases.phrases import Scope, Unsayable
from coupdsl.rulebook.appendix import Appendix
from coupdsl.rulebook.document import Block, Paragraph, Step, Steps
from coupdsl.rulebook.material import things


class Generated:
    def __init__(self, appendix: Appendix) -> None:
        self.appendix = appendix
        self.book = appendix.book
        self.expressions = appendix.statements.expressions

    def blocks(self, chapter: str) -> Iterator[Block]:
        """What the rules themselves say for a chapter; nothing where they have nothing of the kind."""
        made = {"aim": self._aim, "needed": self._needed, "setup": self._setup, "play": self._play, "end": self._end}
        if chapter in made:
            yield from made[chapter]()

    # ---- the aim, and the end
    def _aim(self) -> Iterator[Block]:
        finish = self._finish()
        if finish is not None:
            for phrase in self._results(finish):
                yield Paragraph(phrase)

    def _finish(self) -> ps.Finish | None:
        """The end that the course of the game itself leads to, or else any that there is."""
        program = self.book.program
        main = program.main.lines if program.main is not None else ()
        found = [line for line in main if isinstance(line, ps.Finish)]
        late = program.limit[1].lines if program.limit is not None else ()
        every = (line for line in all_statements(program) if isinstance(line, ps.Finish) and line not in late)
        return next(iter(found), None) or next(every, None)

    def _results(self, finish: ps.Finish) -> Iterator[Phrase]:
        book = self.book
        counting = [one for one in finish.keys if book.constant(one[1], None) is None]
        if not counting and finish.among is None:
            yield book.say("aim_draw")
        for number, (local, key, low) in enumerate(counting):
            scope = Scope().naming(local, book.say("the_player"))
            try:
                said = self.expressions.value(key, scope)
            except Unsayable:
                said = (self.course,)
            yield book.say("aim_then" if number else "aim_lowest" if low else "aim_highest", said)
        if finish.among is not None:
            try:
                yield book.say("aim_among", self.expressions.value(finish.among, Scope()))
            except Unsayable:
                yield book.say("see", (self.course,))

    def _end(self) -> Iterator[Block]:
        limit = self.book.program.limit
        if limit is not None:
            yield Paragraph(self.book.say("limit_note", str(limit[0])))

    @property
    def course(self) -> Link:
        return Link(*self.appendix.course)

    # ---- what is needed, and where it lies
    def _needed(self) -> Iterator[Block]:
        yield Steps(tuple(Step(text) for text in things(self.book, self.expressions)), numbered=False)

    def _setup(self) -> Iterator[Block]:
        lines = [Step(text) for text in self._places()]
        lines += self._beginning()
        if lines:
            yield Steps(tuple(lines), numbered=False)

    def _places(self) -> Iterator[Phrase]:
        """Where things lie and who sees them, as far as it has a name for people."""
        groups: dict[str, list[Phrase]] = {}
        for zone in self.book.program.zones:
            if zone.shown_as != "nothing" and self.book.labels.get(f"names.{zone.name}") is not None:
                groups.setdefault(zone.per or "", []).append(self._place(zone))
        for per, places in groups.items():
            key = {"seat": "place_each", "": "place_shared"}.get(per, "place_other")
            yield self.book.say(key, self.book.listed(places), self._what(per))

    def _place(self, zone: p.Zone) -> Phrase:
        return self.book.say("seen_by", self.book.term(zone.name), self.book.say(f"seen_{zone.seen_by}"))

    def _what(self, per: str) -> Phrase:
        return self.book.term(per) if per and (per in self.book.program.kinds or per == TEAM.name) else (per,)

    def _beginning(self) -> Iterator[Step]:
        """What the game does before anything is repeated, where sentences say it."""
        main = self.book.program.main
        for line in main.lines if main is not None else ():
            if isinstance(line, ps.Repeat | ps.PlayMechanic | ps.CallRule):
                return
            if isinstance(line, ps.Shuffle | ps.MovePieces | ps.Draw):
                yield from (step for step in self.appendix.statements.line(line, Scope()) if is_plain(step))

    # ---- what is asked
    def _play(self) -> Iterator[Block]:
        asked = [step for choice in self._choices() for step in self._asked(choice)]
        if asked:
            yield Paragraph(self.book.say("asked_in_play"))
            yield Steps(tuple(asked), numbered=False)
        yield Paragraph(self.book.say("course", (self.course,)))

    def _choices(self) -> list[ps.Choose]:
        """The decisions that can come up, each once, in the order of the exact rules."""
        found: dict[str, ps.Choose] = {}
        for choice in self.appendix.statements.asked:
            found.setdefault(choice.name, choice)
        return list(found.values())

    def _asked(self, choice: ps.Choose) -> Iterator[Step]:
        book = self.book
        question = book.labels.get(f"decisions.{choice.name}")
        if question is None or choice.who is None:
            return
        words = [one.word for one in choice.alternatives if one.word]
        said = [(Term(label),) for word in words if (label := book.labels.get(f"moves.{word}")) is not None]
        if len(said) > 1:
            yield Step(book.say("decides_between", question, book.listed(list(said))))
        else:
            yield Step((question,))


def is_plain(step: Step) -> bool:
    """Is there no line of the rule file in it?"""
    return not any(isinstance(part, Code) for part in step.text) and all(map(is_plain, step.steps))
