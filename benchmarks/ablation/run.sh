#!/bin/bash
# Diagnoses all recorded runs again, without each rule and each mechanism and with each threshold smaller and larger, and counts the verdicts that change.
# What the mechanisms buy is also counted against the truth, on the services that others wrote (recorded/unseen/truth.tsv).
# Shares above a half are moved by their distance to 1. Usage: benchmarks/ablation/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
recorded=lab/src/test/resources/recorded
./mvnw -q -B -ntp test-compile dependency:build-classpath -pl lab -am -Dmdep.includeScope=test -Dmdep.outputFile="$work/classpath" >/dev/null
classpath=lab/target/test-classes:lab/target/classes:$(tr ':' '\n' <"$work/classpath" | grep -v /lab/target | paste -sd:)

mapfile -t folders < <(find "$recorded" -name '*.json' -printf '%h\n' | sort -u)

replay() { "${JAVA_HOME:?}"/bin/java -XX:TieredStopAtLevel=1 "$@" -cp "$classpath" dev.headroom.lab.Replay "${folders[@]}"; }

# what changed, and the verdict or limit or only the grade
compare() {
    local label=$1
    shift
    replay "$@" >"$work/now"
    local named graded examples
    named=$(diff <(cut -f1-3 "$work/base") <(cut -f1-3 "$work/now") | grep -c '^>' || true)
    graded=$(diff <(cut -f1-3,6 "$work/base") <(cut -f1-3,6 "$work/now") | grep -c '^>' || true)
    examples=$(join -t "$(printf '\t')" -j 1 <(cut -f1-3 "$work/base" | sort) <(cut -f1-3 "$work/now" | sort) |
        awk -F '\t' '$2 $3 != $4 $5 {print $2 " " $3 " -> " $4 " " $5}' | sed 's/ -\( \|$\)/\1/g' |
        sort | uniq -c | sort -rn | sed -n 1,3p | awk '{n = $1; $1 = ""; print substr($0, 2) (n > 1 ? " (" n ")" : "")}' | paste -sd';')
    echo "| $label | $named | $((graded - named)) | $examples |"
}

replay >"$work/base"
echo "$(wc -l <"$work/base") recorded runs"
echo "| without | verdict or limit changed | grade alone | which, most first |"
echo "| --- | --- | --- | --- |"
tr -d '\n' <core/src/main/java/dev/headroom/core/rules/Rule.java | grep -o 'rule( *"[a-z-]*"' | cut -d'"' -f2 | while read -r rule; do
    compare "rule \`$rule\`" "-Dheadroom.without.rule=$rule" </dev/null
done
echo
echo "| without | exact | place or kind alone | nowhere | wrong | healthy, carried | healthy, named | changed in all |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
judged() {
    awk -F '\t' '
        NR == FNR { truth[$1] = $2; next }
        index($1, "/unseen/") == 0 { next }
        {
            sub(/.*\//, "", $1); sub(/\.json$/, "", $1)
            named = $2 == "LIMIT" || $2 == "DOWNSTREAM_IS_THE_LIMIT"
            if (truth[$1] == "none") { carried += $2 == "LOAD_IS_THE_LIMIT"; alarms += named; next }
            right = 0
            any = split(truth[$1], told, "|")
            for (i = 1; i <= any; i++) { off = $4 - told[i]; right += $4 != "-" && off * off <= (0.03 * told[i]) ^ 2 }
            if (right) exact++
            else if ($4 != "-") wrong++
            else if (named && $3 !~ /a place that was not seen/) place++
            else nowhere++
        }
        END { printf "%d | %d | %d | %d | %d | %d", exact, place, nowhere, wrong, carried, alarms }' "$recorded/unseen/truth.tsv" "$1"
}
echo "| nothing | $(judged "$work/base") | |"
grep -o '^    [A-Z_]*[,;]$' core/src/main/java/dev/headroom/core/statistics/Mechanism.java | tr -d ' ,;' | tr 'A-Z_' 'a-z-' | while read -r mechanism; do
    replay "-Dheadroom.without=$mechanism" >"$work/now" </dev/null
    echo "| \`$mechanism\` | $(judged "$work/now") | $(diff <(cut -f1-4 "$work/base") <(cut -f1-4 "$work/now") | grep -c '^>' || true) |"
done
echo
echo "| threshold | verdict or limit changed | grade alone | which, most first |"
echo "| --- | --- | --- | --- |"
awk -F ' \\| ' '/^\| `/ {gsub(/[|` ]/, "", $1); print $1, $2}' docs/thresholds.md | while read -r name value; do
    for factor in 0.8 1.25; do
        to=$(awk -v v="$value" -v f=$factor 'BEGIN {print (v > 0.5 && v < 1) ? 1 - (1 - v) / f : v * f}')
        compare "\`$name\` $value -> $to" "-Dheadroom.threshold.$name=$to" </dev/null
    done
done
