package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.store.Pipes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each test spoils one line of a good file and reads what the reader would be told. */
class ExperimentMistakesTest {

    private static final String GOOD = """
            name: users
            services:
              metadata: { jar: a.jar, port: 8090 }
              users:
                jar: b.jar
                port: 8888
                settings: { metadata.url: "http://127.0.0.1:${metadata.port}" }
            watch: users
            load:
              open: { rate: 20/s, for: 60s }
              timeout: 120s
            variants:
              sequential: { request: GET /users/1 }
              common-pool:
                request: GET /users_parallel/1
                published: { mean: 27289ms, errors: 29% }
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void jars() throws IOException {
        Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("b.jar"));
        file = folder.resolve("experiment.yaml");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            rate: 20/s          | rate: 20          | 10 | 17 | `20`                    | a rate above zero per second, such as 20/s
            rate: 20/s          | rate: 20/h        | 10 | 17 | `20/h`                  | a rate above zero per second, such as 20/s
            rate: 20/s          | rate: 0/s         | 10 | 17 | `0/s`                   | a rate above zero per second, such as 20/s
            for: 60s            | for: 60           | 10 | 28 | `60`                    | a duration above zero with its unit ms, s or m
            for: 60s            | for: 60 sec       | 10 | 28 | `60 sec`                | a duration above zero with its unit ms, s or m
            for: 60s            | for: 0s           | 10 | 28 | `0s`                    | a duration above zero with its unit ms, s or m
            mean: 27289ms       | mean: 27,289      | 16 | 24 | `27`                    | a duration with its unit ms, s or m
            errors: 29%         | errors: 0.29      | 16 | 41 | `0.29`                  | a share in percent, such as 29%
            timeout: 120s       | time-out: 120s    | 11 |  3 | unknown key `time-out`  | (did you mean `timeout`?)
            port: 8888          | prot: 8888        |  6 |  5 | unknown key `prot`      | (did you mean `port`?)
            port: 8888          | prot: 8888        |  4 |  3 | no `port` in `users`    | `port`: a port from 1 to 65535
            port: 8888          | port: 88888       |  6 | 11 | `88888`                 | a port from 1 to 65535
            port: 8888          | port: 8090        |  6 | 11 | port 8090, which `metadata` has too | a port of its own
            watch: users        | watch: user       |  8 |  8 | no service `user`       | (did you mean `users`?)
            watch: users        | wach: users       |  1 |  1 | no `watch` in the experiment | the name of the service that is put under load
            ${metadata.port}    | ${meta.port}      |  7 | 31 | `${meta.port}`, and no service `meta` | the port of one of metadata, users
            open: {             | opened: {         |  9 |  1 | none or several of `open`, `closed`, `jmeter`, `gatling`, `k6`, `command` | either open: { rate, for } or closed
            timeout: 120s       | closed: { users: 1, for: 1s } |  9 |  1 | none or several of `open`, `closed`, `jmeter`, `gatling`, `k6`, `command` | either open: { rate, for } or closed
            request: GET /users/1 | request: /users/1 | 13 | 26 | `/users/1`             | a method and a path on the watched service, such as GET
            { request: GET /users/1 } | { requests: { a: { request: GET /users/1, weight: 0 } } } | 13 | 65 | `0` | how often it comes among the others: a whole number from 1 to 1000
            { request: GET /users/1 } | { requests: { a: { weight: 1 } } } | 13 | 29 | none or several of `request`, `steps` | one of several requests, such as
            { request: GET /users/1 } | { requests: { a: { request: GET /x }, b: { request: GET /y } }, body: z } | 13 | 79 | `body` beside `requests` | the body in the request that it belongs to
            { request: GET /users/1 } | { description: none } | 13 | 3 | none or several of `request`, `requests`, `steps` | a variant with one of them
            name: users         | name: Users!      |  1 |  7 | `Users!`                | a name of lower-case letters
            common-pool:        | Common Pool:      | 14 |  3 | the name `Common Pool`  | a name of lower-case letters
            jar: b.jar          | jar: b.jar\\n    jar: c.jar | 6 | 5 | key `jar` a second time | it once (the first is in line 5)
            settings: {         | settings: { a: { b: 1 }, | 7 | 20 | a mapping         | write a nested setting as one dotted key
            """)
    void aMistakeNamesItsLineWhatWasFoundAndWhatWasExpected(
            String good, String bad, int line, int column, String found, String expected) throws IOException {
        assertThat(GOOD).contains(good);

        List<Mistake> mistakes = mistakes(GOOD.replaceFirst(
                java.util.regex.Pattern.quote(good),
                java.util.regex.Matcher.quoteReplacement(bad.replace("\\n", "\n"))));

        assertThat(mistakes).anySatisfy(mistake -> {
            assertThat(mistake.file()).isEqualTo(file);
            assertThat(mistake.found()).isEqualTo(found);
            assertThat(mistake.expected()).contains(expected);
            assertThat(mistake.line()).isEqualTo(line);
            assertThat(mistake.column()).isEqualTo(column);
        });
    }

    @Test
    void aMissingJarIsNamedWithItsWholePath() throws IOException {
        Files.delete(folder.resolve("b.jar"));

        assertThat(mistakes(GOOD))
                .singleElement()
                .hasToString(file + ":5:10: found no file " + folder.resolve("b.jar")
                        + "; expected an executable jar; build it first, or correct the path (relative to the"
                        + " experiment file)");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            jar: peer.jar  | 17 | 10 | no file FOLDER/peer.jar     | build it first, or correct the path
            jar: .         | 17 | 10 | no file but a folder at FOLDER | build it first, or correct the path
            jar: [b.jar]   | 17 | 10 | a list                      | the path of an executable jar
            jar: 7         | 17 | 10 | `7`                         | the path of an executable jar
            jra: b.jar     | 17 |  5 | unknown key `jra`           | (did you mean `jar`?)
            load: { open: { rate: 1/s, for: 1s }, trusted: peer.pem } | 17 | 52 | no file FOLDER/peer.pem | a PEM file of certificates
            load: { open: { rate: 1/s, for: 1s }, trusted: b.jar } | 17 | 52 | FOLDER/b.jar, which has no certificates or not only them | a PEM file of certificates
            load: { open: { rate: 1/s, for: 1s }, trusted: 7 } | 17 | 52 | `7` | the path of a PEM file
            """)
    void aMistakeInAPathOfAVariantNamesItsPlace(String bad, int line, int column, String found, String expected)
            throws IOException {
        assertThat(mistakes(GOOD + "    " + bad + "\n")).singleElement().satisfies(mistake -> {
            assertThat(mistake.line()).isEqualTo(line);
            assertThat(mistake.column()).isEqualTo(column);
            assertThat(mistake.found()).isEqualTo(found.replace("FOLDER", folder.toString()));
            assertThat(mistake.expected()).contains(expected);
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void aPipeInPlaceOfCertificatesIsNotWaitedFor() throws Exception {
        Path pipe = Pipes.make(folder.resolve("pipe.pem"));

        assertThat(mistakes(GOOD + "    load: { open: { rate: 1/s, for: 1s }, trusted: pipe.pem }\n"))
                .extracting(Mistake::found)
                .containsExactly(pipe + ", which is not a regular file");
    }

    @Test
    void certificatesAreTrustedByNameOrWhateverTheyAre() throws IOException {
        String load = "{ open: { rate: 1/s, for: 1s }, trust-any-certificate: true, trusted: b.jar }";

        assertThat(mistakes(GOOD + "    load: " + load + "\n"))
                .extracting(Mistake::found)
                .contains("`trusted` beside `trust-any-certificate: true`");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            expect: { p95: 500ms }          | 17 | 20 | `500ms`             | an upper bound of a time, such as <500ms
            expect: { p95: above 1s }       | 17 | 20 | `above 1s`          | an upper bound of a time, such as <500ms
            expect: { p95: <500 }           | 17 | 20 | `<500`              | an upper bound of a time, such as <500ms
            expect: { p97: <500ms }         | 17 | 15 | unknown key `p97`   | (did you mean `p90`?)
            expect: { errors: <0.001 }      | 17 | 23 | `<0.001`            | an upper bound of failed requests, such as <0.1%
            expect: { goodput: <100/s }     | 17 | 24 | `<100/s`            | a lower bound of a rate, such as above 100/s
            expect: { verdict: threads }    | 17 | 24 | `threads`           | nothing, a kind of limit such as worker-pool
            expect: { verdict: { pool: a } } | 17 | 15 | no `kind` in `verdict` | a kind of limit, such as worker-pool
            expect: { status: [99] }        | 17 | 24 | `99`                | an HTTP status from 100 to 599
            expect: { status: fine }        | 17 | 23 | `fine`              | an HTTP status from 100 to 599
            expect: { body: accepted }      | 17 | 21 | `accepted`          | contains, and the text that each response has to hold
            expect: {}                      | 17 |  5 | none                | what every run has to be like
            """)
    void aMistakeInWhatIsExpectedNamesItsPlace(String bad, int line, int column, String found, String expected)
            throws IOException {
        assertThat(mistakes(GOOD + "    " + bad + "\n")).singleElement().satisfies(mistake -> {
            assertThat(mistake.line()).isEqualTo(line);
            assertThat(mistake.column()).isEqualTo(column);
            assertThat(mistake.found()).isEqualTo(found);
            assertThat(mistake.expected()).contains(expected);
        });
    }

    @Test
    void theResponseToAHeadRequestHasNoBodyToExpectATextIn() throws IOException {
        String head = GOOD.replace(
                "{ request: GET /users/1 }", "{ requests: { a: { request: HEAD /a }, b: { request: GET /b } } }");

        assertThat(mistakes(head + "expect: { body: contains x }\n"))
                .singleElement()
                .hasToString(
                        file + ":13:43: found `HEAD /a`, and `expect` asks for a text in the body of each response;"
                                + " expected another method, or no `body` in `expect`: the response to a HEAD request has none");
        assertThat(mistakes(GOOD.replace("GET /users_parallel", "HEAD /users_parallel")
                        + "    expect: { body: contains x }\n"))
                .hasSize(1);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            open: { rate: 20/s, for: 60s } | closed: { vus: 10, duration: 30s } | 10 | 13 | unknown key `vus` | `users: ...` in its place
            open: { rate: 20/s, for: 60s } | closed: { vus: 10, duration: 30s } | 10 | 22 | unknown key `duration` | `for: ...` in its place
            open: { rate: 20/s, for: 60s } | vus: 10                | 10 |  3 | unknown key `vus` | `closed: { users: 10, for: 60s }` in its place
            open: { rate: 20/s, for: 60s } | duration: 30s          | 10 |  3 | unknown key `duration` | `open: { rate: 20/s, for: 60s }` or `closed: { users: 10, for: 60s }` in its place
            open: { rate: 20/s, for: 60s } | open: { arrival-rate: 9 } | 10 | 11 | unknown key `arrival-rate` | `rate: ...` in its place
            watch: users        | duration: 30s             |  8 |  1 | unknown key `duration` | `load: { open: { rate: 20/s, for: 60s } }` in its place
            { jar: a.jar, port: 8090 } | { jar: a.jar, port: ${users.port} } | 3 | 33 | `${users.port}` without quotes between braces or brackets | it in quotes: "${users.port}"
            { metadata.url: "http://127.0.0.1:${metadata.port}" } | { metadata.url: http://127.0.0.1:${metadata.port}/x } | 7 | 31 | `http://127.0.0.1:${metadata.port}/x` without quotes between braces or brackets | it in quotes: "http://127.0.0.1:${metadata.port}/x"
            ~    port: 8888~    | ~\tport: 8888~            |  6 |  1 | a tab             | spaces: YAML is not indented by tabs
            ~    port: 8888~    | ~  \tport: 8888~          |  6 |  3 | a tab             | spaces: YAML is not indented by tabs
            name: users         | name: @users              |  1 |  7 | character '@' that cannot start any token | the text in quotes
            watch: users        | watch: [users]            |  8 |  8 | a list            | the name of the service that is put under load
            """)
    void wordsOfOtherToolsAndOfYamlAreAnsweredWithWhatToWrite(
            String good, String bad, int line, int column, String found, String expected) throws IOException {
        assertThat(GOOD).contains(good);

        assertThat(mistakes(GOOD.replace(good, bad))).anySatisfy(mistake -> {
            assertThat(mistake.found()).contains(found);
            assertThat(mistake.expected()).contains(expected);
            assertThat(mistake.line()).isEqualTo(line);
            assertThat(mistake.column()).isEqualTo(column);
        });
    }

    @Test
    void servicesAndVariantsByListAreAnsweredWithTheirShape() throws IOException {
        List<Mistake> mistakes = mistakes("""
                name: users
                services:
                  - { name: users, jar: b.jar, port: 8888 }
                watch: users
                load: { open: { rate: 20/s, for: 60s } }
                variants:
                  - { name: a, request: GET /users/1 }
                """);
        assertThat(mistakes)
                .hasSize(2)
                .anySatisfy(mistake -> assertThat(mistake)
                        .hasToString(file
                                + ":3:3: found a list; expected at least one service by its name, in the order in which they start,"
                                + " such as { shop: { jar: shop.jar, port: 8080 } }"))
                .anySatisfy(mistake -> assertThat(mistake)
                        .hasToString(file
                                + ":7:3: found a list; expected at least one variant by its name, such as"
                                + " { today: { request: GET /basket/1 } }"));
    }

    @Test
    void anExperimentWithoutVariantsSaysSo() throws IOException {
        String none = GOOD.substring(0, GOOD.indexOf("variants:"));

        assertThat(mistakes(none + "variants: {}\n"))
                .singleElement()
                .hasToString(file + ":12:1: found none; expected at least one variant by its name, such as"
                        + " { today: { request: GET /basket/1 } }");
        assertThat(mistakes(none + "variants:\n"))
                .singleElement()
                .hasToString(file + ":12:10: found nothing; expected at least one variant by its name, such as"
                        + " { today: { request: GET /basket/1 } }");
    }

    @Test
    void aClosedLoadWantsOneEnd() throws IOException {
        String closed = GOOD.replace("open: { rate: 20/s, for: 60s }", "closed: { users: 3 }");

        assertThat(mistakes(closed)).singleElement().satisfies(mistake -> {
            assertThat(mistake.line()).isEqualTo(10);
            assertThat(mistake.found()).isEqualTo("none or several of `iterations`, `requests`, `for`, `stages`");
        });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            open: { rate: 20/s, for: 60s, arrivals: poison }  | `poison` | even (at equal distances, where it is left out) or poisson
            open: { rate: 20/s, for: 60s, connections: 0 }    | `0`      | a whole number of at least 1
            open: { rate: 20/s }                              | none or several of `rate`, `stages` | such as { rate: 20/s, for: 60s }
            open: { rate: 20/s, stages: [{ rate: 1/s, for: 1s }] } | none or several of `rate`, `stages` | such as { rate: 20/s, for: 60s }
            open: { stages: [{ rate: 1/s }] }                 | none or several of `rate`, `from` | a stage of one rate, such as
            open: { stages: [{ from: 1/s, for: 1s }] }        | none or several of `rate`, `from` | a stage of one rate, such as
            open: { stages: [{ from: 0/s, to: 0/s, for: 1s }] } | a stage in which nothing is sent | a rate above zero at one of its ends
            closed: { users: 1, for: 1s, think: long }        | `long`    | a pause such as 1s, or drawn from a distribution
            closed: { users: 1, for: 1s, think: { normal: 1s } } | a mapping | a pause such as 1s, or drawn from a distribution
            closed: { users: 1, for: 1s, think: { uniform: [2s, 1s] } } | 2s before 1s | the shortest pause first
            closed: { users: 1, for: 1s, think: { log-normal: { median: 2s, p95: 1s } } } | 2s before 1s | of at least the median
            """)
    void aMistakeInTheLoadIsTold(String load, String found, String expected) throws IOException {
        assertThat(mistakes(GOOD.replace("open: { rate: 20/s, for: 60s }", load)))
                .singleElement()
                .satisfies(mistake -> {
                    assertThat(mistake.found()).isEqualTo(found);
                    assertThat(mistake.expected()).contains(expected);
                    assertThat(mistake.line()).isEqualTo(10);
                });
    }

    @Test
    void aLoadThatEndsBeforeAllOfItsUsersAreInIsAMistake() throws IOException {
        String never = GOOD.replace("open: { rate: 20/s, for: 60s }", "closed: { users: 30, ramp-up: 1m, for: 60s }");

        assertThat(mistakes(never)).singleElement().satisfies(mistake -> {
            assertThat(mistake.line()).isEqualTo(10);
            assertThat(mistake.found()).isEqualTo("a ramp-up of 1m in a load of 60s");
        });
    }

    @Test
    void aVariantThatLiftsNoOneIsAMistake() throws IOException {
        assertThat(mistakes(GOOD + "    lifts: [sequental]\n"))
                .singleElement()
                .hasToString(file + ":17:13: found no variant `sequental`; expected one of sequential"
                        + " (did you mean `sequential`?)");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            { request: GET /a }               | no `count` in `before`  | `count`: a whole number of at least 1
            { request: GET /a, count: 0 }     | `0`                     | a whole number of at least 1
            { request: /a, count: 1 }         | `/a`                    | a method and a path on the watched service
            { request: GET /a, times: 1, count: 1 } | unknown key `times` | request, count
            { request: GET /a^b, count: 1 } | `GET /a^b`, which has a character that a path may not have (Illegal character in path) | percent-encoded
            [{ request: GET /a }]             | no `count` in `0`       | `count`: a whole number of at least 1
            sixty                             | `sixty`                 | such as { request: GET /orders/hanging, count: 60 }
            """)
    void aMistakeInWhatComesBeforeTheLoadIsToldToo(String before, String found, String expected) throws IOException {
        assertThat(mistakes(GOOD + "    before: " + before + "\n"))
                .singleElement()
                .satisfies(mistake -> {
                    assertThat(mistake.found()).isEqualTo(found);
                    assertThat(mistake.expected()).contains(expected);
                    assertThat(mistake.line()).isEqualTo(17);
                });
    }

    @Test
    void allMistakesAreToldInTheOrderOfTheFile() throws IOException {
        String bad = GOOD.replace("rate: 20/s", "rate: 20")
                .replace("watch: users", "watch: nobody")
                .replace("port: 8888", "port: 8090")
                .replace("request: GET /users/1", "reqest: GET /users/1");

        assertThat(mistakes(bad)).extracting(Mistake::line).containsExactly(6, 8, 10, 13, 13);
    }

    @Test
    void brokenYamlNamesTheLine() throws IOException {
        assertThat(mistakes("name: users\nservices: { a: [ }\n"))
                .singleElement()
                .satisfies(mistake -> {
                    assertThat(mistake.line()).isEqualTo(2);
                    assertThat(mistake.expected()).isEqualTo("YAML");
                });
        assertThat(mistakes(""))
                .singleElement()
                .hasToString(file + ":1:1: found an empty file; expected an experiment");
    }

    /** The time that YAML's parser takes grows with the square of a line's length. */
    @Test
    void aFileOfManyMegabytesIsNotParsed() throws Exception {
        assertThat(mistakes("name: " + "x".repeat(2 << 20)))
                .singleElement()
                .hasToString(file + ": found more than 1 MB; expected an experiment, which has some lines");
    }

    @Test
    void aSecondDocumentIsAMistake() throws Exception {
        assertThat(mistakes("name: one\n---\nname: two\n"))
                .singleElement()
                .hasToString(file + ":2:1: found a second document; expected one experiment in a file");
    }

    @Test
    void aFileThatIsNotThereIsAMistake() {
        InvalidExperimentException thrown = catchThrowableOfType(
                InvalidExperimentException.class, () -> ExperimentFile.read(folder.resolve("no.yaml")));

        assertThat(thrown).hasMessage(folder.resolve("no.yaml") + ": found no such file; expected an experiment file");
    }

    @Test
    void aVariantThatIsNotInTheFileIsAMistake() throws Exception {
        Files.writeString(file, GOOD);
        Experiment experiment = ExperimentFile.read(file);

        InvalidExperimentException thrown = catchThrowableOfType(
                InvalidExperimentException.class,
                () -> ExperimentFile.select(experiment, List.of("sequential", "comon-pool", "zzz")));

        assertThat(thrown.mistakes())
                .extracting(Mistake::toString)
                .containsExactly(
                        file + ":12:1: found no variant `comon-pool`; expected one of sequential, common-pool"
                                + " (did you mean `common-pool`?)",
                        file + ":12:1: found no variant `zzz`; expected one of sequential, common-pool");
    }

    private List<Mistake> mistakes(String yaml) throws IOException {
        Files.writeString(file, yaml);
        return catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file))
                .mistakes();
    }
}
