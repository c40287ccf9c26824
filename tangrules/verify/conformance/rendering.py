"""Reports as text, JSON, JUnit XML, SARIF and annotations."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from xml.etree import ElementTree as xml

import attrs

from tangrules.diagnostics import (
    Diagnostic,
    Severity,
    Span,
    render_github,
    render_json,
    render_sarif,
    render_text,
)
from tangrules.diagnostics.visible import visible
from tangrules.verify.conformance.pages import PAGES, PREFIX, title
from tangrules.verify.conformance.report import Finding, Report, Tally

_UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_text(report: Report, *, color: bool = False) -> str:
    """Return a report for people."""
    parts = [_finding(found, report.sources, color=color) for found in report.findings]
    parts.append("\n".join([*_table(report), "", _verdict(report)]))
    return "\n\n".join(parts)


def _finding(found: Finding, sources: Mapping[str, str], *, color: bool) -> str:
    bare = attrs.evolve(found.diagnostic(), suggestion="")
    head = render_text([bare], sources, color=color)
    return "\n".join([head, *(f"     {visible(line)}" for line in found.lines)])


def _table(report: Report) -> list[str]:
    checks = dict.fromkeys(tally.check for tally in report.tallies)
    width = max(map(len, checks), default=0)
    return [f"  {name:<{width}}  {_row(report, name)}" for name in checks]


def _row(report: Report, check: str) -> str:
    tallies = [tally for tally in report.tallies if tally.check == check]
    looks = sum(tally.looks for tally in tallies)
    faults = [found for found in report.of(check) if found.severity is not Severity.NOTE]
    if faults:
        return f"{_counted(len(faults), 'finding')} in {_counted(looks, 'look')}"
    if not looks:
        return f"-  {next((tally.idle for tally in tallies if tally.idle), 'nothing was looked at')}"
    return f"ok  {tallies[0].says} ({_counted(looks, 'look')})"


def _verdict(report: Report) -> str:
    seats = _seats(report.players)
    played = f"{report.title}{seats}: {_counted(report.games, 'game')}, {_counted(report.moves, 'move')}"
    if report.faults:
        return f"{played}, {_counted(len(report.faults), 'finding')}"
    return f"{played}, {'no findings' if report.looks else 'nothing was tested'}"


def _seats(players: tuple[int, ...]) -> str:
    if not players:
        return ""
    low, high = players[0], players[-1]
    return f", {low} to {high} players" if low != high else f", {_counted(low, 'player')}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def as_json(report: Report) -> str:
    """Return a report as one document: diagnostics as elsewhere, and what was played."""
    document = json.loads(render_json([found.diagnostic() for found in report.findings], report.sources))
    document["clean"] = report.clean
    document["played"] = {
        "packs": list(report.names),
        "players": list(report.players),
        "games": report.games,
        "moves": report.moves,
    }
    document["checks"] = [
        {"check": tally.check, "players": tally.players, "looks": tally.looks, "idle": tally.idle}
        for tally in report.tallies
    ]
    document["findings"] = [_entry(found) for found in report.findings]
    return json.dumps(document, indent=2, ensure_ascii=False)


def _entry(found: Finding) -> dict[str, object]:
    return {
        "check": found.check,
        "message": found.message,
        "severity": found.severity.value,
        "details": list(found.details),
        "players": found.players,
        "seed": found.seed,
        "games": found.games,
        "moves": list(found.moves),
        "replay": found.replay,
        "file": found.file,
    }


def as_junit(report: Report) -> str:
    """Return a report as JUnit XML: a suite for each number of players, a case for each check."""
    root = xml.Element("testsuites", name="tangrules verify")
    for players in report.players:
        tallies = [tally for tally in report.tallies if tally.players == players]
        suite = xml.SubElement(root, "testsuite", name=f"{report.title}, {_counted(players, 'player')}")
        failures = sum(_case(suite, report, tally) for tally in tallies)
        suite.set("tests", str(len(tallies)))
        suite.set("failures", str(failures))
        suite.set("skipped", str(sum(not tally.looks for tally in tallies)))
    for found in report.faults:
        if found.players not in report.players:
            suite = xml.SubElement(root, "testsuite", name=report.title, tests="1", failures="1", skipped="0")
            _failure(xml.SubElement(suite, "testcase", name=found.check, classname=report.title), [found])
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


def _case(suite: xml.Element, report: Report, tally: Tally) -> bool:
    """Add a case; whether it fails."""
    case = xml.SubElement(suite, "testcase", name=tally.check, classname=report.title)
    mine = [found for found in report.faults if (found.check, found.players) == (tally.check, tally.players)]
    if mine:
        _failure(case, mine)
    elif not tally.looks:
        xml.SubElement(case, "skipped", message=tally.idle or "nothing was looked at")
    return bool(mine)


def _failure(case: xml.Element, found: list[Finding]) -> None:
    failure = xml.SubElement(case, "failure", message=_xml(found[0].message), type=found[0].code)
    failure.text = _xml("\n\n".join("\n".join([_placed(each), *each.lines, each.replay]) for each in found))


def _placed(found: Finding) -> str:
    return f"{found.span}: {found.message}" if found.span else found.message


def _xml(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)


def as_sarif(report: Report) -> str:
    """Return a report as SARIF. Code hosts want a place for everything: what has none is put to the first file."""
    document = json.loads(render_sarif([_placed_at(found, report) for found in report.findings], {}))
    for rule in document["runs"][0]["tool"]["driver"]["rules"]:
        check = rule["id"].removeprefix(PREFIX).lower()
        rule["shortDescription"] = {"text": title(check)}
        rule["fullDescription"] = {"text": PAGES[check]}
    return json.dumps(document, indent=2)


def _placed_at(found: Finding, report: Report) -> Diagnostic:
    diagnostic = found.diagnostic()
    first = next(iter(report.sources), "")
    return diagnostic if diagnostic.span or not first else attrs.evolve(diagnostic, span=Span.at(first, 1, 1))


def as_github(report: Report) -> str:
    """Return a report as workflow commands."""
    return render_github([found.diagnostic() for found in report.findings], report.sources)


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "junit": as_junit,
    "sarif": as_sarif,
    "github": as_github,
}


# ------------------------------------------------------------------------------ packs that cannot be played


def _refused_as_junit(found: Sequence[Diagnostic], sources: Mapping[str, str]) -> str:
    root = xml.Element("testsuites", name="tangrules verify")
    count = str(len(found))
    suite = xml.SubElement(root, "testsuite", name="check", tests=count, failures=count, skipped="0")
    for each in found:
        case = xml.SubElement(suite, "testcase", name=str(each.span or each.code), classname=each.code)
        failure = xml.SubElement(case, "failure", message=_xml(each.message), type=each.code)
        failure.text = _xml(render_text([each], sources))
    xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(root, encoding="unicode") + "\n"


REFUSED: dict[str, Callable[[Sequence[Diagnostic], Mapping[str, str]], str]] = {
    "text": render_text,
    "json": render_json,
    "junit": _refused_as_junit,
    "sarif": render_sarif,
    "github": render_github,
}
"""How faults are written for which packs cannot be played at all."""
