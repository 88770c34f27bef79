# `make demo` does the main job on a machine that has Python 3.11+, make and git;
# `make test` runs every check. Both set themselves up.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Every warning, a link that leads nowhere among them, ends the build.
SITE = --fail-on-warning --keep-going --quiet --builder html docs out/docs
export OPENBLAS_NUM_THREADS = 1
# Tests start hundreds of processes: each would translate every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test code wheel docs lowest nightly bench clean

$(VENV)/.user: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[cad]'
	@touch $@

$(VENV)/.dev: $(VENV)/.user
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[cad,dev,docs]'
	@touch $@

demo: $(VENV)/.user
	$(BIN)/netfloor compare examples/table2.toml --out out/table2
	@echo "Open out/table2/report.html in a browser."

test: $(VENV)/.dev
	$(MAKE) --jobs=2 code wheel docs
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not nightly"

# Each of these three keeps one core busy.
code: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/package_tree.py $(VENV)/tree
	MYPYPATH=$(VENV)/tree $(BIN)/mypy
	cd $(VENV)/tree && $(abspath $(BIN))/lint-imports --config $(CURDIR)/pyproject.toml

wheel: $(VENV)/.dev
	$(BIN)/python -m tests.wheel_check

docs: $(VENV)/.dev
	$(BIN)/sphinx-build $(SITE)
	@echo "Open out/docs/index.html in a browser."

# The declared versions: the lowest that pyproject.toml allows, then the newest.
lowest: $(VENV)/.dev
	$(BIN)/python -m tests.lowest
	$(BIN)/python -m tests.lowest --newest

nightly: $(VENV)/.dev
	eval "$$($(BIN)/python tests/reliability/debian_programs.py)" && $(BIN)/python -m pytest -n 2 --dist worksteal \
	    --hypothesis-profile nightly \
	  && $(BIN)/python -m tests.wheel_check --pages \
	  && $(MAKE) lowest \
	  && $(BIN)/python -m tests.mutations --sample 300 --seed $$(date +%Y%m%d) --least 0.85 \
	  && $(BIN)/python -m tests.plans.forge --edits 10000 --seed $$(date +%Y%m%d)

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) out dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
