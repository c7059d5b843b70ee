"""What the commands do, as pure functions; only `sitegen.cli` reads files, prints and exits."""
