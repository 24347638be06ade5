#!/usr/bin/env bash
# For how long a JVM stands still for a class histogram and a heap dump. Writes results.md beside itself; needs some 14 GB of memory and 10 GB in /tmp for the largest.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${JAVA_HOME:?set JAVA_HOME to a JDK 25}"
[ -d "$root/probe/target/classes/dev/headroom/probe/heap" ] || (cd "$root" && ./mvnw -q -B -pl probe -am package -DskipTests)
# shellcheck disable=SC2086 # sizes are words
exec "$JAVA_HOME/bin/java" -cp "$root/probe/target/classes:$root/core/target/classes" \
  "$here/HeapCost.java" "$here/Filled.java" "${OUT:-$here/results.md}" ${SIZES:-100 1000 8000}
