"""The conformance suite, Hypothesis strategies and the pytest plugin."""
