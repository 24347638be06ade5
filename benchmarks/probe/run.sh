#!/usr/bin/env bash
# Throughput of a service with 400 busy threads, with and without the probe, paired. Writes results.md beside itself.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${JAVA_HOME:?set JAVA_HOME to a JDK 25}"
[ -f "$root/probe/target/classes/dev/headroom/probe/headroom-agent.jar" ] \
  || (cd "$root" && ./mvnw -q -B -pl probe -am package -DskipTests)
# what the probe needs of Jackson, where Maven keeps it
jars=$(find "${MAVEN_REPO:-$HOME/.m2/repository}/tools/jackson/core" "${MAVEN_REPO:-$HOME/.m2/repository}/com/fasterxml/jackson/core" \
  -name '*.jar' 2>/dev/null | tr '\n' ':')
exec "$JAVA_HOME/bin/java" -cp "$root/probe/target/classes:$root/core/target/classes:$jars" \
  "$here/ProbeCost.java" "$here/results.md" "${PAIRS:-6}" "${SECONDS_EACH:-10}"
