package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services that are no jar of Spring Boot, and mistakes in them. */
class ServiceKeysTest {

    @TempDir
    Path folder;

    @BeforeEach
    void programs() throws IOException {
        Files.createFile(folder.resolve("a.jar"));
        Files.writeString(folder.resolve("plain.txt"), "");
        Files.writeString(folder.resolve("start.sh"), "");
        assertThat(folder.resolve("start.sh").toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aCommandWithEveryKeyArrivesInTheModel() throws Exception {
        Service service = ExperimentFile.read(write("""
                command: ./start.sh --name "the shop"
                port: 8080
                scheme: https
                host: ::1
                ready: { log: ready to accept }
                ready-within: 2m
                jvm: [-Xmx64m]
                args: [--limit, 1.10]
                env: { MODE: 0777 }
                """, "")).watched();

        assertThat(service)
                .isEqualTo(new Service(
                        "shop",
                        new Origin.Command(List.of(folder.resolve("start.sh").toString(), "--name", "the shop")),
                        Optional.of(new Service.Address("https", "::1", 8080)),
                        OptionalInt.empty(),
                        Map.of(),
                        List.of("-Xmx64m"),
                        List.of("--limit", "1.10"),
                        Map.of("MODE", "0777"),
                        new Ready.Log("ready to accept"),
                        Duration.ofMinutes(2),
                        Optional.empty()));
        assertThat(service.address().orElseThrow().at(8080)).hasToString("https://[::1]:8080");
    }

    @Test
    void aHelperNeedsNoPort() throws Exception {
        List<Service> services =
                ExperimentFile.read(write("jar: a.jar\nport: 0", """
                  helper: { command: [sh, -c, "sleep 1"], ready: { command: test -e flag } }
                """)).services();

        assertThat(services.getFirst().address()).isEmpty();
        assertThat(services.getFirst().ready()).isEqualTo(new Ready.Command(List.of("test", "-e", "flag")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            port: 0 | 4 | none or several of `jar`, `main`, `command`, `url` | a service with one of jar, main and command
            { jar: a.jar, command: sh, port: 1 } | 4 | none or several of `jar`, `main`, `command`, `url` | a service with one of jar, main and command
            { jar: a.jar } | 4 | no `port` in `shop` | since the service is watched and gets the load
            { main: Shop, port: 1 } | 4 | `main` without `class-path` | both: the class
            { main: Shop, class-path: [none.jar], port: 1 } | 4 | nothing at FOLDER/none.jar | build it first, or correct the path
            { main: Shop, class-path: ["lib/*.jar"], port: 1 } | 4 | nothing at FOLDER/lib/*.jar | a glob for jars
            { command: nosuchprogram 1, port: 1 } | 4 | no program `nosuchprogram` on the PATH | its path (with a slash
            { command: [./none.sh], port: 1 } | 4 | no file FOLDER/none.sh | a program; correct the path
            { command: [./plain.txt], port: 1 } | 4 | FOLDER/plain.txt, which may not be executed | chmod +x
            { command: "sh 'a", port: 1 } | 4 | `sh 'a`, which has no program or a quote that is not closed | a program and its arguments
            { command: [], port: 1 } | 4 | an empty list | a list that begins with a program
            { command: sh, port: 1, settings: { a: b } } | 4 | `settings` for a command | `args` or `env`
            { command: sh, port: 0 } | 4 | port 0 for a command that is not told which | `${shop.port}` in its command, args, env or jvm
            { jar: a.jar, port: 1, host: example.com } | 4 | `example.com` | services run here, and no load goes anywhere else
            { jar: a.jar, port: 1, scheme: ftp } | 4 | `ftp` | http (the default) or https
            { jar: a.jar, port: 1, env: { 1A: b } } | 4 | the name `1A` | the name of an environment variable
            { jar: a.jar, port: 1, args: --port 1 } | 4 | `--port 1` | a list of arguments
            { jar: a.jar, port: 1, ready: { log: x, command: sh } } | 4 | none or several of `command`, `log` | { command: ... } or { log: ... }
            { jar: a.jar, port: 1, ready: now } | 4 | `now` | a path on the service that starts with /
            { jar: a.jar, port: 1, ready: /a^b } | 4 | `/a^b`, which has a character that a path may not have (Illegal character in path) | percent-encoded
            { jar: a.jar, port: 1, args: ["${shp.port}"] } | 4 | `${shp.port}`, and no service `shp` | (did you mean `shop`?)
            { jar: a.jar, port: 1, env: { A: "${helper.port}" } } | 4 | `${helper.port}`, and `helper` has no port | `port` in that service
            """)
    void aMistakeInAServiceIsToldWithItsPlace(String service, int line, String found, String expected)
            throws IOException {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: shop
                services:
                  helper: { command: [sleep, 1] }
                  shop: %s
                watch: shop
                load: { open: { rate: 1/s, for: 1s } }
                variants: { a: { request: GET / } }
                """.formatted(service.startsWith("{") ? service : "{ " + service + " }"));

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                        .mistakes())
                .singleElement()
                .satisfies(mistake -> {
                    assertThat(mistake.line()).isEqualTo(line);
                    assertThat(mistake.found()).isEqualTo(found.replace("FOLDER", folder.toString()));
                    assertThat(mistake.expected()).contains(expected);
                });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            jar: a.jar, command: sh      | `jar` and `command`               | a variant runs one program
            command: sh                  | port 0 for a command that is not told which | `${shop.port}`
            command: "sh ${shop.port}", settings: { a: b } | `settings` for a command | `args` or `env`
            """)
    void aMistakeInTheProgramOfAVariantIsTold(String keys, String found, String expected) throws IOException {
        Path file = write("jar: a.jar\nport: 0", "");
        Files.writeString(file, Files.readString(file).replace("request: GET /", "request: GET /, " + keys));

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                        .mistakes())
                .anySatisfy(mistake -> {
                    assertThat(mistake.found()).isEqualTo(found);
                    assertThat(mistake.expected()).contains(expected);
                });
    }

    @Test
    void aLineIsSplitIntoWordsAtSpacesThatAreNotQuoted() {
        assertThat(Words.split(" a  'b c'd \"\" \"e'f\" ")).contains(List.of("a", "b cd", "", "e'f"));
        assertThat(Words.split("a \"b")).isEmpty();
    }

    @Test
    void aReadyPathNeedsAPort() throws IOException {
        Path file = write("jar: a.jar\nport: 0", "  helper: { command: [sleep, 1], ready: /up }\n");

        assertThat(catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                        .mistakes())
                .singleElement()
                .satisfies(
                        mistake -> assertThat(mistake.found()).isEqualTo("a path to ask on a service without `port`"));
    }

    private Path write(String shop, String others) throws IOException {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: shop
                services:
                %s  shop:
                %swatch: shop
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                  a: { request: GET / }
                """.formatted(others, shop.indent(4)));
        return file;
    }
}
