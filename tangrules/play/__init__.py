"""The runtime: state, decisions, chance, views, event log, saves and replays."""
