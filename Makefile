# Two commands do all their own set-up: make demo, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm clang-19 llvm-19 g++ valgrind \
    ccache
WORKERS ?= 2
comma := ,

.PHONY: demo test test-full developed lint lit pytest packages clean

# Install what is behind it; what the installer has to say is shown where it fails.
install = @echo "installing into $(VENV)"; \
    said=$$($(BIN)/python -m pip install --quiet --editable $(1) 2>&1) || { echo "$$said"; exit 1; }

demo: $(VENV)/installed
	$(BIN)/python examples/digits/demo.py

# Tests compile the same kernels again and again; without ccache they only take longer.
test test-full: export PATH := /usr/lib/ccache:$(PATH)
test test-full: export CCACHE_DIR := $(CURDIR)/build/ccache
test test-full: export CCACHE_BASEDIR := /
test test-full: export CCACHE_NOHASHDIR := 1

# Every combination instead of a seeded sample; for releases, not for every change.
test-full: export HELIA_FULL := 1

# One part after the other; at the end, how long each took.
test test-full:
	@took=; for part in packages developed lint lit pytest; do \
	    begin=$$(date +%s); \
	    $(MAKE) --no-print-directory $$part || exit 1; \
	    took="$$took\n$$(printf '%6d s  %s' $$(($$(date +%s) - begin)) $$part)"; \
	done; printf "$$took\n"

pytest: $(VENV)/developed
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

developed: $(VENV)/developed

lint: $(VENV)/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python

lit: $(VENV)/developed
	$(BIN)/lit -q -j $(WORKERS) tests/lit

# Compilers and emulators, where apt and root are there; elsewhere their tests say what they miss.
packages:
	@if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	    dpkg -s $(PACKAGES) >/dev/null 2>&1 || \
	    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES) >/dev/null; }; \
	fi

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(call install,'.[verify]')
	touch $@

$(VENV)/developed: $(VENV)/installed
	$(call install,'.[verify$(comma)dev]')
	touch $@

clean:
	rm -rf $(VENV) build helia_aot/backend_c/compiled_templates
