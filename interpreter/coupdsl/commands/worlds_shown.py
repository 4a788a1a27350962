"""What `coupdsl show RULESET --worlds` tells: what a seat imagines by these rules, and what of it is not exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coupdsl.language.tongues import Count, in_language

DECIDED = ("choices", "chances")  # told by the questions
HIDDEN = ("zones", "states", *DECIDED)
WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "{0}, {1:player|players}: what a seat imagines",
        "nothing": "Everybody sees everything: there is one world.",
        "zones": "Where something may lie hidden: {0}.",
        "states": "What is kept from somebody: {0}.",
        "choices": "Chosen in secret: {0}",
        "chances": "Chosen by chance in secret: {0}",
        "possible":
            "Every world is possible: it is played again from its start, and tells the seat just what it was told.",
        "likely":
            "In the long run each comes as often as it weighs. Those that come one after the other are a little alike.",
        "openly":
            "What others chose openly weighs nothing in that, however well they play. Where hands are small, `hard` "
            "and `expert` weigh it besides: whoever claims something may well hold it.",
        "at_once":
            "Told at once of what may be hidden: {0}. A world must come to the same, and so it can happen that none is "
            "found within the work that may be done; players that think then choose at random, and count it.",
        "alike":
            "Some cards are written alike. They change places one pair at a time, so that worlds take longer to come "
            "by.",
    },
    "fr": {
        "title": "{0}, {1:joueur|joueurs} : ce qu'un joueur imagine",
        "nothing": "Tout le monde voit tout : il n'y a qu'un monde.",
        "zones": "Où quelque chose peut être caché : {0}.",
        "states": "Ce qui est caché à quelqu'un : {0}.",
        "choices": "Choisi en secret : {0}",
        "chances": "Tiré au hasard en secret : {0}",
        "possible":
            "Chaque monde est possible : il est rejoué depuis le début, et dit au joueur exactement ce qui lui a été "
            "dit.",
        "likely":
            "À la longue, chacun revient aussi souvent qu'il est probable. Ceux qui se suivent se ressemblent un peu.",
        "openly":
            "Ce que les autres choisissent ouvertement n'y compte pas, si bien qu'ils jouent. Où les mains sont "
            "petites, `hard` et `expert` en tiennent compte : qui annonce quelque chose l'a peut-être.",
        "at_once":
            "Dit à tous de ce qui peut être caché : {0}. Un monde doit arriver au même résultat ; il se peut donc "
            "qu'aucun ne soit trouvé avec le travail permis : les joueurs qui réfléchissent choisissent alors au "
            "hasard, et le comptent.",
        "alike":
            "Des cartes s'écrivent de la même façon. Elles changent de place deux à deux, et les mondes sont plus "
            "longs à trouver.",
    },
}  # fmt: skip


def worlds_data(ruleset: str, players: int | None, options: dict[str, str], lang: str | None) -> dict[str, Any]:
    """What a seat imagines, in the words of the game; raises Problems."""
    from dataclasses import asdict

    from coupdsl.commands.common import refuse_other_languages
    from coupdsl.engine.load import load
    from coupdsl.play.spoken import Words
    from coupdsl.search.imagined import imagined

    rules = load(ruleset, players, options)
    refuse_other_languages(lang, rules.labels)
    language = lang or rules.locale
    words, found = Words(rules, language, plain=True), asdict(imagined(rules))

    def called(key: str, name: str) -> str:
        return words.label("decisions", name) if key in DECIDED else words.term(name)

    said = {key: [called(key, name) for name in names] for key, names in found.items() if key != "alike"}
    about = {"ruleset": rules.name, "title": words.title(), "players": rules.players, "language": language}
    return {**about, **said, "alike": found["alike"]}


def worlds_told(data: dict[str, Any]) -> Iterator[str]:
    """What a seat imagines and how exactly, in sentences."""
    words = in_language(WORDS, data["language"])
    yield words["title"].format(data["title"], Count(data["players"]))
    yield ""
    if not any(data[key] for key in HIDDEN):
        yield words["nothing"]
        return
    for key in HIDDEN:
        if data[key]:
            yield words[key].format(_asked(data[key]) if key in DECIDED else ", ".join(data[key]))
    yield ""
    yield from (words[key] for key in ("possible", "likely", "openly"))
    if data["told_at_once"]:
        yield words["at_once"].format(", ".join(data["told_at_once"]))
    if data["alike"]:
        yield words["alike"]


def _asked(decisions: list[str]) -> str:
    """Questions one after the other, and with commas and a full stop the names of those that have no text."""
    text = " ".join(one if one.endswith(tuple(".?!")) else f"{one}," for one in decisions)
    return f"{text[:-1]}." if text.endswith(",") else text
