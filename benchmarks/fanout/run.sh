#!/usr/bin/env bash
# What composing calls costs, beside its peers; then a service that does it, in flight and in overload.
# Usage: benchmarks/fanout/run.sh short|full [calls|flight|overload[:only,...]]...   full, with all parts, writes results.md
# Takes 13 and 35 minutes. Needs JDK 25; with Go on the PATH there is a gateway beside the services. What comes after a part's
# name and a colon is handed to it: calls:free, flight:fanout,WebFlux
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$here/target/run
mode=${1:-}
case $mode in short | full) shift ;; *) sed -n '2,5s/^# //p' "$0" >&2; exit 2 ;; esac
named=$#
[ $# -gt 0 ] || set -- calls overload flight

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
major=$("$java" -version 2>&1 | sed -n '1s/^[^"]*"\([0-9]*\).*/\1/p')
if [ "${major:-0}" -ne 25 ]; then
    echo "benchmarks/fanout: needs JDK 25 (its preview of StructuredTaskScope), but $java is ${major:-missing}: set JAVA_HOME to one" >&2
    exit 2
fi
ulimit -n "$(ulimit -Hn)"

mkdir -p "$work"
(cd "$root" && ./mvnw -q -B -pl benchmarks/fanout,benchmarks/fanout/service,benchmarks/webflux,cases/downstream -am \
    -Dmaven.test.skip=true '-P!static-checks' package)
if command -v go >/dev/null; then
    (cd "$here/gateway" && go build -o "$work/gateway" .)
else
    echo "benchmarks/fanout: no go on the PATH: goes on without the gateway" >&2
fi
classes="$here/target/classes:$here/target/lib/*"
# Lean, as Headroom itself runs: it shares the processors with what it measures
load=("$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g --enable-native-access=ALL-UNNAMED -cp "$classes")

part() {
    local only=()
    [ "$1" = "${1#*:}" ] || IFS=, read -ra only <<<"${1#*:}"
    case ${1%%:*} in
        calls)
            printf '\n## Composed calls, and the bound by itself\n'
            "$java" --enable-preview --sun-misc-unsafe-memory-access=allow -cp "$classes" dev.headroom.benchmarks.fanout.Costs "$mode" "${only[@]}"
            ;;
        flight)
            printf '\n## In flight\n'
            "${load[@]}" dev.headroom.benchmarks.fanout.load.InFlight "$root" "$work" "$mode" "${only[@]}"
            ;;
        overload)
            printf '\n## At three and ten times the capacity\n\n'
            "${load[@]}" dev.headroom.benchmarks.fanout.load.Overload "$root" "$work" "$mode" "${only[@]}"
            ;;
        *) echo "benchmarks/fanout: there is no part '$1'" >&2; exit 2 ;;
    esac
}
{
    echo "# A composed call, and a service of such calls"
    echo
    echo "$(date -u '+%F %H:%M') UTC, $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), Linux $(uname -r), $("$java" -version 2>&1 | sed -n 2p | sed 's/.*build //; s/)//')$(command -v go >/dev/null && go version | awk '{ print ", Go " substr($3, 3) }'), $(ulimit -n) file descriptors a process; $mode."
    echo
    for one in "$@"; do part "$one"; done
} | tee "$work/results-$mode.md"
[ "$mode" = short ] || [ "$named" -gt 0 ] || cp "$work/results-$mode.md" "$here/results.md"
