"""The exact forms that other programs read: JSON, GitHub annotations, SARIF."""

import json

import pytest

from tangrules.diagnostics import (
    Diagnostic,
    Related,
    Severity,
    Span,
    render_github,
    render_json,
    render_sarif,
)
from tangrules.diagnostics.catalogue import CODES

CLASH = Diagnostic(
    "E-TWO-REPLACE",
    "two packs replace step 3",
    Span("packs/storms.tang", 4, 1, 4, 24),
    expected="one replacement",
    suggestion="write a mix",
    related=(Related(Span("packs/calm.tang", 9, 2, 10, 3), "the other one"),),
)
UNUSED = Diagnostic("W-UNUSED", "`extra` is never used", None, Severity.WARNING)


def test_json_holds_every_field() -> None:
    assert json.loads(render_json([CLASH, UNUSED], {})) == {
        "version": 1,
        "diagnostics": [
            {
                "code": "E-TWO-REPLACE",
                "message": "two packs replace step 3",
                "span": {
                    "file": "packs/storms.tang",
                    "line": 4,
                    "column": 1,
                    "end_line": 4,
                    "end_column": 24,
                },
                "severity": "error",
                "expected": "one replacement",
                "suggestion": "write a mix",
                "related": [
                    {
                        "span": {
                            "file": "packs/calm.tang",
                            "line": 9,
                            "column": 2,
                            "end_line": 10,
                            "end_column": 3,
                        },
                        "message": "the other one",
                    }
                ],
            },
            {
                "code": "W-UNUSED",
                "message": "`extra` is never used",
                "span": None,
                "severity": "warning",
                "expected": "",
                "suggestion": "",
                "related": [],
            },
        ],
        "counts": {"error": 1, "warning": 1, "note": 0},
    }


def test_json_of_nothing_is_still_a_document() -> None:
    assert json.loads(render_json([], {})) == {
        "version": 1,
        "diagnostics": [],
        "counts": {"error": 0, "warning": 0, "note": 0},
    }


def test_github_shows_an_annotation_a_line() -> None:
    note = Diagnostic("W-UNUSED", "seen", Span.at("a.tang", 2, 3), Severity.NOTE)
    assert render_github([CLASH, UNUSED, note], {}) == (
        "::error file=packs/storms.tang,line=4,col=1,title=E-TWO-REPLACE::two packs replace step 3"
        "%0Aexpected one replacement%0Awrite a mix%0Aalso here: packs/calm.tang:9:2: the other one\n"
        "::warning title=W-UNUSED::`extra` is never used\n"
        "::notice file=a.tang,line=2,col=3,title=W-UNUSED::seen"
    )


def test_github_escapes_what_would_end_a_property_or_a_line() -> None:
    found = Diagnostic("E-NAME", "50% off, really: now\r\n::stop", Span.at("C:\\a,b%.tang", 1, 1))
    assert render_github([found], {}) == (
        "::error file=C%3A\\a%2Cb%25.tang,line=1,col=1,title=E-NAME::50%25 off, really: now%0D%0A::stop"
    )


def test_sarif_has_rules_results_and_places() -> None:
    log = json.loads(render_sarif([UNUSED, CLASH, UNUSED], {}))
    pages = [
        {
            "id": code,
            "shortDescription": {"text": CODES[code].title},
            "fullDescription": {"text": CODES[code].explanation},
        }
        for code in ("E-TWO-REPLACE", "W-UNUSED")
    ]
    unused = {
        "ruleId": "W-UNUSED",
        "ruleIndex": 1,
        "level": "warning",
        "message": {"text": "`extra` is never used"},
    }
    assert log == {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "tangrules", "rules": pages}},
                "columnKind": "unicodeCodePoints",
                "results": [
                    unused,
                    {
                        "ruleId": "E-TWO-REPLACE",
                        "ruleIndex": 0,
                        "level": "error",
                        "message": {
                            "text": "two packs replace step 3\nexpected one replacement\nwrite a mix"
                        },
                        "locations": [
                            {
                                "physicalLocation": {
                                    "artifactLocation": {"uri": "packs/storms.tang"},
                                    "region": {
                                        "startLine": 4,
                                        "startColumn": 1,
                                        "endLine": 4,
                                        "endColumn": 24,
                                    },
                                }
                            }
                        ],
                        "relatedLocations": [
                            {
                                "id": 1,
                                "physicalLocation": {
                                    "artifactLocation": {"uri": "packs/calm.tang"},
                                    "region": {
                                        "startLine": 9,
                                        "startColumn": 2,
                                        "endLine": 10,
                                        "endColumn": 3,
                                    },
                                },
                                "message": {"text": "the other one"},
                            }
                        ],
                    },
                    unused,
                ],
            }
        ],
    }


def test_sarif_names_a_code_without_a_page() -> None:
    log = json.loads(render_sarif([Diagnostic("E-STRANGE", "odd", None)], {}))
    assert log["runs"][0]["tool"]["driver"]["rules"] == [{"id": "E-STRANGE"}]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("boats.tang", "boats.tang"),
        ("my packs/bläu.tang", "my%20packs/bl%C3%A4u.tang"),
        ("packs\\boats.tang", "packs/boats.tang"),
        ("/srv/a b.tang", "file:///srv/a%20b.tang"),
        ("C:\\packs\\a#1.tang", "file:///C:/packs/a%231.tang"),
        ("<text>:1", "%3Ctext%3E%3A1"),
    ],
)
def test_sarif_writes_paths_as_uris(file: str, uri: str) -> None:
    log = json.loads(render_sarif([Diagnostic("E-NAME", "odd", Span.at(file, 1, 1))], {}))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == uri
