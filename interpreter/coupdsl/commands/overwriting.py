"""No call writes over what it reads, keeps or writes besides, nor over what another one keeps just now."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from coupdsl.language.source import Source

READ, KEPT, RULES = "which is read", "where the game is kept", "which the rules are in"


def refuse_same(path: Path | None, hint: str, other: Path | None, what: str) -> None:
    """Refuses to write to `path`, given by `hint`, where it is the file `other`, which is `what` in this call."""
    if path is not None and other is not None and _same(path, other):
        raise _refused(path, hint, str(other), what)


def refuse_rules(path: Path | None, hint: str, sources: Iterable[Source], ending: str = "") -> None:
    """The same of the files that rules were read from.

    The name that is proposed has this `ending`, or that of `path`.
    """
    from coupdsl.language.places import display_name

    for file in (source.path for source in sources):
        if path is not None and file is not None and _same(path, file):
            raise _refused(path, hint, display_name(file), RULES, ending)


def refuse_other_rules(path: Path | None, hint: str, ending: str) -> None:
    """Refuses to write to a file that is there and called like rules, though this call reads none of it."""
    if path is not None and path.suffix in (".coup", ".yaml", ".yml") and path.exists():
        free = quote(str(_free(path, ending)))
        message = f"`{path}` after `{hint}` is there already, and called like rules; write `{hint} {free}`"
        raise typer.BadParameter(message, param_hint=hint)


def after(option: str) -> str:
    """What a file is in a call that names it after this option."""
    return f"which comes after `{option}`"


def refuse_kept_elsewhere(path: Path) -> None:
    """Leaves with status 1 where another call keeps the file."""
    from coupdsl.commands.keeping import kept_alone
    from coupdsl.play.holding import lock_of

    try:
        locked = lock_of(path).exists()
    except OSError:  # it is no ordinary file, or has too long a name for a lock
        return
    if locked:
        with kept_alone(path):
            pass


def _same(one: Path, other: Path) -> bool:
    """Do both lead to one file, be it there or not? A device is no file."""
    from coupdsl.language.writing import ordinary

    try:
        first, second = ordinary(one), ordinary(other)
        return first == second or (first.exists() and second.exists() and first.samefile(second))
    except OSError:
        return False


def _refused(path: Path, hint: str, other: str, what: str, ending: str = "") -> typer.BadParameter:
    option = hint if hint.startswith("--") else ""
    said = f"`{path}` after `{option}`" if option else f"`{path}`"
    free = f"{option} {quote(str(_free(path, ending)))}".strip()
    return typer.BadParameter(f"{said} is the same file as `{other}`, {what}; write `{free}`", param_hint=hint)


def _free(path: Path, ending: str) -> Path:
    """A name beside it that no file has."""
    names = (path.with_name(f"{path.stem}-{number}{ending or path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists() and not name.is_symlink())
