# Everything a contributor or CI calls. All targets set up what they need first; nothing but python3, git and make
# has to be there.

VENV ?= .venv
OUT ?= build
PROFILE ?= default
LIMIT ?=
JOBS ?=
PORT ?= 8000
UPGRADE ?=
BASE ?= /
# Test processes; tests that share a built site stay together.
TEST_JOBS ?= 2
TESTS ?= tests

# The tools of the environment (among them node, where the system has none) come first on PATH.
RUN = PATH="$$PWD/$(VENV)/bin:$$PATH" $(VENV)/bin/python
SITE_SETUP = @scripts/setup $(VENV) site
DEV_SETUP = @scripts/setup $(VENV) site dev
OPTIONS = $(if $(JOBS),--jobs $(JOBS))
LIMITED = $(OPTIONS) $(if $(LIMIT),--limit $(LIMIT))

.PHONY: help setup site datasets test check serve bench scale lock evaluator clean distclean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' Makefile
	@echo
	@echo "Variables: PROFILE=full (published scale), molparser (from MolParser-7M), rground-published"
	@echo "           or fgbench-published (published questions as they are),"
	@echo "           LIMIT=50 (questions a split), JOBS=2, OUT=build, PORT=8000,"
	@echo "           BASE=/some/base/ (serve under a sub-path), PYTHON=/path, CHROMIUM=/path, TESTS=tests/evaluator"

setup: ## Make .venv with the pinned packages, those for tests included
	$(DEV_SETUP)

site: ## Build data, images and the site (PROFILE=full for the published scale)
	$(SITE_SETUP)
	@$(RUN) -m sitegen build --config sitegen/profiles/$(PROFILE).toml --out "$(OUT)" $(LIMITED)
	@echo
	@echo "The site is in $(OUT)/site, the data sets are in $(OUT)/datasets. To look at it: make serve"

datasets: ## Build the data sets only
	$(SITE_SETUP)
	@$(RUN) -m sitegen datasets --config sitegen/profiles/$(PROFILE).toml --out "$(OUT)" $(LIMITED)

test: ## Run every test, those in a real Chromium included
	$(DEV_SETUP)
	@CHROMIUM="$$(scripts/find_chromium)" && export CHROMIUM && \
	$(RUN) -m pytest -n $(TEST_JOBS) --dist loadscope $(TESTS)

check: ## Lint, formatting and types
	$(DEV_SETUP)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(RUN) -m mypy

serve: ## Serve the built site on this machine
	$(SITE_SETUP)
	@$(RUN) -m sitegen serve --out "$(OUT)" --port $(PORT) --base "$(BASE)"

bench: ## Compare speeds with the bare toolkits on this machine
	$(DEV_SETUP)
	@CHROMIUM="$$(scripts/find_chromium)" && export CHROMIUM && $(RUN) -m sitegen bench --out "$(OUT)"

scale: ## Measure builds from 91,166 rows and from twice as many (Linux)
	$(SITE_SETUP)
	@$(RUN) -m sitegen bench --scale --out "$(OUT)" $(OPTIONS)

lock: ## Pin requirements/*.in anew (UPGRADE=1 for the newest versions)
	@scripts/setup $(VENV) uv
	@PATH="$$PWD/$(VENV)/bin:$$PATH" scripts/lock $(if $(UPGRADE),--upgrade)

evaluator: ## Try the evaluator on the bare python3, with nothing installed
	@python3 -W error -m evaluator --help

clean: ## Remove what was built, not the environment and the cache of inputs
	rm -rf "$(OUT)" .pytest_cache .ruff_cache .mypy_cache

distclean: clean ## Remove the environment and the cache as well
	rm -rf "$(VENV)" .cache
