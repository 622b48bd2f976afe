#!/bin/sh
# Compiles Playouts and what it needs of GGP Base into one folder.
#
#   build.sh CHECKOUT OUT
#
# CHECKOUT  a checkout of the repository ggp-org/ggp-base, with src/main/java and lib/Guava
# OUT       folder for the classes, made where it is missing
#
# Needs a JDK, 14 or later. Runs with: java -cp OUT:OUT/guava.jar Playouts FILE.kif SECONDS SEED [MAX_STEPS [WARM_UP]]
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 CHECKOUT OUT" >&2
    exit 2
fi
checkout=$1
out=$2
here=$(cd "$(dirname "$0")" && pwd)
sources=$checkout/src/main/java

if [ ! -f "$sources/org/ggp/base/util/statemachine/implementation/prover/ProverStateMachine.java" ]; then
    echo "$0: $checkout is no checkout of ggp-org/ggp-base: no ProverStateMachine in $sources" >&2
    exit 1
fi
if ! command -v javac >/dev/null; then
    echo "$0: no javac found: install a JDK (on Debian: default-jdk-headless)" >&2
    exit 1
fi
guava=$checkout/lib/Guava/guava-14.0.1.jar
# Debian's Guava is no way out: GGP Base calls MapMaker.softValues, which later versions no longer have.
if [ ! -f "$guava" ]; then
    echo "$0: no $guava: it is part of the checkout, and later versions do not fit" >&2
    exit 1
fi

mkdir -p "$out"
# The source path brings in what Playouts uses, and no more: not the players, servers and graphics.
javac -encoding UTF-8 -nowarn -Xlint:none -proc:none -implicit:class \
    -cp "$guava" -sourcepath "$sources" -d "$out" "$here/Playouts.java"
cp "$guava" "$out/guava.jar"
