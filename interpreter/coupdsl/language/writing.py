"""Files replaced in one step, so that an interruption leaves the old one or the new one, never half of it.

Only ordinary files are replaced: not a device, a pipe or a folder, nor what leads to one.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = 60  # letters of a file's name that its temporary one begins with; names have at most 255


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Makes `parts` the text of the file, and its folder if there is none; a link goes on leading to it, and its
    rights stay as they were."""
    ordinary(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        file.writelines(parts)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """An empty file of our own, which takes the place of `path` once all went well; raises OSError."""
    target = ordinary(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name[:NAME]}.", suffix=".part")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        if target.exists():
            shutil.copymode(target, temporary)
        else:
            temporary.chmod(0o666 & ~_mask())
        temporary.replace(ordinary(path))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def ordinary(path: Path) -> Path:
    """Where the file stands that `path` leads to; raises OSError where that is anything but an ordinary file."""
    try:
        target = path.resolve(strict=False)
        leads_in_circles = target.is_symlink()  # from Python 3.13 on
    except RuntimeError:  # before
        leads_in_circles = True
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    if leads_in_circles:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    if target.is_dir():
        raise OSError(errno.EISDIR, "it is a folder", str(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
    return target


def _mask() -> int:
    """The rights that this user keeps from new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
