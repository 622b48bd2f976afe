#!/usr/bin/env bash
# The demo: a game of Nim through all stages, each into a file, and the answer. `make demo` calls it
# in the top folder of the project, with `gdlc` on the path.
set -euo pipefail

sheet=examples/nim.kif
folder=build/demo
mkdir -p "$folder"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

run() {
  printf '\n$ %s\n' "$*"
  "$@"
}

# The size of a file, and its first line that matches each pattern.
show() {
  local file=$1
  shift
  printf '  %s: %d lines, %d bytes; from it:\n' "$file" "$(wc -l < "$file")" "$(wc -c < "$file")"
  for pattern in "$@"; do
    grep -m 1 -e "$pattern" "$file" | cut -c -96 | sed 's/^/    /'
  done
}

say "The game: $sheet"
awk '/^; The rules in words/, /^;$/' "$sheet" | sed 's/^; *\(The rules in words\. *\)\{0,1\}/  /'
printf '  How likely does the first player win at best, against a perfect opponent?\n'

say "1. The rules, unrolled over 18 steps and ground: an answer set program"
run gdlc ground "$sheet" --role xplayer --horizon 18 -o "$folder/nim.lp"
show "$folder/nim.lp" '^% gdlc' '^_gdlc(horizon' '^true(sticks(left,2),1)' '^true(sticks.*:-' '^1 {does' '^:- not _won'

say "2. The opponent becomes universal, the shaking table becomes chance: SQASP"
run gdlc quantify "$folder/nim.lp" -o "$folder/nim.sqasp"
show "$folder/nim.sqasp" '^% gdlc' '^_exists' '^_chance' '^_forall' '^true(sticks.*:-'

say "3. Stable models become models of clauses: XSSAT"
run gdlc translate "$folder/nim.sqasp" -o "$folder/nim.xssat"
show "$folder/nim.xssat" '^c gdlc' '^c x name' '^p cnf' '^e ' '^r ' '^a ' '^-[0-9]'

say "4. The exact value"
run gdlc solve "$folder/nim.xssat"

say "The same by forward search on the rules: it shares only their reading with the stages above"
run gdlc search "$sheet" --role xplayer --horizon 18
