package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Pooled;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pool that was raised is as it was again while it is in use, and only what was added is thrown away. */
@Tag("nightly")
class ExcessIT extends Started {

    private static final int FOUR = 4;
    private static final int EIGHT = 8;

    /** Uses after which what is going to be replaced was met. */
    private static final int MANY = 200;

    /** As {@link Pooled} tells it. */
    private record Figures(int made, int there, int used, int taken, int failed, int agents, int firstGone) {}

    @ParameterizedTest
    @CsvSource({"hikari, 1", "commons-pool, 1", "commons-pool-keyed, 2"})
    void onlyWhatWasAddedGoesWhenAPoolIsLoweredUnderLoad(String library, int parts) throws Exception {
        Figures after = lowered(library, parts);
        assertThat(after.made()).isEqualTo(EIGHT * parts);
        if (parts == 1) { // each part of a keyed one would have to tell its own
            assertThat(after.firstGone()).isZero();
        }
    }

    /** Of two connections that come back to it at once both may go, so that it makes one anew. */
    @Test
    void agroalLowersItselfUnderLoad() throws Exception {
        assertThat(lowered("agroal", 1).made()).isGreaterThanOrEqualTo(EIGHT);
    }

    private Figures lowered(String library, int parts) throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = target(library, probe.launchArguments());
            probe.start();
            Adjustable lever = awaitLever(probe, library);
            assertThat(lever.comesBack()).isTrue();

            probe.move(lever, EIGHT, Probe.LONGEST_MOVE);
            await(target, now -> now.there() == EIGHT * parts && now.used() == EIGHT * parts);
            probe.move(lever, FOUR, Probe.LONGEST_MOVE);

            await(target, now -> now.there() == FOUR * parts);
            int before = figures(target).taken();
            await(target, now -> now.taken() > before + MANY && now.there() == FOUR * parts);
            Figures after = figures(target);
            assertThat(after.there()).isEqualTo(FOUR * parts);
            assertThat(after.used()).isLessThanOrEqualTo(FOUR * parts);
            assertThat(after.failed()).isZero();
            return after;
        }
    }

    @Test
    void aPoolIsAsItWasAfterTheWatcherHasLeft() throws Exception {
        Process target;
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            target = target("hikari", probe.launchArguments());
            probe.start();
            probe.move(awaitLever(probe, "hikari"), EIGHT, Probe.LONGEST_MOVE);
            await(target, now -> now.there() == EIGHT);
        }
        await(target, now -> now.there() == FOUR);
        assertThat(figures(target).made()).isEqualTo(EIGHT);
        await(target, now -> now.agents() == 0);
    }

    @Test
    void aPoolIsAsItWasAfterTheWatcherWasKilled() throws Exception {
        Process target = target("commons-pool", List.of());
        Process watcher = started(Watcher.start(List.of(), "", target, EIGHT));
        assertThat(watcher.inputReader().readLine()).isEqualTo("moved");
        await(target, now -> now.there() == EIGHT);

        watcher.destroyForcibly().waitFor();

        await(target, now -> now.there() == FOUR);
        assertThat(figures(target).made()).isEqualTo(EIGHT);
    }

    private Process target(String library, List<String> options) throws IOException {
        List<String> jvm = new ArrayList<>(options);
        jvm.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return started(Jvms.start(Pooled.class, Jvms.current(), jvm, library));
    }

    private static Adjustable awaitLever(AgentProbe probe, String type) throws Exception {
        Instant begin = Instant.now();
        List<Adjustable> found = new ArrayList<>();
        Waiting.until(() -> {
            Observation seen = probe.glance(begin, new Window(begin, Duration.between(begin, Instant.now())));
            Set<String> ids = seen.resources().stream()
                    .filter(resource -> resource.type().equals(type))
                    .map(Station::id)
                    .collect(Collectors.toSet());
            Optional<Adjustable> lever = seen.levers().stream()
                    .filter(one -> ids.contains(one.target()))
                    .findFirst();
            lever.ifPresent(found::add);
            return lever.isPresent();
        });
        return found.getFirst();
    }

    private static void await(Process target, Predicate<Figures> condition) throws Exception {
        Waiting.until(() -> condition.test(figures(target)));
    }

    private static Figures figures(Process target) throws IOException {
        int[] told = Arrays.stream(PutBackIT.ask(target, "").split(" ", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return new Figures(told[0], told[1], told[2], told[3], told[4], told[5], told[6]);
    }
}
