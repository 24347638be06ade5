package dev.headroom.cli.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kinds of services, ways in and ends, each pair of them at least once ({@link Pairwise}: other triples with each seed), or all triples with {@code safety.all}; each {@code safety.runs} times (1)
 * with moments from {@code safety.seed} (the time), of kinds {@code safety.kinds}, ways {@code safety.ways} and ends {@code safety.ends} (all); {@code -Pnightly}. Prints the seed, how many runs were clean, and what stayed.
 */
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class SafetyMatrixIT {

    private static final long SEED = Long.getLong("safety.seed", System.nanoTime());
    private static final int RUNS = Integer.getInteger("safety.runs", 1);
    private static final boolean ALL = Boolean.getBoolean("safety.all");
    private static final String ENDS = System.getProperty("safety.ends", "");
    private static final String WAYS = System.getProperty("safety.ways", "");
    private static final List<String> KINDS =
            List.of(System.getProperty("safety.kinds", "").split(","));

    private static final Map<String, List<String>> FOUND = new TreeMap<>();

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private Path folder;

    private Optional<Target> target = Optional.empty();
    private int number;

    @TestFactory
    Stream<DynamicTest> theServiceIsAsItWas() throws Exception {
        Random random = new Random(SEED);
        List<Cell> cells = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            boolean allowed = kind.isAllowed();
            for (Way way : Way.values()) {
                for (End end : kind.ends()) {
                    boolean wanted = allowed && (KINDS.contains("") || KINDS.contains(kind.name()));
                    wanted &= WAYS.isEmpty() || List.of(WAYS.split(",", -1)).contains(way.name());
                    wanted &= ENDS.isEmpty() || List.of(ENDS.split(",", -1)).contains(end.name());
                    if (wanted) {
                        cells.add(new Cell(kind, way, end));
                    }
                }
            }
        }
        return (ALL ? cells : Pairwise.of(cells, random))
                .stream()
                        .flatMap(cell -> Stream.generate(() -> cell).limit(RUNS))
                        .map(cell -> DynamicTest.dynamicTest(cell.toString(), () -> run(cell, random)));
    }

    private void run(Cell cell, Random random) throws Exception {
        Path here = Files.createDirectories(folder.resolve(Integer.toString(number++)));
        List<String> harm;
        try {
            harm = cell.run(service(cell.kind()), here, random);
        } catch (Exception | AssertionError e) {
            harm = List.of(e.toString());
        }
        FOUND.computeIfAbsent(cell.toString(), none -> new ArrayList<>())
                .addAll(harm.isEmpty() ? List.of("") : List.of(harm.toString()));
        if (!harm.isEmpty()) {
            System.out.println(
                    "safety: " + cell + " " + harm + "\n" + service(cell.kind()).told());
        }
        if (!harm.isEmpty() || cell.kind() == Kind.OUT_OF_MEMORY || cell.way() == Way.JMX) {
            stop(); // what came of it must not be there before the next, nor go meanwhile, as threads of JMX do
        }
        assertThat(harm).as("seed %d", SEED).isEmpty();
    }

    /** One for all cells of its kind, as long as they leave it as it was. */
    private Target service(Kind kind) throws Exception {
        if (target.isPresent() && target.get().kind() != kind) {
            stop();
        }
        if (target.isEmpty()) {
            Path its = Files.createDirectories(folder.resolve("service" + number));
            if (kind == Kind.OTHER_USER) {
                for (Path one : List.of(folder, its)) {
                    Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
            target = Optional.of(Target.start(kind, its));
        }
        return target.get();
    }

    @AfterEach
    void stop() throws Exception {
        if (target.isPresent()) {
            target.get().close();
            target = Optional.empty();
        }
    }

    @AfterAll
    static void print() {
        long runs = FOUND.values().stream().mapToLong(List::size).sum();
        long clean = FOUND.values().stream()
                .flatMap(List::stream)
                .filter(String::isEmpty)
                .count();
        System.out.println("safety: seed " + SEED + ", " + runs + " runs, " + clean + " clean");
        FOUND.forEach((cell, found) -> System.out.println(cell + "\t"
                + found.stream().filter(String::isEmpty).count() + " of " + found.size() + " clean"
                + String.join(
                        "",
                        Arrays.asList(found.stream()
                                .filter(one -> !one.isEmpty())
                                .map(one -> "\n    " + one)
                                .toArray(String[]::new)))));
    }
}
