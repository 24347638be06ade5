package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.store.RunFile;
import dev.headroom.load.EmbeddedEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that need something: a login, values of others' answers, a certificate that is trusted, others before them. */
class LabRequestsIT extends RealServices {

    @Test
    @Tag("nightly")
    void stepsWithValuesAreKindsOfTheirOwn() throws Exception {
        Files.writeString(folder.resolve("ids.csv"), "id\none\ntwo\n");
        Experiment experiment = experiment("500ms", """
                  buying:
                    login:
                      - { name: login, request: "POST /login/${ids.id}", take: { since: { header: Date } } }
                    steps:
                      - { name: cart, request: "GET /cart/${since}", take: { length: { header: Content-Length } } }
                      - { name: order, request: "GET /order/${length}/${ids.id}" }
                    load: { closed: { users: 2, for: 500ms } }
                data:
                  ids: { csv: ids.csv }
                """);

        Run run = new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                .run(experiment, options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().errors()).isEmpty();
        assertThat(run.result().orElseThrow().kinds())
                .extracting(LoadResult.Kind::name)
                .containsExactly("cart", "order");
        assertThat(run.kinds()).extracting(KindOfRequest::name).containsExactly("cart", "order");
        assertThat(run.kinds()).allMatch(kind -> kind.alone().isPresent());
        assertThat(RunFile.read(out.resolve("lab/latest/buying/run.json"))).isEqualTo(run);
    }

    @Tag("nightly")
    @Test
    void whereUsersCannotLogInTheRunSaysWhy() throws Exception {
        Experiment experiment = experiment("500ms", """
                  denied:
                    login: [{ name: login, request: POST /unknown }]
                    request: GET /a
                """);

        Run run = new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                .run(experiment, options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure().orElseThrow())
                .isEqualTo("login failed, after 0 of 2 users: POST /unknown: status 404");
    }

    @Test
    @Tag("nightly")
    void requestsThatComeBeforeTheLoadAreSentToTheWatchedServiceAndNotAwaited() throws Exception {
        Experiment experiment =
                experiment("500ms", "  hung: { request: GET /a, before: { request: GET /hang, count: 3 } }\n");

        Run run = lab.run(experiment, options(), events::add).runs().getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isPositive();
        assertThat(events).contains(new LabEvent.Prepared(3));
        Path stored = out.resolve("lab/latest/hung");
        assertThat(Files.readAllLines(stored.resolve("second.log")))
                .filteredOn("told to hang"::equals)
                .hasSize(3);
        assertThat(RunFile.read(stored.resolve("run.json"))).isEqualTo(run);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trust-any-certificate: true", "trusted: service.pem"})
    @Tag("nightly")
    void aServiceWithACertificateOfItsOwnIsAskedOverHttps(String trust) throws Exception {
        keytool("-genkeypair -keyalg EC -dname CN=second -ext SAN=dns:localhost -storetype PKCS12");
        keytool("-exportcert -rfc -file " + folder.resolve("service.pem"));
        Experiment experiment = command(
                "[java, -jar, '${basedir}/service.jar', '--server.port=${second.port}', '--keys=${basedir}/keys.p12', --password=changeit]",
                "A: b",
                ", scheme: https, host: localhost",
                ", " + trust);

        Run run = new Lab(new EmbeddedEngine(), new BlindWatching(), "test")
                .run(experiment, options(), events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded())
                .as("none, were it not trusted; on a busy machine a few of the cold service come too late")
                .isPositive();
        assertThat(events).contains(new LabEvent.Prepared(1));
    }

    private void keytool(String options) throws Exception {
        String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String line = tool + " " + options + " -storepass changeit -keystore " + folder.resolve("keys.p12");
        assertThat(new ProcessBuilder(line.split(" ")).inheritIO().start().waitFor())
                .isZero();
    }
}
