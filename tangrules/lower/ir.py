"""Moved to `tangrules.ir`."""

from tangrules.ir import *  # noqa: F403
