# Two commands are all a newcomer needs: make demo, make test.
# Everything happens in .venv, made from requirements.lock with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test check check-slow audit bench accuracy replicate pipeline weights docs lock clean help

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

demo: $(READY) ## the paper's own examples word by word, then raw text
	@echo "== Strube (1998), Table 3: the S-list after each step, and why a candidate failed"
	$(BIN)/hearer trace examples/table3.conllu
	@echo "== Table 4: the unused FRIEDMAN replaced by a brand-new DRIVER"
	$(BIN)/hearer trace examples/table4.conllu
	@echo "== Table 5: a sentence from the New York Times"
	$(BIN)/hearer trace examples/table5.conllu
	@echo "== Where the S-list and BFP differ, and why"
	$(BIN)/hearer compare examples/table3.conllu -a s-list -a bfp --only-differences
	@echo "== Raw text"
	$(BIN)/hearer resolve examples/story.txt --to text
	$(BIN)/hearer rewrite examples/story.txt

test: $(READY) ## every test that needs no more than ten minutes, and what they cover
	$(BIN)/python -m pytest -n 2 -m "not slow" --cov --cov-report=term

check: $(READY) ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-slow: $(READY) ## the long checks, 200,000 mutated inputs, growth up to 20,000 words a sentence
	$(BIN)/python -m pytest -n 2 -m slow
	$(BIN)/python bench/growth.py

audit: $(READY) ## known vulnerabilities of what requirements.lock pins, where advisories answer
	$(BIN)/python .ci/audit.py

bench: $(READY) ## benchmarks: ratios measured side by side in one run
	$(BIN)/python -m bench

accuracy: $(READY) ## GUM, LitBank and GAP from raw text, from ../shared/data (some minutes)
	$(BIN)/python -m bench.accuracy

replicate: $(READY) ## docs/replication.md, from ../shared/data (under half an hour)
	$(BIN)/python -m bench.replicate

pipeline: ## train the English pipeline anew from ../shared/data (minutes on a GPU, hours without)
	$(PYTHON) -m venv build/training
	build/training/bin/python -m pip install --quiet --disable-pip-version-check -r training/requirements.txt
	PYTHONPATH=src build/training/bin/python -m training.encoder all --fresh

weights: $(READY) ## train the default profile's tables anew from ../shared/data (ten minutes)
	$(BIN)/python -m training.ranker

docs: $(READY) ## the documentation, into site/
	$(BIN)/mkdocs build --strict

lock: ## write requirements.lock anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --group test --group lint --group docs --group bench \
	    --group build --python-version 3.11 --universal --generate-hashes \
	    --no-emit-index-url --no-header --output-file requirements.lock
	uv pip compile --group pyproject.toml:audit --python-version 3.11 --universal --generate-hashes \
	    --no-emit-index-url --no-header --output-file .ci/audit.lock

clean: ## remove what was built
	rm -rf $(VENV) build dist site .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis
