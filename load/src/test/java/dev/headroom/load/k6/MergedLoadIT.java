package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedLoadIT {

    private static final long ZERO = 1_764_000_000_000_000L;
    private static final int REQUESTS = 1000;
    private static final long PERIOD = 10_000;

    @TempDir
    private Path folder;

    /** What the n-th request of all takes, in milliseconds. */
    private interface Takes {
        double millis(int n);
    }

    @Test
    void fourShardsComeToWhatTheUnsharedLoadCameTo() throws IOException {
        double[] drawn = new Random(1).doubles(REQUESTS, 5, 400).toArray();
        LoadResult whole = merge(1, n -> drawn[n], 0).result();
        MergedLoad parts = merge(4, n -> drawn[n], 0);
        assertThat(parts.voids()).isEmpty();
        assertThat(parts.shards())
                .hasSize(4)
                .allSatisfy(one -> assertThat(one.iterations()).isEqualTo(REQUESTS / 4));
        assertThat(parts.result().requests()).isEqualTo(whole.requests());
        Latency sum = parts.result().latency();
        assertThat(List.of(sum.p50(), sum.p90(), sum.p95(), sum.p99(), sum.p999(), sum.min(), sum.max()))
                .isEqualTo(List.of(
                        whole.latency().p50(),
                        whole.latency().p90(),
                        whole.latency().p95(),
                        whole.latency().p99(),
                        whole.latency().p999(),
                        whole.latency().min(),
                        whole.latency().max()));
        assertThat(sum.curve()).isEqualTo(whole.latency().curve());
        assertThat(parts.result().series())
                .usingRecursiveComparison()
                .withComparatorForType(MergedLoadIT::compared, Double.class)
                .withComparatorForType((a, b) -> compared(a.orElse(-1), b.orElse(-1)), OptionalDouble.class)
                .isEqualTo(whole.series());
        assertThat(sum.meanError()).isEqualTo(Duration.ZERO);
    }

    /** Sums of the same in another order are the same. */
    private static int compared(double a, double b) {
        return Math.abs(a - b) < 1e-6 ? 0 : Double.compare(a, b);
    }

    @Test
    void aSlowedShardShowsInTheP95OfTheSumAndNotInTheMeanOfTheirs() throws IOException {
        Takes takes = n -> n % 4 == 1 ? 500 : 10 + n % 7;
        MergedLoad parts = merge(4, takes, 0);
        assertThat(parts.voids()).isEmpty();
        assertThat(millis(parts.result().latency().p95())).isBetween(499.0, 501.0);
        double mean = 0;
        for (int index = 1; index <= 4; index++) {
            Path one = Files.createDirectories(folder.resolve("alone-" + index)).resolve("shard-1.csv");
            Files.copy(Shards.csv(folder, index), one);
            mean += millis(MergedLoad.of(List.of(one), facts(1, 0))
                            .result()
                            .latency()
                            .p95())
                    / 4;
        }
        assertThat(mean).isBetween(130.0, 140.0);
    }

    @Test
    void aLostShardMakesTheSumVoid() throws IOException {
        merge(4, n -> 10, 0);
        Files.delete(Shards.csv(folder, 3));
        assertThat(MergedLoad.of(files(1, 2, 4), facts(4, 0)).voids()).containsExactly("lost: 3 of 4 parts are there");
        Files.createFile(Shards.csv(folder, 3));
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .containsExactly("shard-3.csv is lost: it is empty");
    }

    @Test
    void aKilledShardMakesTheSumVoid() throws IOException {
        merge(4, n -> 10, 0);
        String text = Files.readString(Shards.csv(folder, 2));
        Files.writeString(Shards.csv(folder, 2), text.substring(0, text.length() / 2 - 3));
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .hasSize(2)
                .anySatisfy(why -> assertThat(why).contains("shard-2.csv is lost", "killed"))
                .anySatisfy(why -> assertThat(why).contains("shard-2.csv ended early", "5.0 s"));
        Files.writeString(Shards.csv(folder, 2), text.substring(0, text.indexOf("http_reqs", text.length() / 2)));
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .singleElement()
                .satisfies(why -> assertThat(why).contains("ended early"));
    }

    /** They were to go on for 10 s; a load that was to last 14 s went on for 10. */
    @Test
    void shardsThatAllEndedEarlyAreNoWholeLoad() throws IOException {
        merge(4, n -> 10, 0);
        List<Path> all = files(1, 2, 3, 4);
        assertThat(MergedLoad.of(all, facts(4, 0, Duration.ofSeconds(10))).voids())
                .isEmpty();
        assertThat(MergedLoad.of(all, facts(4, 0, Duration.ofSeconds(14))).voids())
                .singleElement()
                .satisfies(why -> assertThat(why)
                        .startsWith("all parts ended early: nothing of them is there for the last 4.0 s of 14.0 s"));
    }

    /** Its users wait for answers of a service that hangs: nobody can send anything. */
    @Test
    void shardsWhoseLastAnswersComeLateHaveNotEndedEarly() throws IOException {
        merge(4, n -> n < REQUESTS - 40 ? 10 : 6000, 0);
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0, Duration.ofSeconds(14)))
                        .voids())
                .isEmpty();
    }

    /** 50 users in each part, who all think for 5 s: nothing is sent in the last of them. */
    @Test
    void shardsWhoseUsersMoveInStepHaveNotEndedEarly() throws IOException {
        inStep(1, 5);
        inStep(2, 5);
        assertThat(MergedLoad.of(files(1, 2), facts(2, 0, Duration.ofSeconds(30)))
                        .voids())
                .isEmpty();
        assertThat(MergedLoad.of(files(1, 2), facts(2, 0, Duration.ofSeconds(40)))
                        .voids())
                .as("two pauses are none of theirs")
                .singleElement()
                .satisfies(why -> assertThat(why).startsWith("all parts ended early"));
    }

    /** The users of one part come to their last request just before the time is over, and those of the other do not. */
    @Test
    void aShardThatIsAPauseShortHasNotEndedEarly() throws IOException {
        inStep(1, 5);
        inStep(2, 6);
        assertThat(MergedLoad.of(files(1, 2), facts(2, 0, Duration.ofSeconds(30)))
                        .voids())
                .isEmpty();
        inStep(2, 9);
        assertThat(MergedLoad.of(files(1, 2), facts(2, 0)).voids())
                .singleElement()
                .satisfies(why -> assertThat(why).startsWith("shard-1.csv ended early"));
    }

    private void inStep(int index, int last) throws IOException {
        StringBuilder rows = new StringBuilder(K6Csv.HEADER);
        for (int step = 0; step <= last; step++) {
            for (int user = 0; user < 50; user++) {
                rows.append(K6Csv.ok(ZERO + step * 5_000_000L + 100 * user + index, 10, "a"));
            }
        }
        Files.writeString(Shards.csv(folder, index), rows);
    }

    @Test
    void checksThatFailedAreInTheSum() throws IOException {
        merge(1, n -> 10, 0);
        Path file = Shards.csv(folder, 1);
        Files.writeString(
                file, Files.readString(file) + K6Csv.plain("checks", ZERO, 0) + K6Csv.plain("checks", ZERO, 1));
        LoadResult.Tool tool = MergedLoad.of(List.of(file), facts(1, 0))
                .result()
                .generator()
                .tool()
                .orElseThrow();
        assertThat(tool.checks()).contains(new LoadResult.Tool.Checks(2, 1));
        assertThat(tool.judgedAsExpected()).isFalse();
    }

    /** 3 s of the 10 are missing; all users of the service may wait for so long, but not those of one part alone. */
    @Test
    void aHoleInAShardMakesTheSumVoid() throws IOException {
        merge(4, n -> 10, 0);
        String all = Files.readString(Shards.csv(folder, 2));
        Files.writeString(Shards.csv(folder, 2), without(all, 4, 7));
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .singleElement()
                .satisfies(why -> assertThat(why)
                        .startsWith("shard-2.csv has a hole: nothing of it is there for 3 s, 4.0 s after the first"));
        for (int index : List.of(1, 3, 4)) {
            Path other = Shards.csv(folder, index);
            Files.writeString(other, without(Files.readString(other), 4, 7));
        }
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids()).isEmpty();
    }

    /** It says each second that it has users: what they do is the script's. */
    @Test
    void aShardWhoseUsersRestHasNoHole() throws IOException {
        merge(4, n -> 10, 0);
        StringBuilder resting = new StringBuilder(without(Files.readString(Shards.csv(folder, 2)), 4, 7));
        for (int second = 0; second < 10; second++) {
            resting.append(K6Csv.plain("vus", ZERO + second * 1_000_000L, 15));
        }
        Files.writeString(Shards.csv(folder, 2), resting);
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids()).isEmpty();
    }

    private static String without(String csv, int from, int to) {
        return csv.lines()
                        .filter(line -> !line.contains(",1764")
                                || (Long.parseLong(line.split(",")[1]) - ZERO) / 1_000_000 < from
                                || (Long.parseLong(line.split(",")[1]) - ZERO) / 1_000_000 >= to)
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    @Test
    void aPackedShardThatIsCutMakesTheSumVoidAndADamagedOneIsToldAsSuch() throws IOException {
        merge(2, n -> 10, 0);
        Path packed = folder.resolve("shard-2.csv.gz");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            Files.copy(Shards.csv(folder, 2), out);
        }
        List<Path> files = List.of(Shards.csv(folder, 1), packed);
        Files.write(packed, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
        assertThat(MergedLoad.of(files, facts(2, 0)).voids())
                .anySatisfy(
                        why -> assertThat(why).contains("shard-2.csv.gz is lost: what is packed in it ends too early"));
        Files.write(packed, new byte[0]);
        assertThat(MergedLoad.of(files, facts(2, 0)).voids())
                .anySatisfy(why -> assertThat(why).contains("shard-2.csv.gz is lost: it is empty"));
        Files.copy(Shards.csv(folder, 2), packed, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> MergedLoad.of(files, facts(2, 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shard-2.csv.gz is damaged, or not packed by gzip");
    }

    /** Given twice, it would stand for the one that is missing. */
    @Test
    void aShardThatIsGivenTwiceMakesTheSumVoid() throws IOException {
        merge(4, n -> 10, 0);
        Files.copy(Shards.csv(folder, 2), folder.resolve("other.csv"));
        List<Path> files = List.of(
                Shards.csv(folder, 1), Shards.csv(folder, 2), Shards.csv(folder, 3), folder.resolve("other.csv"));
        assertThat(MergedLoad.of(files, facts(4, 0)).voids())
                .singleElement()
                .satisfies(why -> assertThat(why).contains("once more"));
    }

    @Test
    void aShardThatSaysNothingMakesTheSumVoid() throws IOException {
        merge(4, n -> 10, 0);
        Files.writeString(Shards.csv(folder, 3), K6Csv.HEADER);
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .containsExactly("shard-3.csv is lost: it has no line but the first");
    }

    /** Its logins fail, or it was killed before the load. */
    @Test
    void aShardThatSendsNothingButItsLoginMakesTheSumVoid() throws IOException {
        merge(4, n -> 10, 0);
        String login = K6Csv.HEADER
                + K6Csv.request(ZERO, 10, 0, "login", 500, ",1500,false", "counted=no")
                + K6Csv.plain("vus", ZERO, 10);
        Files.writeString(Shards.csv(folder, 3), login);
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .containsExactly("shard-3.csv is lost: it has sent no request, while the others went on");
        Files.writeString(Shards.csv(folder, 3), login + K6Csv.ok(ZERO + 10_000, 10, "a"));
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .containsExactly("shard-3.csv is lost: it has sent one request, while the others went on");
        Files.writeString(Shards.csv(folder, 3), login + K6Csv.ok(ZERO + 10_000_000, 9_990, "a"));
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .as("its users waited for answers")
                .isEmpty();
    }

    /** 40 users enter within 60 s, dealt out in turn: the fourth part has its first after 4.6 s. They leave as they came. */
    @Test
    void usersWhoEnterAndLeaveOneAfterTheOtherMakeNoShardLate() throws IOException {
        entering(new double[] {0, 1.5, 3.1, 4.6}, 0);
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids()).isEmpty();
        entering(new double[] {0, 1.5, 3.1, 4.6}, 5);
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 0)).voids())
                .hasSize(2)
                .anySatisfy(why -> assertThat(why).startsWith("shard-4.csv is late"))
                .anySatisfy(why -> assertThat(why).startsWith("shard-4.csv ended early"));
    }

    /** @param less seconds by which the last part is there later, and gone sooner, than it has users */
    private void entering(double[] first, double less) throws IOException {
        for (int index = 1; index <= 4; index++) {
            double from = first[index - 1];
            StringBuilder rows = new StringBuilder(K6Csv.HEADER);
            for (int second = 0; second < 60; second++) {
                double sinceFirst = Math.min(second, 60 - second) - from;
                rows.append(K6Csv.plain(
                        "vus", ZERO + second * 1_000_000L, sinceFirst < 0 ? 0 : 1 + Math.floor(sinceFirst / 6.15)));
            }
            double away = from + (index == 4 ? less : 0);
            for (double at = away; at < 60 - away; at += 0.1) {
                rows.append(K6Csv.ok(ZERO + Math.round(1e6 * at) + 10_000 + index, 10, "a"));
            }
            Files.writeString(Shards.csv(folder, index), rows);
        }
    }

    @Test
    void aLateShardMakesTheSumVoid() throws IOException {
        assertThat(merge(4, n -> 10, 900_000).voids()).isEmpty();
        assertThat(merge(4, n -> 10, 5_000_000).voids())
                .anySatisfy(why -> assertThat(why).contains("shard-4.csv is late", "5.0 s"));
    }

    /** One request in a second, of all four: the fourth has its first after three. */
    @Test
    void aRateBelowTheNumberOfShardsIsNotLate() throws IOException {
        for (int index = 1; index <= 4; index++) {
            StringBuilder rows = new StringBuilder(K6Csv.HEADER);
            for (int n = index - 1; n < 12; n += 4) {
                rows.append(K6Csv.ok(ZERO + n * 1_000_000L + 10_000, 10, "a"))
                        .append(K6Csv.plain("iterations", ZERO + n * 1_000_000L + 10_000, 1));
            }
            Files.writeString(Shards.csv(folder, index), rows);
        }
        MergedLoad merged = MergedLoad.of(files(1, 2, 3, 4), facts(4, 0));
        assertThat(merged.voids()).isEmpty();
        assertThat(merged.skew()).isEqualTo(Duration.ofSeconds(3));
        assertThat(merged.result().requests()).isEqualTo(12);
    }

    /** Two users on four shards, as many iterations each: two shards have nothing to do. */
    @Test
    void iterationsOfEachUserAreCountedInAll() throws IOException {
        for (int index = 1; index <= 4; index++) {
            StringBuilder rows = new StringBuilder(K6Csv.HEADER);
            for (int n = 0; n < FakeK6.share(index, 4, 2) * 5; n++) {
                rows.append(K6Csv.ok(ZERO + (n + 1) * 4_000_000L * index, 4000 * index, "a"))
                        .append(K6Csv.plain("iterations", ZERO, 1));
            }
            Files.writeString(Shards.csv(folder, index), rows);
        }
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 10)).voids()).isEmpty();
        assertThat(MergedLoad.of(files(1, 2, 3, 4), facts(4, 12)).voids())
                .containsExactly("10 iterations are there, and 12 were asked for");
    }

    @Test
    void arrivalsThatWereDroppedMakeItAnotherLoad() throws IOException {
        merge(2, n -> 10, 0);
        Path first = Shards.csv(folder, 1);
        Files.writeString(
                first,
                Files.readString(first)
                        + K6Csv.plain("dropped_iterations", ZERO, 1).repeat(10));
        assertThat(MergedLoad.of(files(1, 2), facts(2, 0)).whole()).isTrue();
        Files.writeString(
                first,
                Files.readString(first)
                        + K6Csv.plain("dropped_iterations", ZERO, 1).repeat(2));
        MergedLoad merged = MergedLoad.of(files(1, 2), facts(2, 0));
        assertThat(merged.dropped()).isEqualTo(12);
        assertThat(merged.whole()).isFalse();
    }

    @Test
    void filesOfDifferentDaysAreNotAdded() throws IOException {
        Path first = Files.writeString(folder.resolve("shard-1.csv"), K6Csv.HEADER + K6Csv.ok(ZERO, 10, "a"));
        Path second = Files.writeString(
                folder.resolve("shard-2.csv"), K6Csv.HEADER + K6Csv.ok(ZERO + 100_000_000_000L, 10, "a"));
        assertThatThrownBy(() -> MergedLoad.of(List.of(first, second), facts(2, 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no parts of one load");
    }

    @Test
    void labelsErrorsAndPackedFilesAreAddedToo() throws IOException {
        Path packed = folder.resolve("shard-1.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write((K6Csv.HEADER
                            + K6Csv.ok(ZERO + 20_000, 20, "a")
                            + K6Csv.request(ZERO + 30_000, 30, 0, "b", 503, ",1503,false", ""))
                    .getBytes(StandardCharsets.UTF_8));
        }
        Path other = folder.resolve("shard-2.csv");
        Files.writeString(
                other,
                K6Csv.HEADER + K6Csv.request(ZERO + 9_000_000, 9000, 0, "b", 0, "request timeout,1050,false", ""));
        LoadResult sum = MergedLoad.of(List.of(packed, other), facts(2, 0)).result();
        assertThat(sum.kinds()).extracting(LoadResult.Kind::name).containsExactly("a", "b");
        assertThat(sum.errors()).containsEntry(ErrorKind.STATUS, 1L).containsEntry(ErrorKind.TIMEOUT, 1L);
        assertThat(sum.latency().timedOut()).isEqualTo(1);
        assertThat(sum.latency().givenUpAfter()).isEqualTo(Duration.ofSeconds(9));
        assertThat(sum.series()).hasSize(10);
        assertThat(sum.series().getFirst().inFlight()).isEqualTo(1);
        assertThat(sum.unfinished()).isZero();
    }

    @Test
    void tenComesAfterTwo() {
        assertThat(Stream.of("shop-10.csv", "shop-2.csv.gz", "shop-1.csv", "b.csv")
                        .sorted(ShardCheck.byName()))
                .containsExactly("b.csv", "shop-1.csv", "shop-2.csv.gz", "shop-10.csv");
    }

    /** An open load of 100 requests/s, shared out in turn; the last part begins late. */
    private MergedLoad merge(int count, Takes takes, long lateMicros) throws IOException {
        List<ByteArrayOutputStream> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new ByteArrayOutputStream());
            parts.get(i).write(K6Csv.HEADER.getBytes(StandardCharsets.UTF_8));
        }
        for (int n = 0; n < REQUESTS; n++) {
            long start = ZERO + n * PERIOD + (n % count == count - 1 ? lateMicros : 0);
            long end = start + Math.round(1000 * takes.millis(n));
            String rows = K6Csv.ok(end, takes.millis(n), "a") + K6Csv.plain("iterations", end, 1);
            parts.get(n % count).write(rows.getBytes(StandardCharsets.UTF_8));
        }
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(Files.write(Shards.csv(folder, i + 1), parts.get(i).toByteArray()));
        }
        return MergedLoad.of(files, facts(count, 0));
    }

    private List<Path> files(int... indexes) {
        List<Path> files = new ArrayList<>();
        for (int index : indexes) {
            files.add(Shards.csv(folder, index));
        }
        return files;
    }

    private static Facts facts(int count, long iterations) {
        return facts(count, iterations, Duration.ZERO);
    }

    private static Facts facts(int count, long iterations, Duration length) {
        return new Facts("k6", count, iterations, length, false, Duration.ZERO, List.of(), Map.of());
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
