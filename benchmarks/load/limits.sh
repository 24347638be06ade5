#!/usr/bin/env bash
# Where the embedded engine ends, beside wrk and k6: the highest rate, 10,000 users (and 19,500, alone), Poisson arrivals against the law of M/M/c.
# Usage: benchmarks/load/limits.sh [ROUNDS]   writes results.md; takes about 3 minutes a round
# Needs JDK 25 (JAVA_HOME or PATH), wrk, k6 (on the PATH or K6=path), and 20,000 descriptors (ulimit -Hn) and local ports. USERS=n: of the engine alone.
set -u
. "$(dirname "$0")/common.sh"
rounds=${1:-3}
users=${USERS:-19500}
k6=${K6:-k6}
needs wrk "$k6"
rm -f "$work"/series-*
load=$(cut -d" " -f1-3 /proc/loadavg)

build
target 18321 2000
target 18322 0
target 18323 100 4
many=http://127.0.0.1:18321$path
fast=http://127.0.0.1:18322$path
queue=http://127.0.0.1:18323$path
flags=(--enable-native-access=ALL-UNNAMED)
rates=(10000 30000 50000)
utilisations=(50 80)

ours() { measured "$java" "${flags[@]}" -cp "$engine" Headroom "$@"; }
per_thousand() { awk -v c="$1" -v n="$2" 'BEGIN { printf "%.4f", n ? 1000 * c / n : 0 }'; }

closed_ours() { # name uri users seconds
    ours "$2" users "$3" "$4" 3
    note "rate-$1" "$(field steady)"
    note "cpu-$1" "$(per_thousand "$(field cpu)" "$(field requests)")"
    note "p99-$1" "$(field service_p99)"
    note "failed-$1" "$(($(field requests) - $(field succeeded)))"
    note "read-$1" "$(field read_lag_p99)"
    note "void-$1" "$([ "$(field binding)" = true ] && echo 1 || echo 0)"
}
closed_wrk() { # name uri users seconds
    measured wrk -t1 -c"$3" -d"$4"s --timeout 30s --latency "$2"
    note "rate-$1" "$(awk '/Requests\/sec/ { print $2 }' "$work/out")"
    note "cpu-$1" "$(per_thousand "$cpu" "$(awk '/requests in/ { print $1 }' "$work/out")")"
    note "p99-$1" "$(awk '$1 == "99%" { v = $2; if (v ~ /ms/) f = 1; else if (v ~ /us/) f = 0.001; else f = 1000; print v * f }' "$work/out")"
    note "failed-$1" "$(awk '/Socket errors/ { gsub(",", ""); print $4 + $6 + $8 + $10; f = 1 } END { if (!f) print 0 }' "$work/out")"
}
closed_k6() { # name uri users seconds
    measured env URI="$2" "$k6" run --vus "$3" --duration "$4s" --summary-trend-stats "p(99)" --no-color --quiet --summary-export="$work/k6.json" "$here/users.js"
    local count
    count=$(sed -n '/"http_reqs"/,/}/s/.*"count": *\([0-9]*\).*/\1/p' "$work/k6.json")
    note "rate-$1" "$(awk -v n="$count" -v s="$4" 'BEGIN { printf "%.1f", n / s }')"
    note "cpu-$1" "$(per_thousand "$cpu" "$count")"
    note "p99-$1" "$(printf %.3f "$(sed -n '/"http_req_duration"/,/}/s/.*"p(99)": *\([0-9.]*\).*/\1/p' "$work/k6.json")")"
    note "failed-$1" "$(sed -n '/"http_req_failed"/,/}/s/.*"passes": *\([0-9]*\).*/\1/p' "$work/k6.json")"
}
open_ours() { # rate
    ours "$fast" open "$1" 5 3
    note "offered-$1" "$(field offered)"
    note "lag-$1" "$(field lag_p99)"
    note "p99-open-$1" "$(field p99)"
    note "service-open-$1" "$(field service_p99)"
    note "share-$1" "$(awk -v c="$(field cpu)" 'BEGIN { printf "%.3f", c / 5 }')"
    note "open-void-$1" "$([ "$(field binding)" = true ] && echo 1 || echo 0)"
}
# Four workers of 100 ms: 40/s at most; the law is Erlang's C
poisson_ours() { # utilisation in percent
    ours "$queue" poisson $(($1 * 4 / 10)) 30 1
    note "mean-$1" "$(field mean)"
    note "error-$1" "$(field mean_error)"
}
law() { awk -v u="$1" 'BEGIN { c = 4; s = 100; a = c * u / 100; b = 1; for (k = 1; k <= c; k++) b = a * b / (k + a * b)
    w = b / (1 - u / 100 * (1 - b)); printf "%.2f", s + w * s / (c - a) }'; }
sum() { awk '{ s += $1 } END { print s + 0 }' "$work/series-$1"; }

for round in $(seq "$rounds"); do
    echo "round $round of $rounds" >&2
    closed_ours fast-headroom "$fast" 100 10
    closed_wrk fast-wrk "$fast" 100 10
    closed_k6 fast-k6 "$fast" 100 10
    closed_ours many-headroom "$many" 10000 12
    closed_wrk many-wrk "$many" 10000 12
    closed_ours most-headroom "$many" "$users" 12
    for rate in "${rates[@]}"; do open_ours "$rate"; done
    for utilisation in "${utilisations[@]}"; do poisson_ours "$utilisation"; done
done

row() { # name shown
    local read=-
    [ -e "$work/series-read-$1" ] && read=$(of "read-$1")
    local void=-
    [ -e "$work/series-void-$1" ] && void=$(sum "void-$1")
    echo "| $2 | $(of "rate-$1") ($(spread "rate-$1")) | $(of "cpu-$1") ($(spread "cpu-$1")) | $(of "p99-$1") | $read | $(sum "failed-$1") | $void |"
}
head='| tool | requests/s | CPU s per 1,000 requests | p99, ms | read late, p99 ms | failed, all rounds | rounds called void |
| --- | --- | --- | --- | --- | --- | --- |'
{
    echo "# Where the embedded engine ends"
    echo
    echo "\`benchmarks/load/limits.sh $rounds\`, $(date -u '+%F %H:%M') UTC, $(nproc) cores, Linux $(uname -r), $(wrk -v 2>&1 | head -1 | cut -d' ' -f1-2), $("$k6" version | cut -d' ' -f1-2). Medians of $rounds rounds"
    echo "(lowest to highest), in which the tools took turns. CPU of Headroom is that of its one thread while it counts; that of wrk and k6 is all of their process."
    echo "Generator and target share the machine, and one core serves the target: its own limit is in all of these. Load average before: $load."
    echo
    echo "## The highest rate: 100 users, an answer at once"
    echo
    echo "$head"
    row fast-headroom Headroom
    row fast-wrk wrk
    row fast-k6 k6
    echo
    echo "## 10,000 users, 2 s to an answer: 5,000 requests/s at most; and $users users, $((users / 2))/s at most"
    echo
    echo "$head"
    row many-headroom Headroom
    row many-wrk wrk
    row most-headroom "Headroom, $users users"
    echo
    echo "## Open load, 5 s, an answer at once"
    echo
    echo "| offered, 1/s | sent, 1/s | sent late, p99 ms | p99 from due, ms | from sent, ms | CPU, cores | rounds called void |"
    echo "| --- | --- | --- | --- | --- | --- | --- |"
    for rate in "${rates[@]}"; do
        echo "| $rate | $(of "offered-$rate") ($(spread "offered-$rate")) | $(of "lag-$rate") | $(of "p99-open-$rate") | $(of "service-open-$rate") | $(of "share-$rate") | $(sum "open-void-$rate") |"
    done
    echo
    echo "## Poisson arrivals against M/M/4: mean response time of 30 s, 100 ms of service"
    echo
    echo "| utilisation | Erlang C, ms | measured, ms | ± 95 % of one run |"
    echo "| --- | --- | --- | --- |"
    for utilisation in "${utilisations[@]}"; do
        echo "| $utilisation % | $(law "$utilisation") | $(of "mean-$utilisation") ($(spread "mean-$utilisation")) | $(of "error-$utilisation") |"
    done
} | tee "$here/results.md"
