package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.lab.store.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must not stand in a file: values of the environment, and bodies of their own. */
class EnvironmentInFilesTest {

    private static final Map<String, String> ENVIRONMENT =
            Map.of("SHOP_TOKEN", "q7Zr-41xL", "SHOP_N", "83", "EMPTY", "", "ODD", "a ${b} c");

    @TempDir
    Path folder;

    private Path write(String settings, String request) throws IOException {
        return Files.writeString(folder.resolve("experiment.yaml"), """
                name: shop
                title: to ${env.SHOP_TOKEN}
                services: { shop: { main: Shop, class-path: [.], port: 0, settings: { %s } } }
                watch: shop
                load: { closed: { users: 1, for: 1s } }
                variants: { today: { request: "POST /a?t=${env.SHOP_TOKEN}", %s } }
                """.formatted(settings, request));
    }

    private Experiment read(String settings, String request) throws Exception {
        return ExperimentFile.read(write(settings, request), ENVIRONMENT);
    }

    @Test
    void valuesAreUsedAndReferencesAreShown() throws Exception {
        Experiment experiment = read("pool: \"${env.SHOP_N}\"", """
                headers: { Authorization: "Bearer ${env.SHOP_TOKEN}" }, body: "${env.SHOP_TOKEN}, $${env.SHOP_TOKEN}" """);
        RequestKind request = experiment.variants().getFirst().requests().getFirst();

        assertThat(request.path()).isEqualTo("/a?t=q7Zr-41xL");
        assertThat(request.headers()).containsEntry("Authorization", "Bearer q7Zr-41xL");
        assertThat(request.body()).isEqualTo("q7Zr-41xL, $${env.SHOP_TOKEN}");
        assertThat(experiment.watched().settings()).containsEntry("pool", "83");
        for (boolean secretsShown : List.of(true, false)) {
            Experiment shown = new Redaction(experiment, secretsShown).of(experiment);
            RequestKind safe = shown.variants().getFirst().requests().getFirst();
            assertThat(safe.path()).isEqualTo("/a?t=${env.SHOP_TOKEN}");
            assertThat(safe.headers()).containsEntry("Authorization", "Bearer ${env.SHOP_TOKEN}");
            assertThat(shown.watched().settings()).containsEntry("pool", "${env.SHOP_N}");
            assertThat(shown.toString()).doesNotContain("q7Zr-41xL");
        }
        assertThat(Redaction.hideIn("no answer for xq7Zr-41xLx")).isEqualTo("no answer for x${env.SHOP_TOKEN}x");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ${env.NOBODY}    | `${env.NOBODY}`, and no environment variable NOBODY              | exported where Headroom is started
            ${env.EMPTY}     | `${env.EMPTY}`, and no environment variable EMPTY that has a value | exported where Headroom is started
            ${env.ODD}       | `${env.ODD}`, whose value has `${` in it, which would stand for another value | a value without it
            """)
    void whatIsNotThereIsToldWithItsLine(String body, String found, String expected) throws IOException {
        Path file = write("", "body: \"" + body + "\"");

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file, ENVIRONMENT))
                        .mistakes())
                .singleElement()
                .satisfies(mistake -> {
                    assertThat(mistake.line()).isEqualTo(6);
                    assertThat(mistake.found()).isEqualTo(found);
                    assertThat(mistake.expected()).contains(expected);
                });
    }

    @Test
    void aMistakeInATextDoesNotShowTheValueInIt() throws IOException {
        Path file = write("", "lifts: [\"${env.SHOP_TOKEN}\"]");

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file, ENVIRONMENT))
                        .mistakes()
                        .toString())
                .contains("no variant `${env.SHOP_TOKEN}`")
                .doesNotContain("q7Zr-41xL");
    }

    @Test
    void aBodyMayBeInAFileOfItsOwn() throws Exception {
        Path body = Files.writeString(
                folder.resolve("order.json"), "{\"id\": \"${uuid}\", \"key\": \"${env.SHOP_TOKEN}\"}");
        RequestKind request = read("", "body-file: order.json")
                .variants()
                .getFirst()
                .requests()
                .getFirst();

        assertThat(request.body()).isEmpty();
        assertThat(request.bodyFile()).isEqualTo(body.toString());
        assertThat(BodyFile.read(body, ENVIRONMENT, (found, expected) -> {}))
                .isEqualTo("{\"id\": \"${uuid}\", \"key\": \"q7Zr-41xL\"}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            body-file: none.json                | no file FOLDER/none.json
            body-file: .                        | no file but a folder at FOLDER
            body-file: large.txt                | FOLDER/large.txt, which has more than 16 MB
            body-file: latin.txt                | FOLDER/latin.txt, which is not in UTF-8
            body-file: values.txt               | `${nothing}`, for which nothing gives a value
            body-file: secret.txt               | `${env.NOBODY}`, and no environment variable NOBODY
            body-file: fine.txt, body: a        | `body-file` beside `body`
            """)
    void mistakesInIt(String keys, String found) throws IOException {
        Files.writeString(folder.resolve("fine.txt"), "fine");
        Files.writeString(folder.resolve("values.txt"), "${nothing}");
        Files.writeString(folder.resolve("secret.txt"), "${env.NOBODY}");
        Files.write(folder.resolve("latin.txt"), new byte[] {(byte) 0xE9, 'a'});
        try (var large =
                new java.io.RandomAccessFile(folder.resolve("large.txt").toFile(), "rw")) {
            large.setLength((16 << 20) + 1);
        }
        Path file = write("", keys);

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file, ENVIRONMENT))
                        .mistakes())
                .singleElement()
                .satisfies(mistake -> {
                    assertThat(mistake.line()).isEqualTo(6);
                    assertThat(mistake.found()).isEqualTo(found.replace("FOLDER", folder.toString()));
                });
    }
}
