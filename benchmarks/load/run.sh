#!/usr/bin/env bash
# The embedded engine beside wrk, ab and k6 on the same target, in turn, one process each.
# Usage: benchmarks/load/run.sh [ROUNDS]   writes peers.md; takes about 2 minutes a round
# Needs JDK 25 (JAVA_HOME or PATH), wrk, ab, and k6 (Go module go.k6.io/k6, v1.8.1) on the PATH or K6=path.
# DOWNSTREAM=path/to/downstream.jar puts that in place of the target of this folder.
set -u
. "$(dirname "$0")/common.sh"
rounds=${1:-3}
k6=${K6:-k6}
needs wrk ab "$k6"
rm -f "$work"/series-*

build
target 18301 300
target 18302 10
slow=http://127.0.0.1:18301$path
quick=http://127.0.0.1:18302$path
flags=(--enable-native-access=ALL-UNNAMED)
lean=(--enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)
users=1000 each=20 total=20000

# both engines in an open load: rate kept, p99
ours_open() { # rate seconds
    measured "$java" "${flags[@]}" -cp "$engine" Headroom "$quick" open "$1" "$2" 2
    note "offered-headroom-$1" "$(field offered)"
    note "p99-headroom-$1" "$(field p99)"
    note "service-headroom-$1" "$(field service_p99)"
    note "lag-headroom-$1" "$(field lag_p99)"
    note "share-headroom-$1" "$(awk -v c="$(field cpu)" -v s="$2" 'BEGIN { printf "%.4f", c / s }')"
    note "failed-headroom-$1" "$(($(field requests) - $(field succeeded)))"
    [ "$(field binding)" = false ] || note "binding-headroom-$1" 1
}
k6_open() { # rate seconds
    measured env URI="$quick" RATE="$1" SECONDS="$2" "$k6" run --no-color --quiet --summary-export="$work/k6.json" "$here/arrivals.js"
    # iterations begun by the end, over the length of the load
    note "offered-k6-$1" "$(sed -n '/"http_reqs"/,/}/s/.*"count": *\([0-9]*\).*/\1/p' "$work/k6.json" | awk -v s="$2" '{ printf "%.2f", $1 / s }')"
    note "p99-k6-$1" "$(printf %.3f "$(sed -n '/"http_req_duration"/,/}/s/.*"p(99)": *\([0-9.]*\).*/\1/p' "$work/k6.json")")"
}
wrk_open() { # ten connections against 10 ms: about 1,000 requests/s, closed
    measured wrk -t1 -c10 -d10s --latency "$quick"
    note rate-wrk-10 "$(awk '/Requests\/sec/ { print $2 }' "$work/out")"
    note p99-wrk-10 "$(awk '$1 == "99%" { v = $2; if (v ~ /ms/) f = 1; else if (v ~ /us/) f = 0.001; else f = 1000; print v * f }' "$work/out")"
}

closed() { # name rate counted-cpu requests
    note "rate-$1" "$(printf %.1f "$2")"
    note "cpu-$1" "$(awk -v c="$cpu" -v n="$4" 'BEGIN { printf "%.4f", 1000 * c / n }')"
    [ -z "$3" ] || note "counted-$1" "$(awk -v c="$3" -v n="$4" 'BEGIN { printf "%.4f", 1000 * c / n }')"
}
ours_closed() { # name flags...
    local name=$1
    shift
    measured "$java" "$@" -cp "$engine" Headroom "$slow" closed $users $each
    [ "$(field succeeded)" = $total ] || { cat "$work/out" >&2; exit 1; }
    closed "$name" "$(field rate)" "$(field cpu)" $total
}
peers_closed() {
    measured env URI="$slow" "$k6" run --no-color --quiet --summary-export="$work/k6.json" "$here/users.js"
    closed k6 "$(sed -n '/"http_reqs"/,/}/s/.*"rate": *\([0-9.]*\).*/\1/p' "$work/k6.json")" "" $total
    measured ab -q -k -c $users -n $total -s 60 "$slow"
    closed ab "$(awk '/^Requests per second/ { print $4 }' "$work/out")" "" "$(awk '/^Complete requests/ { print $3 }' "$work/out")"
    measured wrk -t1 -c$users -d6s --timeout 10s "$slow"
    closed wrk "$(awk '/Requests\/sec/ { print $2 }' "$work/out")" "" "$(awk '/requests in/ { print $1 }' "$work/out")"
}

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    ours_closed headroom "${flags[@]}"
    peers_closed
    ours_closed headroom-lean "${lean[@]}"
    ours_open 20 10
    k6_open 20 10
    ours_open 1000 10
    wrk_open
    k6_open 1000 10
    ours_open 5000 10
    k6_open 5000 10
done

error() { awk -v m="$1" -v r="$2" 'BEGIN { printf "%+.2f %%", 100 * (m / r - 1) }'; }
{
    echo "# The embedded engine and its peers"
    echo
    echo "$(date -u '+%F %H:%M') UTC, $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), Linux $(uname -r), $("$java" -version 2>&1 | sed -n 2p | sed 's/.*build //; s/)//'),"
    echo "$("$k6" version | cut -d' ' -f1-2), $(wrk -v 2>&1 | head -1 | cut -d' ' -f1-2), ab $(ab -V | sed -n '1s/.*Version \([0-9.]*\).*/\1/p'). Medians of $rounds rounds, in which the tools took turns; one process each."
    echo
    echo "## Open load: is the offered rate kept? (10 s, 10 ms answer)"
    echo
    echo "Offered is requests over the time from the first to the last sending; in k6, iterations over the length of the load."
    echo
    echo "| offered, 1/s | Headroom sent, 1/s | error | sent late, p99 ms | CPU, cores | not succeeded | runs called void | k6 sent, 1/s | error |"
    echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for rate in 20 1000 5000; do
        void=$(cat "$work/series-binding-headroom-$rate" 2>/dev/null | wc -l)
        echo "| $rate | $(of offered-headroom-$rate) | $(error "$(of offered-headroom-$rate)" $rate) | $(of lag-headroom-$rate) | $(of share-headroom-$rate) | $(of failed-headroom-$rate) | $void | $(of offered-k6-$rate) | $(error "$(of offered-k6-$rate)" $rate) |"
    done
    echo
    echo "## Closed load: 1,000 users, 300 ms answer, 20 requests each (wrk: 6 s)"
    echo
    echo "No more than 3,333 requests/s are possible. CPU is that of the whole process, the start of the JVM included; *counted* is what the"
    echo "engine's thread used from the first request to the last. *lean*: -XX:TieredStopAtLevel=1 -XX:+UseSerialGC."
    echo
    echo "| tool | requests/s | lowest to highest | CPU s per 1,000 requests | counted |"
    echo "| --- | --- | --- | --- | --- |"
    for name in headroom headroom-lean k6 ab wrk; do
        counted=-
        [ -e "$work/series-counted-$name" ] && counted=$(of counted-$name)
        echo "| $name | $(of rate-$name) | $(spread rate-$name) | $(of cpu-$name) | $counted |"
    done
    echo
    echo "## Is latency inflated? (10 ms answer, 99th percentile in ms)"
    echo
    echo "wrk is a closed load of 10 connections, so its rate follows from the answers: $(of rate-wrk-10) requests/s. Headroom and k6 offer 1,000/s."
    echo
    echo "| tool | p99 | lowest to highest | |"
    echo "| --- | --- | --- | --- |"
    echo "| wrk | $(of p99-wrk-10) | $(spread p99-wrk-10) | closed |"
    echo "| Headroom | $(of p99-headroom-1000) | $(spread p99-headroom-1000) | from the intended start |"
    echo "| Headroom | $(of service-headroom-1000) | $(spread service-headroom-1000) | from the actual start |"
    echo "| k6 | $(of p99-k6-1000) | $(spread p99-k6-1000) | from the actual start |"
} | tee "$here/peers.md"
