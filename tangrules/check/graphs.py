"""Circles in graphs of calls."""

from __future__ import annotations

Graph = dict[int, set[int]]


def cycles(graph: Graph) -> list[list[int]]:
    """One shortest cycle of each strongly connected part, lowest number first."""
    found: list[list[int]] = []
    done: set[int] = set()
    for start in sorted(graph):
        if start in done:
            continue
        path = _way_back(graph, start)
        if path:
            found.append(path)
            done.update(path)
    return found


def _way_back(graph: Graph, start: int) -> list[int]:
    """A shortest way from a node to itself, or nothing."""
    came: dict[int, int] = {}
    line = [start]
    for node in line:
        for following in sorted(graph.get(node, ())):
            if following == start:
                path = [node]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            if following not in came:
                came[following] = node
                line.append(following)
    return []
