# Every path here is relative and without spaces, so the checkout itself may lie anywhere.
# What takes more than a line is in tools/.

.DEFAULT_GOAL := help
.PHONY: help play terminal web test cover check bench lock clean

# Use another Python than the one found: make test PYTHON=python3.12
export PYTHON
export UPGRADE

# For play: options of the server. For terminal: the game and its options. For test, cover: what pytest is given.
ARGS ?=

# How many processes share the tests; 0 is one process without any sharing.
WORKERS ?= 0

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

test:  ## Run the tests (some: make test ARGS="-k b8"; in two processes: make test WORKERS=2)
	@sh tools/setup.sh dev
	@.venv/bin/python tools/web.py dev
	$(if $(ARGS),,@sh tools/browser.sh get >/dev/null)
	$(if $(ARGS),,@.venv/bin/python tools/web.py npm test)
	@.venv/bin/python -m pytest -n $(WORKERS) --dist loadfile $(ARGS)

cover:  ## Run the tests with the rules as plain Python, and list the lines that none of them reached
	@sh tools/setup.sh dev
	@.venv/bin/python tools/web.py dev
	@PASAR_JIT=0 .venv/bin/python -m coverage run -m pytest $(ARGS)
	@.venv/bin/python -m coverage report

check:  ## Check format, style, types, who imports whom, the lock and the web client
	@sh tools/setup.sh dev
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	@.venv/bin/python tools/web.py dev
	.venv/bin/python tools/web.py npm run check
	.venv/bin/python tools/check_lock.py

bench:  ## Measure the numbers that the README states
	@sh tools/setup.sh runtime
	@for file in bench/*.py; do [ ! -e "$$file" ] || .venv/bin/python "$$file" || exit 1; done

lock:  ## Make requirements/*.txt anew from pyproject.toml (newest of everything: make lock UPGRADE=1)
	@sh tools/setup.sh dev
	@sh tools/lock.sh

clean:  ## Remove everything that can be made again, .venv included
	@rm -rf .venv .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist htmlcov
	@rm -rf web/node_modules src/pasar/web
	@find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
