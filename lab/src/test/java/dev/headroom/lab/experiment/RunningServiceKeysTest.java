package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.load.Abort;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.UserStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services that run already, and what cannot be said of them; what may be said of their load. */
class RunningServiceKeysTest {

    @TempDir
    Path folder;

    private Path write(String service, String load, String variant) throws IOException {
        Files.writeString(folder.resolve("pages.csv"), "url\n/a\nhttp://other:81/b?c\n");
        return Files.writeString(folder.resolve("experiment.yaml"), """
                name: shop
                services: { shop: { %s } }
                watch: shop
                load: { %s }
                data: { page: { csv: pages.csv } }
                variants: { today: { %s } }
                """.formatted(service, load, variant));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            url: "http://127.0.0.1:8080", pid: 4711 | http  | 127.0.0.1    | 8080 | 4711 | -
            url: "https://shop.example"             | https | shop.example | 443  | -    | -
            url: "http://[::1]/", port: 9090        | http  | ::1          | 80   | -    | 9090
            """)
    void itsAddressAndItsProcessArriveInTheModel(
            String keys, String scheme, String host, int port, Long pid, Integer by) throws Exception {
        Service service = ExperimentFile.read(write(keys, "closed: { users: 1, for: 1s }", "request: GET /"))
                .watched();

        assertThat(service.address()).contains(new Service.Address(scheme, host, port));
        assertThat(service.origin())
                .isEqualTo(new Origin.Running(
                        pid == null ? OptionalLong.empty() : OptionalLong.of(pid),
                        by == null ? OptionalInt.empty() : OptionalInt.of(by)));
        assertThat(service.runsAlready()).isTrue();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            url: "http://a:1", jvm: [-Xmx1g]   | request: GET / | `jvm` for a service that runs already | nobody starts it
            url: "http://a:1", ready: {log: x} | request: GET / | a text to wait for in the output | or no `ready`
            url: "http://a:1", pid: 1, port: 2 | request: GET / | `port` beside `pid` | one of them
            url: "http://a:1", port: 0         | request: GET / | port 0 for a service that runs already | the port on which its JVM listens
            url: "http://a:99999"              | request: GET / | `http://a:99999`, which names no host and port | a URL such as
            url: "http://a:1/path"             | request: GET / | `http://a:1/path` | scheme, host and port of a service that runs already
            url: "http://me:pass@a:1"          | request: GET / | `http://***@a:1` | scheme, host and port of a service that runs already
            command: [sh], port: 1, pid: 7     | request: GET / | `pid` for a service that Headroom starts | no `pid`, or the `url`
            port: 8080                         | request: GET / | none or several of `jar`, `main`, `command`, `url` | or the url of one that runs already
            url: "http://a:1"                  | request: GET /, settings: { a: 1 } | `settings` in a variant of `shop`, which runs already: nobody restarts it | differ in their requests or their load
            url: "http://a:1"                  | request: GET /, env: { A: b } | `env` in a variant of `shop` | differ in their requests or their load
            url: "http://a:1"                  | request: GET /, command: sh | `command` in a variant of `shop` | differ in their requests or their load
            url: "http://a:1"                  | request: "GET http://b/x?y" | the host http://b written into a request, and the load goes elsewhere: `shop` is http://a:1 | the path alone: GET /x?y
            url: "http://a:1"                  | request: "GET http://a:1" | the host http://a:1 written into a request, and `shop` is http://a:1 | the path alone: GET /
            """)
    void whatCannotBeSaidIsTold(String service, String variant, String found, String expected) throws IOException {
        assertThat(mistakes(service, "closed: { users: 1, for: 1s }", variant)).anySatisfy(mistake -> {
            assertThat(dev.headroom.lab.store.Redaction.hideIn(mistake.found())).contains(found);
            assertThat(mistake.expected()).contains(expected);
            assertThat(mistake.line()).isIn(2, 6);
        });
    }

    @Test
    void aHostInAFileOfValuesIsTold() throws Exception {
        Path file = write("url: \"http://a:1\"", "closed: { users: 1, for: 1s }", "request: \"GET ${page.url}\"");

        assertThat(ExperimentFile.read(file).variants()).hasSize(1);
        assertThat(ExperimentFile.warnings(file))
                .singleElement()
                .asString()
                .contains(
                        "experiment.yaml:6:31: found `http://other:81/b?c` in pages.csv, and the load goes elsewhere: `shop`"
                                + " is http://a:1, which gets the path alone");
    }

    @Test
    void usersInStagesAndWhenTheLoadIsGivenUpArriveInTheModel() throws Exception {
        Load load = ExperimentFile.read(write("url: \"http://a:1\"", """
                closed: { stages: [{ from: 0, to: 20, for: 10s }, { users: 20, for: 1m }, { from: 20, to: 0, for: 5s }] },
                abort: { errors: 50%, within: 10s }""", "request: GET /"))
                .load();

        assertThat(load).isInstanceOfSatisfying(Load.Closed.class, closed -> {
            assertThat(closed.stages())
                    .containsExactly(
                            new UserStage(0, 20, Duration.ofSeconds(10)),
                            UserStage.constant(20, Duration.ofMinutes(1)),
                            new UserStage(20, 0, Duration.ofSeconds(5)));
            assertThat(closed.users()).isEqualTo(20);
        });
        assertThat(load.abort()).contains(new Abort(0.5, Duration.ofSeconds(10)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            closed: { stages: [{ from: 0, to: 0, for: 1s }] }           | stages without users | above zero
            closed: { stages: [{ users: 2, for: 1s }], users: 3 }       | `3` | no users beside stages
            closed: { stages: [{ users: 2, for: 1s }], ramp-up: 3s }    | `3s` | no ramp-up beside stages
            closed: { stages: [{ users: 2, for: 1s }], for: 3s }        | none or several of `iterations`, `requests`, `for`, `stages` | or { stages: [...] }
            closed: { stages: [{ users: 2, for: 5 }] }                  | `5` | a duration above zero with its unit
            closed: { stages: [{ from: 0, to: 9, for: 0s }] }           | `0s` | a duration above zero with its unit
            closed: { stages: [{ users: 2, for: 1s }, { users: -3, for: 1s }] } | `-3` | a whole number, or 0
            closed: { stages: [{ from: 1, to: many, for: 1s }] }        | `many` | a whole number, or 0
            closed: { stages: [{ users: 2, for: 1s, pause: 1s }] }      | unknown key `pause` | users, for
            closed: { stages: [] }                                      | an empty list | a list of stages, one after the other
            closed: { stages: [{ users: 2, rate: 1/s }] }               | none or several of `users`, `from` | a stage of as many users all the time
            closed: { for: 1s }                                         | no `users` in `closed` | a whole number of at least 1
            closed: { users: 1, for: 1s }, abort: { errors: 0%, within: 1s } | `0%`, which every load reaches at once | a share above zero
            closed: { users: 1, for: 1s }, abort: { errors: 50% }       | no `within` in `abort` | a duration above zero
            """)
    void mistakesInALoadAreTold(String load, String found, String expected) throws IOException {
        assertThat(mistakes("url: \"http://a:1\"", load, "request: GET /")).anySatisfy(mistake -> {
            assertThat(mistake.found()).isEqualTo(found);
            assertThat(mistake.expected()).contains(expected);
            assertThat(mistake.line()).isEqualTo(4);
        });
    }

    private List<Mistake> mistakes(String service, String load, String variant) throws IOException {
        Path file = write(service, load, variant);
        return catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                .mistakes();
    }
}
