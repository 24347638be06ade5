package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class RunFileTest {

    @TempDir
    Path folder;

    @Test
    void everyFieldOfARunComesBack() throws IOException {
        Run run = Runs.full("common-pool");

        assertThat(RunFile.read(RunFile.write(run, folder))).isEqualTo(run);
    }

    @Test
    void aRunThatBrokeOffComesBackWithWhatItHas() throws IOException {
        Run run = Runs.broken("common-pool");

        assertThat(RunFile.read(RunFile.write(run, folder))).isEqualTo(run);
    }

    @Test
    void bothHoldAgainstThePublishedSchema() throws IOException {
        assertThat(schemaErrors(RunFile.write(Runs.full("a"), folder))).isEmpty();
        assertThat(schemaErrors(RunFile.write(Runs.broken("b"), folder))).isEmpty();
        assertThat(schemaErrors(RunFile.write(Runs.leftOut("c"), folder))).isEmpty();
    }

    @Test
    void kindsOfRequestComeBackAndHoldAgainstTheSchema() throws IOException {
        Run run = Runs.mixed("mixed");
        Path file = RunFile.write(run, folder);

        assertThat(RunFile.read(file)).isEqualTo(run);
        assertThat(schemaErrors(file)).isEmpty();
    }

    @Test
    void whatIsNotKnownIsNullAndNotZero() throws IOException {
        JsonNode json = new JsonMapper().readTree(Files.readString(RunFile.write(Runs.full("a"), folder)));

        assertThat(json.at("/result/serviceLatency/count").asLong()).isZero();
        for (String figure : List.of("mean", "meanError", "min", "p50", "p95", "p999", "max", "givenUpAfter")) {
            assertThat(json.at("/result/serviceLatency/" + figure).isNull())
                    .as(figure)
                    .isTrue();
        }
        assertThat(json.at("/result/latency/timedOut").asLong()).isEqualTo(1);
        assertThat(json.at("/result/latency/givenUpAfter").asDouble()).isEqualTo(120_000);
    }

    private OptionalDouble pauses(Consumer<ObjectNode> written) throws IOException {
        Path file = RunFile.write(Runs.full("a"), folder);
        edit(file, json -> written.accept((ObjectNode) json.at("/observation/processor")));
        return RunFile.read(file).observation().orElseThrow().processor().gcPauseShare();
    }

    @Test
    void collectionPausesOfWhichAFileTellsNothingAreNotKnownAndZeroIsZero() throws IOException {
        assertThat(pauses(processor -> processor.remove("gcPauseShare"))).isEmpty();
        assertThat(pauses(processor -> processor.putNull("gcPauseShare"))).isEmpty();
        assertThat(pauses(processor -> processor.put("gcPauseShare", 0))).hasValue(0);
        assertThat(pauses(processor -> {})).hasValue(0.001);
    }

    @Test
    void theSchemaRefusesAFileWithoutItsDiagnosis() throws IOException {
        Path file = RunFile.write(Runs.full("a"), folder);
        Files.writeString(file, Files.readString(file).replace("\"diagnosis\"", "\"diagnose\""));

        assertThat(schemaErrors(file)).isNotEmpty();
    }

    @Test
    void theNamesAreThoseThatOthersReadBy() throws IOException {
        JsonNode json = new JsonMapper().readTree(Files.readString(RunFile.write(Runs.full("common-pool"), folder)));

        assertThat(json.at("/schema").asString()).isEqualTo("headroom/run/4");
        assertThat(json.at("/variant").asString()).isEqualTo("common-pool");
        assertThat(json.at("/result/requests").asLong()).isEqualTo(1200);
        assertThat(json.at("/result/errors/connect-timeout").asLong()).isEqualTo(1);
        assertThat(json.at("/result/throughput").asDouble()).isEqualTo(10.6);
        assertThat(json.at("/result/latency/mean").asDouble()).isEqualTo(26_900.123457);
        assertThat(json.at("/result/latency/p95").asDouble()).isEqualTo(50_700);
        assertThat(json.at("/stations/0/name").asString()).isEqualTo("common-pool");
        assertThat(json.at("/stations/0/kind").asString()).isEqualTo("fork-join");
        assertThat(json.at("/stations/0/utilization").asDouble()).isEqualTo(6.99 / 7);
        assertThat(json.at("/stations/0/holdingTime").asDouble()).isEqualTo(0.3302);
        assertThat(json.at("/stations/0/activities/awaiting-downstream").asDouble())
                .isEqualTo(6.9);
        assertThat(json.at("/stations/1/maximum").isNull()).isTrue();
        assertThat(json.at("/diagnosis/bindingLimit").toString())
                .isEqualTo(
                        "{\"kind\":\"worker-pool\",\"station\":\"common-pool\",\"pool\":\"common-pool\",\"workers\":7}");
        assertThat(json.at("/diagnosis/visits").asDouble()).isEqualTo(2);
        assertThat(json.at("/diagnosis/holdingTime").asDouble()).isEqualTo(0.33);
        assertThat(json.at("/diagnosis/ceiling").asDouble()).isEqualTo(10.6);
        assertThat(json.at("/diagnosis/throughput").asDouble()).isEqualTo(10.58);
        assertThat(json.at("/diagnosis/chain/0").asString()).isEqualTo("tomcat-8888");
        assertThat(json.at("/diagnosis/remedy").asString()).isEqualTo("use an executor of 14 threads");
        assertThat(json.at("/diagnosis/standing").asString()).isEqualTo("supported");
        assertThat(json.at("/diagnosis/account").toString())
                .isEqualTo(
                        "{\"unloaded\":{\"value\":0.341,\"error\":0.002,\"source\":\"a single user, 20 answers\"},"
                                + "\"bound\":{\"value\":20.0,\"error\":0.0,\"source\":\"offered\"},\"reached\":false,\"explained\":0.97}");
        assertThat(json.at("/places/1").toString())
                .isEqualTo("{\"kind\":\"not-found\",\"name\":\"\",\"detail\":\"\",\"requests\":0.5,\"seconds\":0.05,"
                        + "\"unloaded\":null}");
        assertThat(json.at("/diagnosis/moves/0/phases/0/at").asDouble()).isEqualTo(0.5);
        assertThat(json.at("/diagnosis/moves/0/move/subject").asString()).isEqualTo("capacity");
        assertThat(json.at("/stations/2/kind").asString()).isEqualTo("connection-pool");
        assertThat(json.at("/baseline/before/error").isNull()).isTrue();
        assertThat(json.at("/prediction/p95").asDouble()).isEqualTo(50_700);
        assertThat(json.at("/observation/network/listeners/0/acceptQueue").asDouble())
                .isEqualTo(12.5);
        assertThat(json.at("/observation/network/outbound/0/handshakes").asDouble())
                .isEqualTo(20.5);
        assertThat(json.at("/observation/hangs/0").toString())
                .isEqualTo("{\"pool\":\"tomcat-8888\",\"workers\":60,\"target\":\"127.0.0.1:8090\","
                        + "\"frame\":\"dev.example.UserController.hanging\",\"atLeast\":53.5,\"bounded\":false,\"mayEnd\":true,"
                        + "\"activity\":\"awaiting-downstream\"}");
        assertThat(json.at("/definition/before").toString())
                .isEqualTo("[{\"method\":\"GET\",\"path\":\"/users/hanging\",\"count\":60}]");
        assertThat(json.at("/probe/mode").asString()).isEqualTo("agent");
        assertThat(json.at("/probe/samples").asLong()).isEqualTo(540);
        assertThat(json.at("/probe/cost").asDouble()).isEqualTo(0.0008);
        assertThat(json.at("/generator/cpu").asDouble()).isEqualTo(0.75);
        assertThat(json.at("/generator/lag").asDouble()).isEqualTo(0.12);
    }

    @Test
    void noPartOfAFileIsLeftWhereItCannotBeWritten() throws IOException {
        // A folder that is not empty stands where the file shall go: the move fails after all has been written.
        Files.createDirectories(folder.resolve("run.json").resolve("in-the-way"));

        assertThatThrownBy(() -> RunFile.write(Runs.full("a"), folder)).isInstanceOf(IOException.class);

        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(folder.resolve("run.json"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"headroom/run/3", "headroom/run/9"})
    void aFileOfAnotherVersionIsRefusedWithWhatToDo(String schema) throws IOException {
        Path file = RunFile.write(Runs.full("a"), folder);
        Files.writeString(file, Files.readString(file).replace("headroom/run/4", schema));

        assertThatThrownBy(() -> RunFile.read(file))
                .isInstanceOf(BadRunFileException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("expected schema `headroom/run/4`, found `" + schema + "`")
                .hasMessageContaining("run the experiment again with this one");
    }

    @Test
    void aRunOfSomebodyElsesLoadHasTheSameLayoutAndCannotBeTakenForOneOfAVariant() throws IOException {
        Inspection inspection =
                Doctor.inspect("shop", Seen.everything(Instant.parse("2026-01-01T00:00:00Z")), Optional.empty());
        Path file = folder.resolve("run.json");
        Files.writeString(file, InspectionFile.text(inspection, "agent"));

        assertThat(schemaErrors(file)).isEmpty();
        JsonNode json = new JsonMapper().readTree(Files.readString(file));
        assertThat(json.at("/target/service").asString()).isEqualTo("shop");
        assertThat(json.at("/variant").isNull()).isTrue();
        assertThat(json.at("/stations/0/name").asString()).isEqualTo("common-pool");
        assertThatThrownBy(() -> RunFile.read(file)).hasMessageContaining("of a running JVM");
    }

    @Test
    void aDamagedRecordIsNamedByItsPath() throws IOException {
        Path file = RunFile.write(Runs.full("a"), folder);
        Files.writeString(
                file, Files.readString(file).replace("\"outcome\" : \"undecided\"", "\"outcome\" : \"perhaps\""));

        assertThatThrownBy(() -> RunFile.read(file))
                .hasMessageContaining("`diagnosis.moves[0].outcome`")
                .hasMessageContaining("perhaps");
    }

    @Test
    void aDamagedFieldIsNamedByItsPath() throws IOException {
        Path file = RunFile.write(Runs.full("a"), folder);
        edit(file, json -> ((ObjectNode) json.at("/probe")).put("samples", "many"));

        assertThatThrownBy(() -> RunFile.read(file))
                .hasMessageContaining("`probe.samples`")
                .hasMessageContaining("many");
    }

    @Test
    void whatIsNoJsonIsRefusedByItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "{\n  \"schema\": oops\n}");

        assertThatThrownBy(() -> RunFile.read(file))
                .isInstanceOf(BadRunFileException.class)
                .hasMessageStartingWith(file + ": not JSON: line 2, column ");
    }

    @Test
    void whatIsMissingAndNeededIsNamedByItsPath() throws IOException {
        Path file = RunFile.write(Runs.full("a"), folder);

        edit(file, json -> ((ObjectNode) json.at("/diagnosis")).remove("verdict"));
        assertThatThrownBy(() -> RunFile.read(file))
                .hasMessageContaining("diagnosis")
                .hasMessageContaining("verdict");
    }

    @Test
    void aFileOfAnEarlierOrLaterBuildIsRead() throws IOException {
        Run run = Runs.full("a");
        Path file = RunFile.write(run, folder);

        edit(file, json -> {
            for (String younger :
                    List.of("", "/load", "/result", "/definition", "/observation", "/stations/0", "/series/0")) {
                ((ObjectNode) json.at(younger)).put("added-later", "by someone");
            }
            json.remove(List.of("kinds", "cpuPerAnswer"));
            ((ObjectNode) json.at("/load")).remove("connectTimeout");
            ((ObjectNode) json.at("/result")).remove("kinds");
            ((ObjectNode) json.at("/definition")).remove("jdk");
        });

        assertThat(RunFile.read(file).load()).isEqualTo(run.load());
        assertThat(RunFile.read(file).kinds()).isEmpty();
        assertThat(RunFile.read(file).result()).isEqualTo(run.result());
        assertThat(RunFile.read(file).variant().jdk()).isEmpty();
    }

    /** What may be written but never was in these runs. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                Intervention.Subject.class,
                Intervention.Back.class,
                Intervention.Setting.class,
                Intervention.Outcome.class,
                Diagnosis.Grounds.class
            })
    void theSchemaHasEachWordOfAMove(Class<? extends Enum<?>> words) throws IOException {
        List<String> all = Stream.of(words.getEnumConstants())
                .map(word -> word.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        try (InputStream schema = schema()) {
            assertThat(new JsonMapper().readTree(schema).findValues("enum"))
                    .anySatisfy(known -> assertThat(
                                    known.valueStream().map(JsonNode::asString).toList())
                            .containsExactlyInAnyOrderElementsOf(all));
        }
    }

    private static InputStream schema() {
        return Objects.requireNonNull(RunFile.class.getResourceAsStream("/schema/run.schema.json"));
    }

    private static void edit(Path file, Consumer<ObjectNode> change) throws IOException {
        ObjectNode json = (ObjectNode) new JsonMapper().readTree(Files.readString(file));
        change.accept(json);
        Files.writeString(file, json.toString());
    }

    private static List<Error> schemaErrors(Path file) throws IOException {
        try (InputStream schema = schema()) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema)
                    .validate(new JsonMapper().readTree(Files.readString(file)));
        }
    }
}
