"""Files are read whole, and only ordinary ones: a pipe or a device may go on for ever."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

ENDLESS = "a link that leads back to itself"
PIPE = "a pipe"
_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: PIPE, stat.S_IFSOCK: "a socket"}


class TooLarge(Exception):
    """The file is larger than it may be."""


def read_bounded(path: Path, most: int) -> bytes:
    """What stands in the file; raises OSError, or TooLarge beyond `most` bytes."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        folder = stat.S_ISDIR(mode)
        is_ = "it is a folder" if folder else "it is not an ordinary file"
        raise OSError(errno.EISDIR if folder else errno.EINVAL, is_, str(path))
    with os.fdopen(handle, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge
    return data


def hindrance(path: Path) -> str | None:
    """What stands there that cannot be read as a file, such as a pipe; None for a file, and where nothing stands."""
    try:
        mode = path.stat().st_mode
    except ValueError:  # a NUL in the name
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            return ENDLESS
        leads_nowhere = error.errno in (errno.ENOENT, errno.ENOTDIR) and path.is_symlink()
        return f"a link to `{path.readlink()}`, where nothing is" if leads_nowhere else None
    return None if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "a device")
