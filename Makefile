# `make` alone lists the targets. CI runs `make check`, step by step, through .ci/run.

PYVERSION ?= 3.11
PYTHON ?= $(firstword $(wildcard $(HOME)/.pyenv/versions/$(PYVERSION).*/bin/python) python$(PYVERSION))
VENV ?= .venv
BIN := $(VENV)/bin
TREE := build/compiled-$(PYVERSION)
COMPILED := PYTHONPATH=$(CURDIR)/$(TREE) GRIDWRIGHT_ENGINE=compiled
INTERPRETED := PYTHONPATH=$(CURDIR)/src GRIDWRIGHT_ENGINE=interpreted

T ?=
WORKERS ?= $(if $(T),0,2)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(T)
COVERAGE_BAR := 98
FUZZ_GAMES ?= 600
DELUXE_GAMES ?= 300
CARD_GAMES ?= 300
NIGHTLY_GAMES ?= 10000
NIGHTLY_DELUXE_GAMES ?= 6000
NIGHTLY_CARD_GAMES ?= 6000

PIP := -m pip install -qq --disable-pip-version-check
UV_COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make requirements"

# The steps of CI, in order. The compiled tests come last: CI ends with their closing line.
CHECKS := lint types contracts compiled cover matrix fuzz home test-compiled

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install hooks requirements format $(CHECKS) test bench check checks nightly dist clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

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

test: ## Run the tests (T=path narrows)
	$(INTERPRETED) $(PYTEST)

# Bots and server are tested once, on the compiled engine: here only the engine is measured.
cover: ## Run the tests; lines and branches of the engine must reach the bar
	@mkdir -p build
	$(INTERPRETED) $(PYTEST) --ignore tests/bots --ignore tests/server --cov --cov-report=term --cov-report=json:build/coverage.json
	$(BIN)/python tools/check_coverage.py build/coverage.json $(COVERAGE_BAR)

compiled: ## Build the compiled tree
	$(BIN)/python tools/build_compiled.py

test-compiled: compiled ## Run the same tests on the compiled tree (T=path narrows)
	$(COMPILED) $(PYTEST)

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

nightly: compiled ## Run the long proofs
	$(COMPILED) $(BIN)/gridwright fuzz --edition classic --games $(NIGHTLY_GAMES)
	$(COMPILED) $(BIN)/gridwright fuzz --edition deluxe --games $(NIGHTLY_DELUXE_GAMES)
	$(COMPILED) $(BIN)/gridwright fuzz --edition card --games $(NIGHTLY_CARD_GAMES)
	$(COMPILED) HYPOTHESIS_PROFILE=nightly $(PYTEST) -m "slow or not slow" --timeout 3600

dist: ## Build the sdist and the wheel
	$(BIN)/python -m build --no-isolation

clean: ## Remove what was built or cached; the virtual environments stay
	rm -rf build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
