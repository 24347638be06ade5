package dev.headroom.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads that are scripts of load tools. */
class ScriptsTest {

    private static final String SHOP = """
            name: shop
            services: { shop: { jar: a.jar, port: 0 } }
            watch: shop
            load: LOAD
            variants:
              today: VARIANT
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("gatling-app-3.jar"));
        Files.writeString(
                folder.resolve("plan.jmx"), "<jmeterTestPlan>${__P(users,10)} ${__P(seconds)}</jmeterTestPlan>");
        Files.writeString(folder.resolve("fixed.jmx"), "<jmeterTestPlan>10</jmeterTestPlan>");
        Files.writeString(
                folder.resolve("parents.jmx"),
                "<jmeterTestPlan><TransactionController enabled=\"true\"><boolProp name=\"TransactionController.parent\">true"
                        + "</boolProp></TransactionController></jmeterTestPlan>");
        Files.writeString(folder.resolve("no.jmx"), "users");
        Files.writeString(folder.resolve("theirs.jmx"), plan("localhost", "9966"));
        Files.writeString(folder.resolve("told.jmx"), plan("${__P(host)}", "${__P(port)}"));
    }

    /** As the public plan of spring-petclinic-rest has its names. */
    private static String plan(String host, String port) {
        return """
                <jmeterTestPlan>${__P(threads,50)} ${__P(duration,300)}
                  <stringProp name="HTTPSampler.domain">%s</stringProp>
                  <stringProp name="HTTPSampler.port">%s</stringProp>
                </jmeterTestPlan>
                """.formatted(host, port);
    }

    @Test
    void aPlanMayHaveOtherNamesForUsersAndTime() throws Exception {
        assertThat(tool("{ jmeter: told.jmx, users: 5, for: 5s }", "{}").canBeChanged())
                .isTrue();
    }

    @Test
    void aPlanThatNamesTheAddressOfTheServiceMay() throws Exception {
        Path file = file("{ jmeter: theirs.jmx }", "{}");
        Files.writeString(file, Files.readString(file).replace("port: 0", "port: 9966"));
        assertThat(ExperimentFile.read(file).load()).isInstanceOf(Load.Tool.class);
    }

    private Path file(String load, String variant) throws IOException {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, SHOP.replace("LOAD", load).replace("VARIANT", variant));
        return file;
    }

    private Load.Tool tool(String load, String variant) throws Exception {
        return (Load.Tool) ExperimentFile.read(file(load, variant)).load();
    }

    @Test
    void aJmeterPlanNeedsNoRequest() throws Exception {
        Load.Tool load =
                tool("{ jmeter: plan.jmx, jmeter-home: jm, users: 60, for: 30s }", "{ description: as it is }");

        assertThat(load.program())
                .isEqualTo(new Program.Jmeter(
                        folder.resolve("plan.jmx").toString(),
                        Optional.of(folder.resolve("jm").toString())));
        assertThat(load.users()).isEqualTo(OptionalInt.of(60));
        assertThat(load.length()).contains(Duration.ofSeconds(30));
        assertThat(load.folder()).isEqualTo(folder.toString());
        assertThat(load.canBeChanged()).isTrue();
    }

    @Test
    void aGatlingSimulationIsOnItsClassPath() throws Exception {
        Load.Tool load = tool("{ gatling: { simulation: shop.Browse, class-path: ['*.jar'] } }", "{}");

        assertThat(load.program())
                .isEqualTo(new Program.Gatling(
                        "shop.Browse", folder.resolve("a.jar") + ":" + folder.resolve("gatling-app-3.jar")));
        assertThat(load.canBeChanged()).isFalse();
    }

    @Test
    void aCommandThatNamesTheRequestSendsIt() throws Exception {
        Load.Tool load = tool("{ command: 'wrk -c${users} ${url}', users: 60 }", "{ request: GET /users/1 }");

        assertThat(load.program()).isEqualTo(new Program.Command(List.of("wrk", "-c${users}", "${url}")));
        assertThat(load.program().sendsTheRequest()).isTrue();
        assertThat(load.byUsers(1, Duration.ofSeconds(5), Duration.ofSeconds(5)).orElseThrow())
                .isInstanceOf(Load.Closed.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { jmeter: none.jmx }                       | {}                        | no file                         | a JMeter plan
            { jmeter: no.jmx }                         | {}                        | which is no JMeter plan         | a .jmx file
            { jmeter: parents.jmx }                    | {}                        | that generates a parent sample  | off
            { jmeter: fixed.jmx, users: 5 }            | {}                        | and a plan that does not read it | ${__P(users)}
            { jmeter: fixed.jmx, for: 5s }             | {}                        | and a plan that does not read it | ${__P(seconds)}
            { jmeter: theirs.jmx }                     | {}                        | http://localhost:9966 written into the plan | ${__P(host)} and ${__P(port)}
            { jmeter: plan.jmx, engine: k6 }           | {}                        | `engine` beside a script        | in the script
            { open: { rate: 1/s, for: 1s }, k6-program: k6 } | { request: GET / }   | beside a load that is no script | in `open` or `closed`
            { open: { rate: 1/s, for: 1s }, engine: wrk } | { request: GET / }      | `wrk`                           | k6
            { open: { rate: 1/s, for: 1s }, engine: k6 } | { requests: { a: { request: GET /, weight: 999 }, b: { request: GET /b, weight: 998 } } } | 1997 turns are too many | a load that k6 can put
            { open: { rate: 1/s, for: 1s, arrivals: poisson }, engine: k6 } | { request: GET / } | `arrivals: poisson` beside `engine: k6` | `arrivals: even`
            { open: { rate: 1/s, for: 1s }, engine: k6, http2: true } | { request: GET / } | without TLS           | `scheme: https`
            { jmeter: plan.jmx, http2: true }          | {}                        | `http2` beside a script         | in the script
            { command: 'wrk ${url}' }                  | {}                        | none or several of `request`    | a variant with one of them
            { command: 'wrk ${base-url}', users: 5 }   | {}                        | a command without ${users}      | both, or neither
            { command: 'wrk -c${users} ${base-url}' }  | {}                        | ${users} in a command           | both, or neither
            { open: { rate: 1/s, for: 1s }, users: 5 } | { request: GET / }        | beside a load that is no script | in `open` or `closed`
            { open: { rate: 1/s, for: 1s } }           | { description: none }     | none or several of `request`    | a variant with one of them
            { gatling: { simulation: A, class-path: [classes] } } | {}             | nothing at                      | Gatling's jars
            { gatling: { simulation: A } }             | {}                        | no `class-path` in `gatling`    | a list of jars
            """)
    void aMistakeIsTold(String load, String variant, String found, String expected) throws IOException {
        Path file = file(load, variant);
        InvalidExperimentException invalid =
                catchThrowableOfType(InvalidExperimentException.class, () -> ExperimentFile.read(file));

        assertThat(invalid.mistakes()).anySatisfy(mistake -> {
            assertThat(mistake.found()).contains(found);
            assertThat(mistake.expected()).contains(expected);
        });
    }
}
