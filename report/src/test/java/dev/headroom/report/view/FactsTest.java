package dev.headroom.report.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Run;
import dev.headroom.report.fixture.Users;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FactsTest {

    @Test
    void theLoadGeneratorTellsWhatItDidASecondTimeAndWhatWaitedForAConnection() {
        LoadResult.Waits waits = new LoadResult.Waits(700, Duration.ofMillis(40), Duration.ofMillis(90));

        assertThat(generator(3, Optional.of(waits)))
                .contains("Sent a second time: 3, since the service had closed the idle connection")
                .contains("Waited for a connection: 700 requests, mean 40 ms, max 90 ms");
    }

    @Test
    void whatDidNotHappenIsNoFact() {
        assertThat(generator(0, Optional.empty())).noneMatch(fact -> fact.matches("(Sent a second|Waited|Its own).*"));
    }

    private static List<String> generator(long retries, Optional<LoadResult.Waits> waits) {
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
                        plain.binding(),
                        plain.readLagP99(),
                        retries,
                        waits),
                result.kinds());
        return Facts.of(Users.with(run, Optional.of(other), run.observation(), run.diagnosis())).stream()
                .filter(group -> group.title().equals("Load generator"))
                .flatMap(group -> group.facts().stream())
                .map(fact -> fact.name() + ": " + fact.value().replace('\u00a0', ' '))
                .toList();
    }
}
