"""One folder a benchmark. `contract` says what a folder holds; `discovery` finds and imports it."""
