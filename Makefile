# Everything you can do with the house. You need Python 3.11 or newer and make; `make` alone lists the targets.

PY ?= python3
ARGS ?=
BIN := .venv/bin
PYTEST ?= -n $(shell $(PY) -c "import os; print(2 * (os.cpu_count() or 1))") # some tests mostly wait
BUILD := $(BIN)/python hatch_build.py
# Without --no-compile, pip would compile thousands of modules that a first game never imports.
INSTALL := -m pip install --quiet --disable-pip-version-check --no-compile
# Where this is set, each of the hundreds of programs that the tests start would compile all its modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test test-long test-ray test-openspiel lint build bench bench-server bench-boardgame bench-pages strength anchors playthroughs
.PHONY: lock clean
.PHONY: compiled-and-built collected bench-tournament bench-load soak
.PHONY: prove-tournament prove-swiss prove-workers prove-kills prove-disk
.PHONY: lint-ruff lint-format lint-types lint-layers lint-web

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Pass options to `parlour` in ARGS, for example: make play ARGS="--help"'

play: compiled-and-built ## open the house: install and build everything, then start `parlour`
	@$(BIN)/parlour $(ARGS)

test: compiled-and-built ## check style, types and layers, then run every test (PYTEST="-n0 -k dice" for some)
	@$(MAKE) --no-print-directory -j2 -Otarget lint collected
	@$(BIN)/python -m pytest $(PYTEST)

test-long: ## the same, trying in all variants what `make test` tries in a few (PARLOUR_LONG=1)
	@PARLOUR_LONG=1 $(MAKE) --no-print-directory test

test-ray: .ray-venv/.ready ## play on a real Ray cluster of two nodes, one of which dies; Ray is installed apart
	@$(BUILD)
	@RAY_USAGE_STATS_ENABLED=0 .ray-venv/bin/python -m pytest -n0 -W default tests/cluster/check_cluster.py $(ARGS)

test-openspiel: .bench-venv/.ready ## OpenSpiel's own test, for every game of the house as a game of OpenSpiel
	@$(BUILD)
	@.bench-venv/bin/python -m pytest -n0 -W default tests/envs/check_openspiel.py $(ARGS)

lint: lint-types lint-layers lint-web lint-ruff lint-format ## check style, types and layers only

build: .venv/.ready ## compile the rules and build the web client, in place
	@$(BUILD) compile
	@$(BUILD) web

bench: .bench-venv/.ready ## compare our playouts with those of OpenSpiel, PettingZoo and RLCard
	@$(BUILD)
	@.bench-venv/bin/parlour bench $(ARGS)

bench-server: compiled-and-built ## measure what moves, matches and idle tables cost a server
	@$(BIN)/python -m bench.server $(ARGS)

bench-boardgame: compiled-and-built build/boardgame/.ready ## compare our server with boardgame.io's; needs node
	@$(BIN)/python -m bench.boardgame $(ARGS)

bench-pages: compiled-and-built build/lighthouse/.ready ## measure lobby, table and rules with Lighthouse; needs node and Chromium
	@$(BIN)/python -m bench.pages $(ARGS)

bench-tournament: compiled-and-built ## measure how many tournament games an hour a machine plays
	@$(BIN)/python -m bench.work $(ARGS)

prove-tournament: compiled-and-built ## kill a tournament of 40 programs five times, and compare it with one left alone
	@$(BIN)/python -m bench.killed $(ARGS)

prove-swiss: compiled-and-built ## play a Swiss tournament through the pages, and photograph them; needs Chromium
	@$(BIN)/python -m pytest -n0 tests/browser/check_swiss.py $(ARGS)

prove-workers: compiled-and-built ## kill one of two workers in the middle of a tournament on PostgreSQL and Redis
	@$(BIN)/python -m pytest -n0 tests/server/check_workers.py $(ARGS)

bench-load: compiled-and-built ## measure a house with 2 000 tables and 4 000 connections at a modest pace
	@$(BIN)/python -m bench.crowd $(ARGS)

prove-kills: compiled-and-built ## kill a house a thousand times on each database, and count what was acknowledged
	@$(BIN)/python -m bench.kills $(ARGS)

prove-disk: compiled-and-built ## let the disk of a house fill while guests play
	@$(BIN)/python -m bench.disk $(ARGS)

soak: compiled-and-built ## a day of a house in twenty minutes, through a bad network, with its memory watched
	@$(BIN)/python -m bench.soak $(ARGS)

strength: compiled-and-built ## let all levels play each other, up to an hour a game, and write docs/strength.md
	@$(BIN)/parlour strength --write docs/strength.md --yardsticks docs/bots $(ARGS)

anchors: compiled-and-built ## give levels that `make strength` measured for the first time their place in the ratings
	@$(BIN)/parlour anchors $(ARGS)

playthroughs: compiled-and-built ## regenerate the golden games; the diff shows what a rule change does
	@$(BIN)/python -m tests.playthroughs $(ARGS)

lock: build/uv/bin/uv ## update to the newest packages and write the lock files
	@build/uv/bin/uv lock --quiet --upgrade
	@build/uv/bin/uv $(EXPORT) --no-group node --extra postgres --extra redis --extra passkeys --output-file requirements.lock
	@build/uv/bin/uv $(EXPORT) --only-group node --output-file requirements-node.lock

# Versions and hashes but no addresses, so that everybody can choose where packages come from.
EXPORT := export --quiet --locked --format requirements-txt --no-emit-project --no-header --no-annotate

build/uv/bin/uv:
	@$(PY) -m venv build/uv
	@build/uv/bin/python $(INSTALL) uv

clean: ## remove everything that was built or installed
	rm -rf .venv .bench-venv .ray-venv build dist web/node_modules web/dist src/parlour/_web src/parlour/_compiled.json
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-results uv.lock
	rm -f src/parlour_compiled__mypyc*
	find src \( -name '*.so' -o -name '*.pyd' \) -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# What `play` and `test` start with; takes a fraction of a second when nothing has changed.
compiled-and-built: .venv/.ready
	@$(BUILD)

# Every test can be imported. Of a new clone this also compiles them, once instead of in each of pytest's processes.
collected: .venv/.ready
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only -qq -n0 >build/collected.log || { tail -n 40 build/collected.log; exit 1; }

lint-ruff: .venv/.ready
	@$(BIN)/ruff check --quiet .

lint-format: .venv/.ready
	@$(BIN)/ruff format --quiet --check . || { echo 'Some files are not formatted: run `$(BIN)/ruff format`.'; exit 1; }

lint-types: .venv/.ready
	@$(BIN)/mypy

lint-layers: .venv/.ready
	@$(BIN)/lint-imports --no-logo

lint-web: .venv/.ready
	@if [ -f web/package.json ] && [ "$$PARLOUR_SKIP_WEB" != 1 ]; then \
		$(BUILD) npm run tidy && $(BUILD) npm run check && $(BUILD) npm run test; fi

.venv/.ready: requirements.lock requirements-node.lock pyproject.toml hatch_build.py
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer, \
	and $(PY) is %d.%d: name a newer one, as in `make play PY=python3.12`." % sys.version_info[:2])'
	@echo 'parlour: installing into .venv'
	@$(PY) -m venv .venv
	@$(BIN)/python $(INSTALL) --require-hashes -r requirements.lock
	@if $(BUILD) needs-node; then $(BIN)/python $(INSTALL) --require-hashes -r requirements-node.lock; fi
	@$(BUILD)
	@$(BIN)/python $(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

build/boardgame/.ready: bench/boardgame/package.json
	@echo 'parlour: installing boardgame.io into build/boardgame'
	@mkdir -p build/boardgame
	@cp bench/boardgame/package.json build/boardgame
	@cd build/boardgame && npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

build/lighthouse/.ready: bench/pages/package.json
	@echo 'parlour: installing Lighthouse into build/lighthouse'
	@mkdir -p build/lighthouse
	@cp bench/pages/package.json build/lighthouse
	@cd build/lighthouse && npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

# Separate from .venv, so that the tests never see these. RLCard comes as source and is built here; of
# PettingZoo's "classic" extra connect four needs only pygame.
.bench-venv/.ready: .venv/.ready
	@echo 'parlour: installing the libraries to compare with into .bench-venv'
	@$(PY) -m venv .bench-venv
	@.bench-venv/bin/python $(INSTALL) --require-hashes -r requirements.lock
	@.bench-venv/bin/python $(INSTALL) open_spiel pettingzoo pygame rlcard
	@.bench-venv/bin/python $(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# Separate as well: Ray is large, and nothing else needs it.
.ray-venv/.ready: .venv/.ready
	@echo 'parlour: installing Ray into .ray-venv'
	@$(PY) -m venv .ray-venv
	@.ray-venv/bin/python $(INSTALL) --require-hashes -r requirements.lock
	@.ray-venv/bin/python $(INSTALL) 'ray[client]'
	@.ray-venv/bin/python $(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@
