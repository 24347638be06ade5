#!/bin/sh
# The same load by five generators: benchmarks/load/tools/tools.sh [delay|users|facade] [OPTIONS OF headroom run]
# Needs JDK 25, wrk, and the cases built (./headroom run users --quick builds them). Fetches JMeter and Gatling by Maven, once.
set -eu
cd "$(dirname "$0")"
root=../../..
./fetch.sh
mkdir -p target/classes
sed 's#@PATH@#/metadata/names/1#' page.jmx > target/delay.jmx
sed 's#@PATH@#/users_parallel/2505#' page.jmx > target/users.jmx
cp src/logback.xml target/classes
javac -d target/classes -cp "target/gatling/*" src/load/*.java
name=${1:-delay}
[ $# -eq 0 ] || shift
$root/headroom run "$name.yaml" --out target/results "$@"
