#!/usr/bin/env bash
# What the probe costs a service, by number of threads, paired. Writes results.md beside itself.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${JAVA_HOME:?set JAVA_HOME to a JDK 25}"
[ -f "$root/probe/target/classes/dev/headroom/probe/headroom-agent.jar" ] \
  || (cd "$root" && ./mvnw -q -B -pl probe -am package -DskipTests)
# what the probe needs of Jackson, where Maven keeps it
jars=$(find "${MAVEN_REPO:-$HOME/.m2/repository}/tools/jackson/core" "${MAVEN_REPO:-$HOME/.m2/repository}/com/fasterxml/jackson/core" \
  -name '*.jar' 2>/dev/null | tr '\n' ':')
# shellcheck disable=SC2086 # sizes are words
exec "$JAVA_HOME/bin/java" -cp "$root/probe/target/classes:$root/core/target/classes:$jars" \
  "$here/ProbeCost.java" "$here/Busy.java" "${OUT:-$here/results.md}" "${PAIRS:-4}" "${SECONDS_EACH:-8}" \
  ${SIZES:-platform:50 platform:400 platform:2000 virtual:10000 virtual:100000}
