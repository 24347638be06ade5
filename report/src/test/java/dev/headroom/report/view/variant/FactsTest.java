package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FactsTest {

    @Test
    void theLoadGeneratorTellsWhatItDidASecondTimeAndWhatWaitedForAConnection() {
        LoadResult.Waits waits = new LoadResult.Waits(700, Duration.ofMillis(40), Duration.ofMillis(90), 2);

        assertThat(generator(3, Optional.of(waits)))
                .contains("Sent a second time: 3, since the service had closed the connection or refused the stream")
                .contains("Logged in again: 3 times, since the service had answered 401")
                .contains("Waited for a connection: 700 requests, mean 40 ms, max 90 ms");
    }

    /** The verdict of this run is about its service. */
    @Test
    void aRunIsVoidWhereItsVerdictSaysSo() {
        assertThat(generator(0, Optional.empty(), true))
                .contains("Was it the limit?: no, though it was late or had no processor time left");
        assertThat(generator(0, Optional.empty(), false)).contains("Was it the limit?: no");
    }

    @Test
    void whatDidNotHappenIsNoFact() {
        assertThat(generator(0, Optional.empty()))
                .noneMatch(fact -> fact.matches("(Sent a second|Logged in|Waited|Its own).*"));
    }

    @Test
    void theLoadTellsWhoSendsItAndWithWhatValues() {
        Run run = Users.lifted();
        Variant plain = run.variant();
        Variant variant = new Variant(
                plain.name(),
                plain.description(),
                plain.requests(),
                plain.settings(),
                plain.jvm(),
                plain.load(),
                plain.published(),
                plain.physics(),
                plain.before(),
                plain.lifts(),
                plain.origin(),
                plain.jdk(),
                plain.args(),
                plain.env(),
                plain.expected(),
                new dev.headroom.core.model.load.Users(
                        List.of(
                                new DataSource(
                                        "product",
                                        "/shop/products.csv",
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        DataSource.Order.RANDOM),
                                new DataSource(
                                        "n", "", OptionalLong.of(1), OptionalLong.empty(), DataSource.Order.IN_TURN)),
                        List.of(new RequestKind("", 1, "POST", "/login", Map.of(), "secret", "", List.of(), "")),
                        false,
                        10));
        Run other =
                Users.like(run, variant, run.result(), run.observation(), run.diagnosis(), run.baseline(), run.kinds());

        assertThat(load(other))
                .contains("Login: POST /login, once for each user, not counted")
                .contains("Values: product from products.csv at random, n from 1.. in turn");
        assertThat(load(run)).noneMatch(fact -> fact.matches("(Login|Values).*"));
    }

    private static List<String> load(Run run) {
        return Facts.of(run).getFirst().facts().stream()
                .map(fact -> fact.name() + ": " + fact.value())
                .toList();
    }

    private static List<String> generator(long retries, Optional<LoadResult.Waits> waits) {
        return generator(retries, waits, false);
    }

    private static List<String> generator(long retries, Optional<LoadResult.Waits> waits, boolean binding) {
        Run run = Users.lifted();
        LoadResult result = run.result().orElseThrow();
        LoadResult.Generator plain = result.generator();
        LoadResult other = new LoadResult(
                result.startedAt(),
                result.elapsed(),
                result.requests(),
                result.succeeded(),
                result.errors(),
                result.statuses(),
                result.throughput(),
                result.latency(),
                result.serviceLatency(),
                result.series(),
                new LoadResult.Generator(
                        plain.engine(),
                        plain.cpu(),
                        plain.lagMean(),
                        plain.lagP99(),
                        plain.lagMax(),
                        plain.connections(),
                        binding,
                        plain.readLagP99(),
                        plain.readLagMean(),
                        retries,
                        waits,
                        retries,
                        Optional.empty()),
                result.kinds(),
                Map.of(),
                List.of(),
                Optional.empty());
        return Facts.of(Users.with(run, Optional.of(other), run.observation(), run.diagnosis())).stream()
                .filter(group -> group.title().equals("Load generator"))
                .flatMap(group -> group.facts().stream())
                .map(fact -> fact.name() + ": " + fact.value().replace('\u00a0', ' '))
                .toList();
    }
}
