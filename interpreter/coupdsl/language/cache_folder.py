"""What was worked out before, kept in files of the user's cache folder: only time depends on it.

Each content stands under a name for all that it was made of, with its hash before it. One that is missing, damaged or
in a folder that others may write to is none, and what cannot be written is not kept.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from coupdsl.language.reading import TooLarge, read_bounded

MOST = 64_000_000  # bytes of all files together; the oldest go
LARGEST = 8_000_000  # of one
BLOCK = 4096  # what the smallest file takes of a disk
SELDOM = 32  # it is looked over each time that so small a part of it was written, on average
_HASH = sha256().digest_size


def folder() -> Path:
    """Where it is kept; it may not be there. Nothing else is. Raises OSError where the user has no such folder."""
    from platformdirs import user_cache_path

    try:
        found = user_cache_path("coupdsl") / "kept"
    except RuntimeError as error:  # a home that nobody has
        raise OSError(errno.ENOENT, str(error)) from None
    if not found.is_absolute():
        raise OSError(errno.ENOENT, "there is no home folder", str(found))
    return found


def name_of(*parts: bytes) -> str:
    """The name for what is made of these."""
    found = sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "little") + part)
    return found.hexdigest()


def fetch(name: str) -> bytes | None:
    """What was kept under a name."""
    with suppress(OSError, RuntimeError, TooLarge):
        where = folder()
        if _own(where):
            written = read_bounded(where / name, LARGEST + _HASH)
            if written[:_HASH] == _hash(name, written[_HASH:]):
                return written[_HASH:]
    return None


def store(name: str, content: bytes) -> None:
    """Keeps `content` under a name, if that can be done."""
    from random import uniform
    from tempfile import mkstemp

    if len(content) > LARGEST:
        return
    with suppress(OSError, RuntimeError):
        where = folder()
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _own(where):
            return
        handle, part = mkstemp(dir=where, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_hash(name, content) + content)
            Path(part).replace(where / name)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
        if uniform(0, MOST) < max(len(content), BLOCK) * SELDOM:
            _make_room()


def _hash(name: str, content: bytes) -> bytes:
    return sha256(name.encode() + content).digest()


def files() -> list[tuple[Path, os.stat_result]]:
    """All that is kept, the oldest first."""
    found = []
    with suppress(OSError, RuntimeError):
        where = folder()
        for path in where.iterdir() if _own(where) else ():
            with suppress(OSError):
                found.append((path, path.lstat()))
    return sorted((one for one in found if stat.S_ISREG(one[1].st_mode)), key=lambda one: one[1].st_mtime)


def clear() -> None:
    """Throws all of it away; raises OSError."""
    for path, _ in files():
        path.unlink(missing_ok=True)


def is_refused() -> bool:
    """Is something there that is not used, since others may write to it?"""
    with suppress(OSError, RuntimeError):
        return not _own(folder())
    return False


def _own(where: Path) -> bool:
    """May nobody else write there?"""
    found = where.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def _make_room() -> None:
    kept = files()
    total = sum(max(status.st_size, BLOCK) for _, status in kept)
    for path, status in kept:
        if total <= MOST:
            return
        with suppress(OSError):
            path.unlink()
            total -= max(status.st_size, BLOCK)
