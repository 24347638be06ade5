#!/usr/bin/env bash
# What it costs a running JVM to be watched, by number of threads and way. Prints rows of the table in README.md. SIZES: "platform:400 virtual:10000"
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${JAVA_HOME:?set JAVA_HOME to a JDK 25}"
[ -f "$root/probe/target/classes/dev/headroom/probe/headroom-agent.jar" ] \
  || (cd "$root" && ./mvnw -q -B -pl probe -am package -DskipTests)
# what the probe needs of Jackson, where Maven keeps it
jars=$(find "${MAVEN_REPO:-$HOME/.m2/repository}/tools/jackson/core" "${MAVEN_REPO:-$HOME/.m2/repository}/com/fasterxml/jackson/core" \
  -name '*.jar' 2>/dev/null | tr '\n' ':')
classes=$(mktemp -d)
trap 'rm -r "$classes"' EXIT
path="$classes:$root/probe/target/classes:$root/core/target/classes:$jars"
"$JAVA_HOME/bin/javac" -d "$classes" -cp "$path" "$here/Watching.java"
# shellcheck disable=SC2086 # sizes are words
"$JAVA_HOME/bin/java" -cp "$path" Watching \
  ${SIZES:-platform:50 platform:400 platform:2000 virtual:10000 virtual:100000}
