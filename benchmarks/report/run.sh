#!/bin/sh
# Stores synthetic runs, makes their report in the launcher's heap, and opens it: run.sh [VARIANTS SECONDS POOLS]
set -eu
cd "$(dirname "$0")/../.."
java=${JAVA_HOME:?}/bin/java
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
classes=cli/target/headroom.jar:report/target/test-classes

"$java" -cp "$classes" benchmarks/report/Store.java "$folder" "${1:-30}" "${2:-3600}" "${3:-10}"
for heap in ${HEAPS:-1g 256m}; do
    HEADROOM_OPTS="-Xmx$heap -Xlog:gc*:file=$folder/gc.log" /usr/bin/time -f "report with -Xmx$heap: %e s, %M KB resident" \
        ./headroom report "$folder" >"$folder/terminal.txt"
done
"$java" -cp "$classes" dev.headroom.report.fixture.Opening "$folder/report.html"
