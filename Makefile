# Every path here is relative and without spaces, so the checkout itself may lie anywhere.
# What takes more than a line is in tools/.

.DEFAULT_GOAL := help
.PHONY: help play terminal web site types docs test cover recipes check mutants simulate bench lock release clean

# Use another Python than the one found: make test PYTHON=python3.12
export PYTHON
export UPGRADE
export TESTED
# The tests start Python hundreds of times, and reading every source anew takes longer than most of them.
unexport PYTHONDONTWRITEBYTECODE

# Many processes on few cores: threads for matrices would only get into each other's way, and wait by turning in circles.
test cover: export OPENBLAS_NUM_THREADS = 1

# For play: options of the server. For terminal: the game and its options. For test, cover, recipes: what pytest is given.
ARGS ?=

# For mutants: a group (rules, leaks, defences), or a word of a fault's name. For bench: files, as games or rl_vector.
ONLY ?=

# For simulate: the seeds of the histories, after about how many moves each is over, after how many hours no new one
# begins, how many happen at a time, a file for the results (a run goes on where it ends), and whether faults are put in.
SEEDS ?= 1-500
MOVES ?= 25
HOURS ?= 24
AT_ONCE ?= 1
RESULTS ?=
MUTANTS ?=

# How many processes share the tests; 0 is one process without any sharing. All of them: two more than there are cores,
# because tests often wait for something. The longest files are taken first (tests/support/slowest.py).
WORKERS ?= $(if $(ARGS),0,$(shell expr $$(getconf _NPROCESSORS_ONLN) + 2))

# What shows the coverage: the rules and whatever is compiled with them as plain Python, line by line; then the rooms that
# play thousands of games, compiled as always. What only a browser or a built package can tell is not asked.
PLAIN := $(addprefix tests/,bots contract games kernel match records referee rl)
COMPILED := $(addprefix tests/,cli lab server store test_docs.py test_files.py test_rulings.py)

help:  ## Show this list
	@echo "make ..."
	@awk -F ':  ## ' '/^[a-z]+:  ## / { printf "  %-10s%s\n", $$1, $$2 }' Makefile

play:  ## Play in the browser (for the whole house: make play ARGS="--host 0.0.0.0")
	@sh tools/setup.sh runtime
	@.venv/bin/python tools/web.py build
	@.venv/bin/pasar serve --open $(ARGS)

terminal:  ## Play in the terminal (another game: make terminal ARGS="basari --players 4")
	@sh tools/setup.sh runtime
	@.venv/bin/pasar play $(or $(ARGS),bali)

web:  ## Build the web client
	@sh tools/setup.sh runtime
	@.venv/bin/python tools/web.py build

site:  ## Build build/site: Pasar for a static host, games and bots in the page
	@sh tools/setup.sh dev
	@.venv/bin/python tools/make_site.py

types:  ## Make the web client's types anew from the server's messages and the games' sights
	@sh tools/setup.sh dev
	@.venv/bin/python tools/make_types.py

docs:  ## Build the docs site into build/docs, links checked
	@sh tools/setup.sh dev
	@NO_MKDOCS_2_WARNING=1 .venv/bin/python -m mkdocs build
	@echo "build/docs/index.html is ready: open it in a browser, no server is needed"

test:  ## Run the tests (some: make test ARGS="-k b8"; in so many processes: make test WORKERS=2)
	@sh tools/setup.sh dev
	@.venv/bin/python tools/web.py dev
	$(if $(ARGS),,@sh tools/browser.sh get >/dev/null)
	$(if $(ARGS),,@.venv/bin/python tools/web.py npm test)
	$(if $(ARGS),,@.venv/bin/python tools/warm.py)
	@.venv/bin/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations 25 $(ARGS)

cover:  ## Run the tests, those of the rules as plain Python, list the lines that none of them reached, and hold the bars
	@sh tools/setup.sh dev
	@.venv/bin/python tools/web.py dev
	@.venv/bin/python -m coverage erase
	@PASAR_JIT=0 .venv/bin/python -m coverage run -m pytest -n $(WORKERS) --dist loadfile $(or $(ARGS),$(PLAIN))
	$(if $(ARGS),,@.venv/bin/python -m coverage run -m pytest -n $(WORKERS) --dist loadfile $(COMPILED))
	@.venv/bin/python -m coverage combine --quiet
	@.venv/bin/python -m coverage report
	$(if $(ARGS),,@.venv/bin/python tools/check_coverage.py)

recipes:  ## Run the tests that need PyTorch, JAX and Stable-Baselines3, in an environment of their own
	@sh tools/recipes.sh $(ARGS)

check:  ## Check format, style, types, who imports whom, spelling, licences, the lock and the web client
	@sh tools/setup.sh dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/codespell
	.venv/bin/python tools/check_licences.py
	.venv/bin/python tools/make_types.py --check
	@.venv/bin/python tools/web.py dev
	.venv/bin/python tools/web.py npm run check
	.venv/bin/python tools/web.py npm run spelling
	.venv/bin/python tools/check_lock.py

mutants:  ## Put deliberate faults in, one at a time, and see that the tests notice (some: make mutants ONLY=leaks)
	@sh tools/setup.sh dev
	@.venv/bin/python tools/mutants.py $(ONLY)

simulate:  ## Let the server live through simulated histories (SEEDS=1-10000 HOURS=1; deliberate faults: MUTANTS=1)
	@sh tools/setup.sh dev
	@.venv/bin/python tools/histories.py --seeds $(SEEDS) --moves $(MOVES) --hours $(HOURS) --processes $(AT_ONCE) \
		$(if $(RESULTS),--out $(RESULTS)) $(if $(MUTANTS),--mutants)

bench:  ## Measure all figures, or go on with it, and write docs/figures.md (some: make bench ONLY="games state")
	@sh tools/setup.sh dev
	@.venv/bin/python tools/web.py dev
	@PYTHONPATH=tests .venv/bin/python tools/figures.py $(ONLY)

lock:  ## Make requirements/*.txt anew from pyproject.toml (newest of everything: make lock UPGRADE=1)
	@sh tools/setup.sh dev
	@sh tools/lock.sh

release:  ## Do everything for a release but the upload (already tested by CI: make release TESTED=1)
	@sh tools/setup.sh dev
	@.venv/bin/python tools/release.py

clean:  ## Remove everything that can be made again, .venv included
	@rm -rf .venv .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist htmlcov
	@rm -rf web/node_modules src/pasar/web
	@find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
