"""Reads the files of a pack, and only those: nothing outside the pack's folder, nothing without bounds."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from tangrules.diagnostics import Reporter, Span, UsageError, did_you_mean
from tangrules.packs.naming import shown
from tangrules.packs.pack import Source
from tangrules.syntax.heading import TextLit

LARGEST_FILE = 1_000_000
"""In bytes."""
LARGEST_PACK = 8_000_000
"""In bytes, over all files of a pack."""
MOST_FILES = 100
"""Main file, parts and ledgers of a pack together."""


def read_main(path: Path) -> Source:
    """Read a pack's main file, which a caller has named: failures are the caller's."""
    try:
        data = _read(path)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {_reason(error)}") from error
    return Source(shown(path), path, data)


class PackReader:
    """Reads the further files of one pack, and counts them."""

    def __init__(self, main: Source, reporter: Reporter) -> None:
        self._folder = main.path.absolute().parent
        self._reporter = reporter
        self._bytes = len(main.data)
        self._seen = {main.path.absolute().resolve(): Span.at(main.name, 1, 1)}

    def read(self, named: TextLit, what: str) -> Source | None:
        """Read a file that the pack names, or report why not. `what` is "file" or "ledger"."""
        path = self._place(named, what)
        if path is None or not self._is_new(path, named):
            return None
        try:
            data = _read(path)
        except OSError as error:
            self._report_unreadable(named, path, what, error)
            return None
        self._bytes += len(data)
        if self._bytes > LARGEST_PACK:
            message = f"the files of this pack are larger than {LARGEST_PACK:,} bytes together"
            self._reporter.error("E-SIZE", message, named.span)
            return None
        return Source(shown(path), path, data)

    def _place(self, named: TextLit, what: str) -> Path | None:
        text = named.value
        parts = PurePosixPath(text).parts
        plain = text.isprintable() and "\\" not in text and ":" not in text
        if not parts or not plain or PurePosixPath(text).is_absolute() or ".." in parts:
            expected = "a path inside the pack's folder, with `/` between its parts"
            self._reporter.error(
                "E-MISSING", f"`{text}` is no path inside this pack", named.span, expected=expected
            )
            return None
        path = self._folder.joinpath(*parts)
        try:
            inside = path.resolve().is_relative_to(self._folder.resolve())
        except (OSError, RuntimeError):
            inside = False
        if not inside:
            message = f"the {what} `{text}` leads out of this pack's folder"
            self._reporter.error("E-MISSING", message, named.span, suggestion="copy it into the folder")
            return None
        return path

    def _is_new(self, path: Path, named: TextLit) -> bool:
        resolved = path.resolve()
        if resolved in self._seen:
            message = f"`{named.value}` is already a file of this pack"
            self._reporter.error("E-DUPLICATE", message, named.span, suggestion="name it once")
            return False
        if len(self._seen) >= MOST_FILES:
            message = f"this pack has more than {MOST_FILES} files"
            self._reporter.error("E-SIZE", message, named.span)
            return False
        self._seen[resolved] = named.span
        return True

    def _report_unreadable(self, named: TextLit, path: Path, what: str, error: OSError) -> None:
        if isinstance(error, FileNotFoundError):
            message = f"there is no {what} `{named.value}`"
            hint = _file_like(named.value, _names_near(path, self._folder))
            self._reporter.error("E-MISSING", message, named.span, suggestion=hint)
            return
        message = f"cannot read `{named.value}`: {_reason(error)}"
        self._reporter.error("E-MISSING", message, named.span)


def _read(path: Path) -> bytes:
    """Read a regular file, one byte more than allowed at most: then the parser reports its size."""
    if path.is_dir():
        raise IsADirectoryError(path)
    if path.exists() and not path.is_file():
        raise OSError("it is no ordinary file")
    with path.open("rb") as stream:
        return stream.read(LARGEST_FILE + 1)


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, PermissionError):
        return "it may not be read"
    return error.strerror.lower() if error.strerror else str(error)


def _file_like(name: str, near: list[str]) -> str:
    """Ask for a file of a name like this; that names end alike makes them no more alike."""
    suffix = PurePosixPath(name).suffix
    stems = {PurePosixPath(other).stem: other for other in near if PurePosixPath(other).suffix == suffix}
    hint = did_you_mean(PurePosixPath(name).stem, stems)
    guess = hint.partition("`")[2].rpartition("`")[0]
    return hint.replace(f"`{guess}`", f"`{stems[guess]}`") if guess else ""


def _names_near(path: Path, folder: Path) -> list[str]:
    try:
        near = sorted(path.parent.iterdir())
    except OSError:
        return []
    return [other.relative_to(folder).as_posix() for other in near if other.is_file()]
