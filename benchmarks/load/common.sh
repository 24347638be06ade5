# Shared by run.sh and engines.sh: builds, starts targets, measures one process. Nothing here outlives the script.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$here/target
path=/metadata/names/2505
mkdir -p "$work"

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
major=$("$java" -version 2>&1 | sed -n '1s/^[^"]*"\([0-9]*\).*/\1/p')
if [ "${major:-0}" -lt 25 ]; then
    echo "benchmarks/load: needs JDK 25, but $java is ${major:-missing}: set JAVA_HOME to a JDK 25" >&2
    exit 2
fi
ulimit -n "$(ulimit -Hn)"

targets=()
stop_targets() { for pid in "${targets[@]}"; do kill "$pid" 2>/dev/null; done; wait 2>/dev/null; }
trap stop_targets EXIT
trap 'exit 130' INT TERM

# needs TOOL...: the peers have to be there
needs() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null || { echo "benchmarks/load: $tool is not on the PATH" >&2; exit 2; }
    done
}

build() {
    (cd "$root" && ./mvnw -q -B -pl load -am -DskipTests package dependency:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory="$work/lib") || exit 1
    engine="$work/classes:$(ls "$root"/load/target/headroom-load-*.jar | head -1):$work/lib/*"
    "${java}c" -nowarn -d "$work/classes" -cp "$engine" "$here"/*.java || exit 1
}

# target PORT DELAY_MS [WORKERS]: starts a service that answers after that delay
target() {
    if [ -n "${DOWNSTREAM:-}" ]; then
        "$java" -jar "$DOWNSTREAM" --server.port="$1" --delay="$2ms" >"$work/target-$1.log" 2>&1 &
    else
        "$java" --enable-native-access=ALL-UNNAMED -cp "$engine" Answering "$@" >"$work/target-$1.log" 2>&1 &
    fi
    targets+=($!)
    for _ in $(seq 100); do
        (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
        sleep 0.1
    done
    echo "benchmarks/load: the target on port $1 does not listen; see $work/target-$1.log" >&2
    exit 1
}

# measured COMMAND...: output to $work/out; sets cpu (user + system, s) of the whole process
measured() {
    local TIMEFORMAT='%U %S'
    { time "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time" || { cat "$work/out" "$work/err" >&2; echo "failed: $*" >&2; exit 1; }
    cpu=$(awk '{ printf "%.3f", $1 + $2 }' "$work/time")
}

# field NAME: from our own line of name=value
field() { tr ' ' '\n' <"$work/out" | sed -n "s/^$1=//p"; }

# median: of the numbers on standard input, one a line
median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# note SERIES VALUE: remembers a value; of SERIES: their median
note() { echo "$2" >>"$work/series-$1"; }
of() { median <"$work/series-$1"; }
spread() { sort -g "$work/series-$1" | sed -n '1p;$p' | paste -sd- | sed 's/-/ to /'; }
