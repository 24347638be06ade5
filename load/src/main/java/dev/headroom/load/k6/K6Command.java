package dev.headroom.load.k6;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One run of k6 as a child.
 *
 * @param program k6
 * @param script to run, or {@value #FROM_INPUT} for one that comes by standard input, whose imports and files then are those of the child's folder
 * @param target where the service listens: the script has it as {@code __ENV.BASE_URL}
 * @param results the CSV file that it writes
 * @param shard which part of the load it is; empty for all of it
 */
public record K6Command(String program, String script, URI target, Path results, Optional<Shard> shard) {

    public static final String FROM_INPUT = "-";

    /** To k6 they count for more than the options of a script. */
    private static final List<String> OTHER_LOADS = List.of(
            "K6_DURATION",
            "K6_EXECUTION_SEGMENT",
            "K6_EXECUTION_SEGMENT_SEQUENCE",
            "K6_ITERATIONS",
            "K6_MIN_ITERATION_DURATION",
            "K6_RPS",
            "K6_STAGES",
            "K6_VUS");

    /**
     * Part of a load. It waits until it is told to begin.
     *
     * @param index from 1
     * @param count of all parts
     * @param address host and port of its REST API
     */
    public record Shard(int index, int count, String address) {

        /** As k6 names equal parts: {@code 1/4:2/4} is the second of four. Each knows its iterations by that alone. */
        String segment() {
            return edge(index - 1) + ":" + edge(index);
        }

        String sequence() {
            return IntStream.rangeClosed(0, count).mapToObj(this::edge).collect(Collectors.joining(","));
        }

        private String edge(int at) {
            return at == 0 ? "0" : at == count ? "1" : at + "/" + count;
        }
    }

    /** What is the same wherever k6 runs: Headroom counts, and k6 neither sums up nor tells its makers. */
    static List<String> options(String results) {
        return List.of(
                "--no-thresholds",
                "--summary-mode=disabled",
                "--no-usage-report",
                "--system-tags=" + String.join(",", CsvReader.TAGS) + ",check,scenario",
                "--out",
                "csv=" + results);
    }

    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(program, "run", "--quiet"));
        words.addAll(options(results.toString()));
        words.addAll(List.of("--env", "BASE_URL=" + target));
        shard.ifPresentOrElse(
                part -> words.addAll(List.of(
                        "--execution-segment=" + part.segment(),
                        "--execution-segment-sequence=" + part.sequence(),
                        "--address=" + part.address(),
                        "--paused",
                        "--tag",
                        "instance_id=" + part.index())),
                () -> words.add("--address=")); // before 2.0 it listens unasked
        words.add(script);
        return words;
    }

    /** Variables that are laid over the child's environment; empty are those by which k6 would put another load than the script's. */
    public Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(
                Map.of("K6_CSV_TIME_FORMAT", "unix_micro", "BASE_URL", target.toString(), "NO_COLOR", "1"));
        OTHER_LOADS.forEach(name -> environment.put(name, ""));
        return environment;
    }
}
