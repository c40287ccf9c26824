"""Files that commands read and write. Reading is bounded; writing is all or nothing."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tangrules.diagnostics import UsageError

LARGEST = 16_000_000
"""So many bytes are read of a save or a replay."""


def read_text(name: str, what: str) -> str:
    """Return the text of a file; UsageError says what is wrong with it. `what` is as in "a save"."""
    if not name:
        raise UsageError(f"name the file to read as {what}: this is an empty name")
    path = Path(name)
    try:
        if path.is_dir():
            raise UsageError(f"{name} is a folder, not {what}")
        if path.exists() and not path.is_file():
            raise UsageError(f"{name} is no ordinary file, and cannot be read as {what}")
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        raise UsageError(f"there is no file {name}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"cannot read {name}: {_reason(error)}") from None
    if len(data) > LARGEST:
        raise UsageError(f"{name} is too large to be {what}: at most {LARGEST:,} bytes are read")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{name} is not {what}: it is not text in UTF-8 (byte {error.start + 1:,})"
        ) from None


def write_text(name: str, text: str, *, over_scenarios: bool = False) -> None:
    """Write a file as a whole or not at all; `-` is the standard output.

    Scenario files are written over by those commands alone that are meant to.
    """
    if name == "-":
        sys.stdout.write(text)
        return
    if not name:
        raise UsageError("name the file to write: this is an empty name")
    path = Path(name)
    try:
        if path.is_dir():
            raise UsageError(f"cannot write {name}: it is a folder")
        if path.exists() and not path.is_file():
            path.write_text(
                text, encoding="utf-8"
            )  # a device or a pipe: there is nothing to put in its place
            return
        if path.suffix == ".tang" and path.exists() and not over_scenarios:
            raise UsageError(f"{name} is a scenario file, and is not written over: choose another name")
        _replace(path, text)
    except (OSError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"cannot write {name}: {_reason(error)}") from None


def _replace(path: Path, text: str) -> None:
    """Write beside the file, then put it in its place."""
    target = path.resolve()
    handle, made = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(made, mode)
        os.replace(made, target)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such folder"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)
