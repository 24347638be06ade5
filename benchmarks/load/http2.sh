#!/usr/bin/env bash
# The embedded engine in HTTP/2 beside h2load and beside itself in HTTP/1.1: 100 users, and an open load on one connection.
# Usage: benchmarks/load/http2.sh [ROUNDS]   writes http2.md; takes about 1.5 minutes a round
# Needs JDK 25 (JAVA_HOME or PATH) and h2load (Debian: nghttp2-client).
set -u
. "$(dirname "$0")/common.sh"
rounds=${1:-3}
needs h2load
rm -f "$work"/series-*
load=$(cut -d" " -f1-3 /proc/loadavg)

build
target 18321 0 h2
target 18322 0
http2=http://127.0.0.1:18321$path
http1=http://127.0.0.1:18322$path
rates=(10000 30000)

ours() { measured "$java" --enable-native-access=ALL-UNNAMED "$@"; }
per_thousand() { awk -v c="$1" -v n="$2" 'BEGIN { printf "%.4f", n ? 1000 * c / n : 0 }'; }

users_ours() { # name uri http2
    ours -Dhttp2="$3" -cp "$engine" Headroom "$2" users 100 10 3
    note "rate-$1" "$(field steady)"
    note "cpu-$1" "$(per_thousand "$(field cpu)" "$(field requests)")"
    note "failed-$1" "$(($(field requests) - $(field succeeded)))"
}
of_h2load() { # name
    requests=$(awk '/^requests:/ { print $8 }' "$work/out")
    note "rate-$1" "$(awk '/^finished in/ { print $4 }' "$work/out")"
    note "cpu-$1" "$(per_thousand "$cpu" "$requests")"
    note "failed-$1" "$(awk '/^requests:/ { print $10 + $12 }' "$work/out")"
}
open_ours() { # rate
    ours -Dhttp2=true -cp "$engine" Headroom "$http2" open "$1" 5 3
    note "rate-headroom-$1" "$(field offered)"
    note "cpu-headroom-$1" "$(per_thousand "$(field cpu)" "$(field requests)")"
    note "failed-headroom-$1" "$(($(field requests) - $(field succeeded)))"
    note "connections-$1" "$(field connections)"
    note "late-$1" "$(field lag_p99)"
}

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    users_ours headroom-http2 "$http2" true
    measured h2load -c100 -m1 -t1 -D10 "$http2"
    of_h2load h2load
    users_ours headroom-http1 "$http1" false
    for rate in "${rates[@]}"; do
        open_ours "$rate"
        measured h2load -c1 -m100 -t1 --rps="$rate" -D5 "$http2"
        of_h2load "h2load-$rate"
    done
done

sum() { awk '{ s += $1 } END { print s + 0 }' "$work/series-$1"; }
row() { # name shown
    echo "| $2 | $(of "rate-$1") ($(spread "rate-$1")) | $(of "cpu-$1") ($(spread "cpu-$1")) | $(sum "failed-$1") |"
}
{
    echo "# The engine in HTTP/2"
    echo
    echo "\`benchmarks/load/http2.sh $rounds\`, $(date -u '+%F %H:%M') UTC, $(nproc) cores, Linux $(uname -r), $(h2load --version). Medians of $rounds rounds"
    echo "(lowest to highest), in which the tools took turns. CPU of Headroom is that of its one thread while it counts; that of h2load is all of its process."
    echo "Without TLS; the target (Netty's codec, one thread) answers at once. Load average before: $load."
    echo
    echo "## 100 users, a connection each"
    echo
    echo "| tool | requests/s | CPU s per 1,000 requests | failed, all rounds |"
    echo "| --- | --- | --- | --- |"
    row headroom-http2 "Headroom, HTTP/2"
    row h2load "h2load -c100 -m1"
    row headroom-http1 "Headroom, HTTP/1.1 (another target)"
    echo
    echo "## A rate on one connection, 5 s"
    echo
    echo "| tool | requests/s | CPU s per 1,000 requests | failed, all rounds |"
    echo "| --- | --- | --- | --- |"
    for rate in "${rates[@]}"; do
        row "headroom-$rate" "Headroom, $rate/s: $(of "connections-$rate") connections, sent late $(of "late-$rate") ms (p99)"
        row "h2load-$rate" "h2load -c1 -m100 --rps=$rate"
    done
    echo
    echo "Headroom sends each request when it is due, and pays a waking of its thread for most of them, as over HTTP/1.1; h2load lets go together what falls due within 10 ms."
} | tee "$here/http2.md"
