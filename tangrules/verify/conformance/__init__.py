"""The conformance suite: checks over random games of any packs, with counterexamples made small.

    from tangrules.verify.conformance import verify

    report = verify("my_game.tang")
    print(report)
    assert report.clean

The checks are `CHECKS`; `keep` writes counterexamples into a folder, `check_again` looks at one again.
"""

from __future__ import annotations

from tangrules.verify.conformance.catalogue import CHECKS
from tangrules.verify.conformance.counterexample import check_again, check_of
from tangrules.verify.conformance.problem import Check
from tangrules.verify.conformance.report import Finding, Report, Tally
from tangrules.verify.conformance.suite import keep, verify

__all__ = ["CHECKS", "Check", "Finding", "Report", "Tally", "check_again", "check_of", "keep", "verify"]
