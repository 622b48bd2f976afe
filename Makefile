# The two commands of the README are `make demo` and `make test`: each makes its own virtual
# environment, installs and builds what it needs, and runs. `make help` lists the rest.

PYTHON ?= python3
VENV ?= .venv
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# More arguments for pytest: make test ARGS="-k nim -x"
ARGS ?=
# The same for a commit, so that a failing fuzz run can be repeated without its output.
SEED ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1)
SECONDS ?= 60

# The package `gdlc` and the format pages need no rule of their own: the install is editable.
NATIVE := CMakeLists.txt $(shell find native -name '*.cpp' -o -name '*.hpp' -o -name CMakeLists.txt)
CXX_FILES := $(filter %.cpp %.hpp,$(NATIVE))
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CMAKE := $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
  -DPython_EXECUTABLE=$(abspath $(BIN)/python) -DGDLC_TESTS=ON -DGDLC_PARSE_ONCE=ON

.DELETE_ON_ERROR:
.PHONY: demo test install native-test sanitize-test lint format fuzz clean help FORCE

demo: $(VENV)/installed  ## solve one of the examples through all stages
	@PATH="$(abspath $(BIN)):$$PATH" bash docs/demo.sh

test: $(VENV)/installed  ## all tests in Python
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

install: $(VENV)/installed  ## only make the environment

native-test: build/native/made  ## the tests of the native part, without Python
	$(BIN)/ctest --test-dir build/native --output-on-failure -j $(JOBS)

sanitize-test: build/sanitized/made  ## the same under sanitizers, the solver audited as it runs
	$(BIN)/ctest --test-dir build/sanitized --output-on-failure -j $(JOBS)

fuzz: build/sanitized/made $(VENV)/installed  ## random formulas and programs; SEED=, SECONDS=
	@echo "fuzz: seed $(SEED), $(SECONDS) s each"
	build/sanitized/native/tests/fuzz $(SEED) $(SECONDS)
	build/sanitized/native/tests/fuzz_reader $(SEED) $(SECONDS)
	build/sanitized/native/tests/fuzz_asp $(SEED) $(SECONDS)
	$(BIN)/python -m tests.fuzz $(SEED) $(SECONDS)

lint: $(VENV)/linters build/typed/made  ## ruff, mypy --strict and clang-format; changes nothing
	$(BIN)/ruff check compiler formats tests
	$(BIN)/ruff format --check compiler formats tests
	@echo "$(BIN)/clang-format --dry-run --Werror (native)"
	@$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/mypy

format: $(VENV)/linters  ## lay out all code as `lint` wants it
	$(BIN)/ruff check --fix --exit-zero --quiet compiler formats tests
	$(BIN)/ruff format compiler formats tests
	@$(BIN)/clang-format -i $(CXX_FILES)

clean:  ## remove all that the targets above make
	rm -rf build dist $(VENV)
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	find compiler formats tests -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-14s %s\n", $$1, $$2 }'

# The environment in steps, each with a file that remembers when it was done.

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "gdlc needs Python 3.11 or newer, and '$(PYTHON)' is not;" \
	    "name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The build requirements stay in the environment: an isolated build would get Boost in a folder of
# another name each time, and compile everything again.
$(VENV)/tools: pyproject.toml $(VENV)/made
	@echo "installing what the build needs ..."
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' > $@.txt
	@$(PIP) -r $@.txt cmake ninja
	@touch $@

# An editable install knows the modules there were: new ones need another one.
$(VENV)/modules: FORCE | $(VENV)/made
	@find compiler formats -name '*.py' -o -name '*.pyi' -o -name '*.lark' | LC_ALL=C sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(VENV)/installed: $(VENV)/tools $(VENV)/modules $(NATIVE)
	@echo "installing gdlc; the first time the solver is compiled, which takes minutes ..."
	@$(PIP) --no-build-isolation --editable '.[test]'
	@touch $@

$(VENV)/linters: $(VENV)/installed
	@$(PIP) --no-build-isolation --editable '.[lint]'
	@touch $@

build/native/made: $(VENV)/tools $(NATIVE)
	$(CMAKE) -B build/native > build/native.log || { cat build/native.log; exit 1; }
	$(BIN)/cmake --build build/native
	@touch $@

# Debug without -O0: asserts are on, and the tests do not take forever.
build/sanitized/made: $(VENV)/tools $(NATIVE)
	$(CMAKE) -B build/sanitized -DGDLC_SANITIZE=ON -DGDLC_AUDIT=ON -DCMAKE_BUILD_TYPE=Debug \
	  -DCMAKE_CXX_FLAGS_DEBUG=-O1 > build/sanitized.log || { cat build/sanitized.log; exit 1; }
	$(BIN)/cmake --build build/sanitized
	@touch $@

build/native/made build/sanitized/made: | build
build:
	@mkdir -p $@

# mypy wants the folders as they are imported: gdlc.formats inside gdlc.
build/typed/made: $(VENV)/modules
	@rm -rf build/typed && mkdir -p build/typed/gdlc
	@ln -s $(patsubst compiler/%,../../../compiler/%,$(wildcard compiler/gdlc/*)) ../../../formats build/typed/gdlc
	@touch $@
