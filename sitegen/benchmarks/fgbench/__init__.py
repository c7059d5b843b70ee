"""FGBench: how a measured property changes when functional groups change at given atoms.

`load` reads and cleans the tables, `build` pairs similar molecules, proves each edit and asks, `render`
draws both molecules of every pair that is shown, `describe` counts and lets simple solvers answer.
docs/method.md says why each step is as it is.
"""
