"""Benchmarks of the generator and the evaluator, each a ratio against a bare way measured in the same
run: absolute speeds differ between machines and hours, ratios hardly. `python -m sitegen bench`."""
