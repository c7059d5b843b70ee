"""Write a benchmark's build as a dataset folder that stands on its own.

`folder` writes the whole; `tables` the JSONL and Parquet files, `prompts` the prompt export,
`licence` works out the licence, `card` and `croissant` describe the folder, `checksums` seals it.
"""
