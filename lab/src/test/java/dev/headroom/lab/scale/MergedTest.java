package dev.headroom.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Expectations.Bound;
import dev.headroom.core.model.experiment.Expectations.Figure;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.experiment.Expectations.Relation;
import dev.headroom.core.model.load.Success;
import dev.headroom.lab.store.ShardsFile;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedTest {

    private static final long ZERO = 1_764_000_000_000_000L;

    @TempDir
    private Path folder;

    @Test
    void expectationsAreHeldAgainstTheSum() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        Merged merged = Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty());
        assertThat(merged.load().whole()).isTrue();
        assertThat(merged.met()).isTrue();
        assertThat(merged.load().result().requests()).isEqualTo(200);
        shards(2, 100, Relation.BELOW, 0.05);
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .expectations())
                .extracting(Outcome::measured)
                .containsExactly("100 ms");
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .met())
                .isFalse();
    }

    @Test
    void ofASumThatIsVoidNothingIsMet() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        Files.delete(folder.resolve("shard-2.csv"));
        Merged merged = Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty());
        assertThat(merged.load().voids()).containsExactly("lost: 1 of 2 parts are there");
        assertThat(merged.met()).isFalse();
    }

    @Test
    void aThresholdThatDoesNotHoldIsNotMetAndOneOfNoFigureHereIsNamed() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        Merged merged = Merged.of(
                List.of(folder),
                OptionalInt.empty(),
                Optional.of(Map.of("http_req_duration", List.of("p(95)<50"), "basket", List.of("avg<3"))));
        assertThat(merged.expectations()).extracting(Outcome::met).containsExactly(true, false);
        assertThat(merged.load().thresholds().notHeld()).containsExactly("basket: avg<3");
        Files.delete(folder.resolve("shard-2.csv"));
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.of(Map.of("http_reqs", List.of("count>1"))))
                        .expectations())
                .noneMatch(Outcome::met);
    }

    @Test
    void aSumThatEndsBeforeTheLoadWasToIsVoid() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        about(2, Duration.ofSeconds(1), true, Expectations.NONE).write(folder);
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .load()
                        .voids())
                .isEmpty();
        about(2, Duration.ofSeconds(9), true, Expectations.NONE).write(folder);
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .load()
                        .voids())
                .singleElement()
                .satisfies(why -> assertThat(why).startsWith("all parts ended early"));
    }

    @Test
    void whatAScriptOfAUserDoesNotAskOfResponsesIsNotMet() throws IOException {
        Expectations expected = new Expectations(List.of(), Optional.empty(), new Success(List.of(200), "in stock"));
        shards(2, 100, Relation.BELOW, 0.2);
        about(2, Duration.ZERO, false, expected).write(folder);
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .expectations())
                .extracting(Outcome::met)
                .containsExactly(false, false);
        about(2, Duration.ZERO, true, expected).write(folder);
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .met())
                .isTrue();
    }

    @Test
    void aFileFromBeforeThereWereThresholdsIsRead() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        Path about = folder.resolve(ShardsFile.NAME);
        String written = Files.readString(about);
        String before = written.replaceAll(",\\s*\"thresholds\"\\s*:\\s*\\{\\s*}", "");
        assertThat(before).isNotEqualTo(written);
        Files.writeString(about, before);
        assertThat(ShardsFile.read(folder).facts().thresholds()).isEmpty();
    }

    @Test
    void aFileFromBeforeALengthStoodInItIsRead() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        Path about = folder.resolve(ShardsFile.NAME);
        String written = Files.readString(about);
        String before = written.replaceAll("\\s*\"(length|ownScript)\"\\s*:[^,]*,", "");
        assertThat(before).doesNotContain("length", "ownScript");
        Files.writeString(about, before);
        assertThat(ShardsFile.read(folder).facts().length()).isZero();
        assertThat(ShardsFile.read(folder).facts().ownScript()).isFalse();
    }

    @Test
    void filesAloneAreAsManyAsTheyAreOrAsIsSaid() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        Files.delete(folder.resolve(ShardsFile.NAME));
        List<Path> files = List.of(folder.resolve("shard-1.csv"), folder.resolve("shard-2.csv"));
        Merged alone = Merged.of(files, OptionalInt.empty(), Optional.empty());
        assertThat(alone.load().whole()).isTrue();
        assertThat(alone.countKnown()).isFalse();
        assertThat(Merged.of(files, OptionalInt.of(2), Optional.empty()).countKnown())
                .isTrue();
        assertThat(Merged.of(files, OptionalInt.of(3), Optional.empty()).load().whole())
                .isFalse();
    }

    @Test
    void filesAreHeldAgainstWhatIsWrittenBesideThem() throws IOException {
        shards(2, 100, Relation.BELOW, 0.05);
        Merged one = Merged.of(List.of(folder.resolve("shard-1.csv")), OptionalInt.empty(), Optional.empty());
        assertThat(one.load().voids()).containsExactly("lost: 1 of 2 parts are there");
        assertThat(one.countKnown()).isTrue();
        assertThat(one.expectations()).hasSize(1);
        assertThat(Merged.of(List.of(folder), OptionalInt.of(3), Optional.empty())
                        .load()
                        .voids())
                .containsExactly("lost: 2 of 3 parts are there");
    }

    @Test
    void aLoadThatBrokeOffIsNotWholeUntilItsEndIsWritten() throws IOException {
        shards(2, 100, Relation.BELOW, 0.2);
        ShardsFile about = ShardsFile.read(folder);
        about.brokenOff().write(folder);
        Merged merged = Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty());
        assertThat(merged.load().voids()).containsExactly("it was broken off");
        assertThat(merged.load().whole()).isFalse();
        assertThat(merged.met()).isFalse();
        about.brokenOff().after(Duration.ZERO, Duration.ZERO, List.of()).write(folder);
        assertThat(Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty())
                        .load()
                        .whole())
                .isTrue();
    }

    @Test
    void whatWasSeenOfEachPodIsComparedAndWrittenDown() throws IOException {
        shards(1, 100, Relation.BELOW, 0.2);
        Path observations = Files.createDirectories(folder.resolve("observations"));
        observation(observations.resolve("shop-a.json"), "common-pool");
        observation(observations.resolve("shop-b.json"), "common-pool");
        Merged same = Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty());
        assertThat(same.observations())
                .extracting(PodObservation::limit)
                .containsExactly("worker-pool common-pool", "worker-pool common-pool");
        assertThat(PodObservation.agree(same.observations())).isTrue();
        observation(observations.resolve("shop-b.json"), "tomcat");
        Merged other = Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty());
        assertThat(PodObservation.agree(other.observations())).isFalse();
        assertThat(other.json()).contains("\"observations\"", "\"worker-pool tomcat\"", "\"p95\"");
    }

    @Test
    void aPodThatWasNotObservedIsToldAndLeavesTheSumAndTheOthers() throws IOException {
        shards(1, 100, Relation.BELOW, 0.2);
        Path observations = Files.createDirectories(folder.resolve("observations"));
        observation(observations.resolve("shop-a.json"), "common-pool");
        Files.writeString(observations.resolve("shop-b.json"), "");
        Files.writeString(observations.resolve("shop-c.json"), "{\"diagno");
        Files.writeString(observations.resolve("shop-d.json"), "{}");
        Merged merged = Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty());

        assertThat(merged.load().whole()).isTrue();
        assertThat(merged.observations())
                .extracting(one -> one.pod() + " " + one.limit() + one.trouble().isEmpty())
                .containsExactly("shop-a worker-pool common-pooltrue", "shop-b false", "shop-c false", "shop-d false");
        assertThat(merged.observations())
                .filteredOn(one -> !one.trouble().isEmpty())
                .allSatisfy(one -> assertThat(one.trouble()).contains(one.pod() + ".json"));
        assertThat(PodObservation.agree(merged.observations())).isTrue();
    }

    @Test
    void aDamagedFileIsToldByItsName() throws IOException {
        Files.writeString(folder.resolve(ShardsFile.NAME), "{");
        assertThatThrownBy(() -> Merged.of(List.of(folder), OptionalInt.empty(), Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shards.json");
    }

    private static void observation(Path file, String pool) throws IOException {
        Files.writeString(file, """
                {"diagnosis": {"verdict": "limit-binds", "standing": "supported", "bindingLimit": {"kind": "worker-pool", "pool": "%s"}}}
                """.formatted(pool));
    }

    /** Each of 100 requests that take so long. */
    private void shards(int count, long millis, Relation relation, double seconds) throws IOException {
        for (int index = 1; index <= count; index++) {
            StringBuilder rows = new StringBuilder(
                    "metric_name,timestamp,metric_value,error,error_code,expected_response,group,name,status,extra_tags,metadata\n");
            for (int n = 0; n < 100; n++) {
                long end = ZERO + index + n * 10_000L + millis * 1000;
                for (String metric : List.of("http_reqs", "http_req_duration", "http_req_receiving")) {
                    rows.append(String.format(
                            Locale.ROOT,
                            "%s,%d,%f,,,true,,a,200,,%n",
                            metric,
                            end,
                            metric.equals("http_reqs") ? 1.0 : (double) millis));
                }
            }
            Files.writeString(folder.resolve("shard-" + index + ".csv"), rows);
        }
        Expectations expected =
                new Expectations(List.of(new Bound(Figure.P95, relation, seconds)), Optional.empty(), Success.DEFAULT);
        about(count, Duration.ZERO, true, expected).write(folder);
    }

    private static ShardsFile about(int count, Duration length, boolean ownScript, Expectations expected) {
        return new ShardsFile("shop", "today", new Facts("k6", count, 0, length, ownScript, Map.of()), expected);
    }
}
