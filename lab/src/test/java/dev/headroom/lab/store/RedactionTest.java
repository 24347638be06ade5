package dev.headroom.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class RedactionTest {

    private static final String SECRET = "hunter2-42";

    @TempDir
    Path out;

    /** With the secret in a setting, a header, an option, a URL, an argument and the words of a service. */
    private static Run run() {
        ObjectNode json = RecordJson.write(Runs.full("a"));
        json.withObject("/settings").put("spring.datasource.password", SECRET);
        json.withObject("/variant/settings").put("spring.datasource.url", "jdbc:postgresql://shop:" + SECRET + "@db/x");
        ((ObjectNode) json.at("/variant/requests/0/headers")).put("Authorization", "Bearer " + SECRET);
        json.withArray("/commandLine")
                .add("--spring.datasource.password=" + SECRET)
                .add("--api-key")
                .add(SECRET);
        json.withArray("/observation/jvm/arguments").add("-Dshop.token=" + SECRET);
        json.put("failure", "it \u001b[31mdied: cannot log in with " + SECRET + "\u0007\nat home");
        return RecordJson.read(json, Run.class);
    }

    private static Experiment experiment(Run run) {
        return new Experiment(
                "users",
                "Users",
                "",
                Path.of("users.yaml"),
                List.of(),
                "",
                run.load(),
                Optional.empty(),
                List.of(RecordJson.read(
                        RecordJson.write(run.variant())
                                .set(
                                        "settings",
                                        RecordJson.MAPPER.createObjectNode().put("db.password", SECRET)),
                        Variant.class)));
    }

    @Test
    void noSecretIsStored() throws IOException {
        Run run = run();
        Run shown = new Redaction(experiment(run), false).of(run);

        assertThat(Files.readString(RunFile.write(shown, out))).doesNotContain(SECRET);
        assertThat(shown.failure()).contains("it \u001b[31mdied: cannot log in with ***\u0007\nat home");
        assertThat(shown.settings())
                .containsEntry("spring.datasource.password", "***")
                .containsEntry("a", "b");
        assertThat(shown.commandLine())
                .containsExactly("java", "-jar", "users.jar", "--spring.datasource.password=***", "--api-key", "***");
        assertThat(shown.result()).isEqualTo(run.result());
        assertThat(shown.diagnosis()).isEqualTo(run.diagnosis());
    }

    @Test
    void aSecretInABodyIsOneWhereverElseItStands() throws IOException {
        ObjectNode json = RecordJson.write(Runs.full("a"));
        ((ObjectNode) json.at("/variant/requests/0"))
                .put("body", "{\"user\": \"amy\", \"password\": \"a 7, and b}\", \"token\": \"${token}\"}");
        json.withObject("/variant/users")
                .putArray("login")
                .add(((ObjectNode) json.at("/variant/requests/0"))
                        .deepCopy()
                        .put("body", "name=amy&password=" + SECRET));
        json.put("failure", "cannot log in with " + SECRET + ", nor with a 7, and b}");
        Run run = RecordJson.read(json, Run.class);
        Experiment experiment = experiment(run);
        Redaction redaction = new Redaction(experiment, false);

        Run shown = redaction.of(run);

        assertThat(Files.readString(RunFile.write(shown, out))).doesNotContain(SECRET, "7, and b");
        assertThat(RecordJson.write(redaction.of(experiment)).toString()).doesNotContain(SECRET, "7, and b");
        assertThat(shown.variant().requests().getFirst().body())
                .isEqualTo("{\"user\": \"amy\", \"password\": \"***\", \"token\": \"${token}\"}");
        assertThat(shown.variant().users().login().getFirst().body()).isEqualTo("name=amy&password=***");
        assertThat(shown.failure()).contains("cannot log in with ***, nor with ***");
        assertThat(new Redaction(experiment, true).of(run).variant()).isEqualTo(run.variant());
    }

    @Test
    void whoWantsSecretsHasThem() {
        Run run = run();
        Run shown = new Redaction(experiment(run), true).of(run);

        assertThat(shown.settings()).isEqualTo(run.settings());
        assertThat(shown.failure()).contains("it \u001b[31mdied: cannot log in with " + SECRET + "\u0007\nat home");
    }

    @Test
    void onlyTheUserMayReadTheResults() throws IOException {
        ResultsFolder results = ResultsFolder.create(out, "users", LocalDateTime.of(2026, 11, 21, 10, 0), line -> {});
        Path folder = results.start("a");
        results.keep(experiment(run()));

        assertThat(mode(results.path())).isEqualTo("rwx------");
        assertThat(mode(folder)).isEqualTo("rwx------");
        assertThat(mode(RunFile.write(run(), folder))).isEqualTo("rw-------");
        assertThat(mode(results.path().resolve("experiment.json"))).isEqualTo("rw-------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
