#!/usr/bin/env bash
# HTTP engines compared as generators: 1,000 users of 20 requests against a 300 ms answer, one process each.
# Usage: benchmarks/load/engines.sh [ROUNDS]   writes engines.md; takes about a minute a round
set -u
. "$(dirname "$0")/common.sh"
rounds=${1:-5}
rm -f "$work"/series-*

build
(cd "$root" && ./mvnw -q -B -f benchmarks/load/pom.xml dependency:copy-dependencies -DoutputDirectory="$work/engines-lib") || exit 1
"${java}c" -nowarn -d "$work/engines" -cp "$work/engines-lib/*:$work/lib/*" "$here"/engines/*.java || exit 1
engines="$work/engines:$work/engines-lib/*"
target 18311 300
uri=http://127.0.0.1:18311$path
flags=(--enable-native-access=ALL-UNNAMED)

one() { # name command...
    local name=$1
    shift
    measured "$@"
    note "rate-$name" "$(field rate)"
    note "cpu-$name" "$cpu"
}
for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    one headroom "$java" "${flags[@]}" -cp "$engine" Headroom "$uri" closed 1000 20
    one netty-codec-epoll "$java" "${flags[@]}" -cp "$engines" NettyCodec "$uri" 1000 20 epoll
    one netty-codec-nio "$java" "${flags[@]}" -cp "$engines" NettyCodec "$uri" 1000 20 nio
    one vertx "$java" "${flags[@]}" -cp "$engines" Vertx "$uri" 1000 20
    one virtual-threads "$java" "${flags[@]}" -cp "$engines" VirtualThreads "$uri" 1000 20
done
{
    echo "# HTTP engines as generators"
    echo
    echo "$(date -u +%F), $(nproc) cores, medians of $rounds rounds (lowest to highest). 1,000 users, 20 requests each, 300 ms answer:"
    echo "no more than 3,333 requests/s are possible. CPU is that of the whole process, start of the JVM included."
    echo
    echo "| engine | requests/s | CPU s / 1,000 requests |"
    echo "| --- | --- | --- |"
    for name in headroom netty-codec-epoll netty-codec-nio vertx virtual-threads; do
        echo "| $name | $(of rate-$name) ($(spread rate-$name)) | $(of cpu-$name | awk '{printf "%.3f", $1/20}') |"
    done
    echo
    echo "## How late a task runs that the loop was to run at a given time (4 s each, us; CPU of the loop's thread)"
    echo
    echo "| transport | tasks/s | mean | p50 | p99 | CPU s in 4 s |"
    echo "| --- | --- | --- | --- | --- | --- |"
    "$java" "${flags[@]}" -cp "$engines:$work/lib/*" Timers
} | tee "$here/engines.md"
