"""`tangrules fmt`: lays out scenario files. What a file means never changes: its tree is compared."""

from __future__ import annotations

import argparse
import sys


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="scenario files, or folders of them; - is the standard input"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if a file would change")
    parser.add_argument("--diff", action="store_true", help="write nothing; show what would change")


def run(options: argparse.Namespace) -> int:
    """Lay out each file, and say which ones changed."""
    from tangrules.cli.console import counted
    from tangrules.cli.formatting import find_files, format_file, format_input

    if options.files == ["-"]:
        return format_input()
    changed = faulty = unread = 0
    files = find_files(options.files)
    for path in files:
        outcome = format_file(path, write=not (options.check or options.diff), diff=options.diff)
        changed += outcome == "changed"
        faulty += outcome in ("faulty", "unread")
        unread += outcome == "unread"
    verb = "would change" if options.check or options.diff else "changed"
    told = [counted(len(files), "file"), f"{changed} {verb}"] + [f"{faulty} with faults"] * bool(faulty)
    print(", ".join(told), file=sys.stderr if options.diff else sys.stdout)
    if unread:
        return 2
    return int(bool(faulty) or (changed > 0 and (options.check or options.diff)))
