# `make` alone lists the targets. CI runs `make check`, step by step, through .ci/run.

PYVERSION ?= 3.11
PYTHON ?= $(firstword $(wildcard $(HOME)/.pyenv/versions/$(PYVERSION).*/bin/python) python$(PYVERSION))
VENV ?= .venv
BIN := $(VENV)/bin
TREE := build/compiled-$(PYVERSION)
COMPILED := PYTHONPATH=$(CURDIR)/$(TREE) GRIDWRIGHT_ENGINE=compiled
INTERPRETED := PYTHONPATH=$(CURDIR)/src GRIDWRIGHT_ENGINE=interpreted

# The scripts of web/package.json that drive a browser, and how one is run: with a server from the compiled tree.
PROOFS = $(shell sed -n 's/^ *"\(e2e[^"]*\)":.*/\1/p' web/package.json)
BROWSER := $(COMPILED) GRIDWRIGHT_PYTHON=$(abspath $(BIN))/python $(BIN)/python tools/web.py run

T ?=
WORKERS ?= $(if $(T),0,2)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(T)
# Tests that wait for real processes, sockets and clocks get another try in CI; the closing line counts the tries.
RERUNS := $(if $(CI),--reruns 2)
COVERAGE_BAR := 98
FUZZ_GAMES ?= 600
DELUXE_GAMES ?= 300
CARD_GAMES ?= 300
NIGHTLY_GAMES ?= 10000
NIGHTLY_DELUXE_GAMES ?= 6000
NIGHTLY_CARD_GAMES ?= 6000
NIGHTLY_WIRE_GAMES ?= 100
NIGHTLY_MOVES ?= 50000
NIGHTLY_SOAK_GAMES ?= 10000

PIP := -m pip install -qq --disable-pip-version-check
UV_COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make requirements"

# The steps of CI, in order. The compiled tests come last: CI ends with their closing line.
CHECKS := lint types contracts wire-types web-check compiled web-e2e cover matrix fuzz home test-compiled

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install hooks requirements format $(CHECKS) wire-types-write web web-lock web-e2e-long screens test bench check checks nightly dist clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: ## Make the virtual environment with hashed requirements and an editable install
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python $(PIP) --require-hashes -r requirements/dev.txt
	$(BIN)/python $(PIP) --no-deps --no-build-isolation -e .

hooks: ## Install the git hooks
	$(BIN)/prek install

requirements: ## Compile the hashed requirement files anew (UPGRADE=1 takes newer releases)
	$(PYTHON) -m venv --clear .venv-uv
	.venv-uv/bin/python $(PIP) uv
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) dev.in -o dev.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) compile.in -o compile.txt

format: ## Format the code and apply safe fixes
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lint: ## Check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: ## Check types with mypy --strict
	$(BIN)/mypy --strict src tests tools

contracts: ## Check import layers, cycles, no registry names, no questions about what is played
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/check_no_hosts.py
	$(BIN)/python tools/check_no_names.py

wire-types: ## Fail if the browser's types are not those of the server's document
	$(INTERPRETED) $(BIN)/python tools/wire_types.py

wire-types-write: ## Generate the browser's types anew, after a change of the protocol
	$(INTERPRETED) $(BIN)/python tools/wire_types.py --write

web: ## Build the browser client, which the server shows and the wheel carries
	$(BIN)/python tools/web.py build

web-lock: ## Write the lock file of the browser client anew
	$(BIN)/python tools/web_lock.py

web-check: ## Check the browser client's types, run its tests and build it
	$(BIN)/python tools/web.py check

# What drives a browser waits for real clocks too: it gets another try in CI, as the tests do.
LOOKED_AT := home,new,room,table card
proof = $(BROWSER) $(1) $(if $(CI),|| { echo "another try"; $(BROWSER) $(1); })

web-e2e: web compiled ## Play whole games in Chromium on a real server, and look for barriers: the short form
	$(call proof,e2e --short)
	$(call proof,e2e:axe --only '$(LOOKED_AT)')
	$(call proof,e2e:hostile --texts 100)

web-e2e-long: web compiled ## Every proof in the browser: all games, mishaps, size and speed, and whatever else is there
	set -e; for proof in $(PROOFS); do echo "$$proof"; $(BROWSER) $$proof; done

screens: web compiled ## Take the pictures of docs/screens anew
	$(BROWSER) screens

test: ## Run the tests (T=path narrows)
	$(INTERPRETED) $(PYTEST)

# Only the engine is measured, so only what tests the engine is run here; everything is tested on the compiled one.
MEASURED := $(addprefix tests/,contract engine golden perft properties recorded rules)

cover: ## Run the engine's tests; its lines and branches must reach the bar
	@mkdir -p build
	$(INTERPRETED) $(PYTEST) $(if $(T),,$(MEASURED)) --cov --cov-report=term --cov-report=json:build/coverage.json
	$(BIN)/python tools/check_coverage.py build/coverage.json $(COVERAGE_BAR)

compiled: ## Build the compiled tree
	$(BIN)/python tools/build_compiled.py

test-compiled: compiled ## Run the same tests on the compiled tree (T=path narrows)
	$(COMPILED) $(PYTEST) $(RERUNS)

matrix: ## Replay recorded games on each Python × hash seed × interpreted and compiled
	$(BIN)/python tools/replay_matrix.py

fuzz: compiled ## Play random games and check every position (FUZZ_GAMES=n)
	$(COMPILED) $(BIN)/gridwright fuzz --edition classic --games $(FUZZ_GAMES)
	$(COMPILED) $(BIN)/gridwright fuzz --edition deluxe --games $(DELUXE_GAMES)
	$(COMPILED) $(BIN)/gridwright fuzz --edition card --games $(CARD_GAMES)

home: ## Serve a game at home from a wheel in an empty environment
	$(BIN)/python tools/try_home.py

bench: compiled ## Measure the engine, interpreted and compiled
	$(INTERPRETED) $(BIN)/gridwright bench engine
	$(COMPILED) $(BIN)/gridwright bench engine

check: $(CHECKS) ## Run everything that CI runs

# .ci/run reads the steps from here, so that the two cannot differ.
checks:
	@echo $(CHECKS)

nightly: web compiled ## Run the long proofs
	$(COMPILED) $(BIN)/gridwright fuzz --edition classic --games $(NIGHTLY_GAMES)
	$(COMPILED) $(BIN)/gridwright fuzz --edition deluxe --games $(NIGHTLY_DELUXE_GAMES)
	$(COMPILED) $(BIN)/gridwright fuzz --edition card --games $(NIGHTLY_CARD_GAMES)
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.schema_walk --examples 1000 --requests 12000
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.wire_secrecy --games 200 --positions 200 --worlds 50 --jobs 2
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.wire_games --games $(NIGHTLY_WIRE_GAMES)
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.kill --kills 8 --moves $(NIGHTLY_MOVES) --tables 200
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.kill --kills 8 --moves 5000 --tables 50 --sabotage async-commit
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.kill --kills 2 --moves 5000 --tables 50 --sabotage no-key
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.fan_out --sockets 2000 --games 500
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.fan_out --sockets 2000 --games 500 --faults 10
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.deadlines --pending 100000 --abandoned 1000
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.bad_input --orders 10000
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.guessing --asks 1000 --guesses 10000
	$(COMPILED) $(BIN)/python -m gridwright.server.trials.logging_out --sockets 100
	$(COMPILED) $(BIN)/gridwright bench server
	rm -rf build/arena
	$(COMPILED) $(BIN)/gridwright arena sanity --bot l1 --cell all:2-6 --deals 2000 --out build/arena/sanity
	$(COMPILED) $(BIN)/gridwright arena soak --games $(NIGHTLY_SOAK_GAMES) --out build/arena/soak
	$(COMPILED) $(BIN)/gridwright bench arena
	$(COMPILED) $(BIN)/python -m gridwright.envs.masked_walk --steps 1000000
	cd web && $(COMPILED) npm run --silent test:folds && $(COMPILED) npm run --silent test:live
	$(MAKE) --no-print-directory web-e2e-long
	$(COMPILED) HYPOTHESIS_PROFILE=nightly $(PYTEST) -m "slow or not slow" --timeout 3600

dist: ## Build the sdist and the wheel
	$(BIN)/python -m build --no-isolation

clean: ## Remove what was built or cached; the virtual environments stay
	rm -rf build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
