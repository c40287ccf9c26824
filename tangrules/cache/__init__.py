"""A folder of the user's own in which compiled rules are kept between runs.

What is read back may be run as code, so nothing is trusted but what this user's installation wrote: each file
carries an HMAC made with a key that only the user can read, and files that others could have written are
passed over.
Whatever goes wrong here (no folder, no rights, a damaged file), the work is simply done again.
"""

from __future__ import annotations

from tangrules.cache.folder import cache_folder
from tangrules.cache.stamp import compiler_stamp
from tangrules.cache.store import read, write

__all__ = ["cache_folder", "compiler_stamp", "read", "write"]
