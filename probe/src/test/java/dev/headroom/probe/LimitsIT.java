package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.target.Gate;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Libraries;
import dev.headroom.probe.target.Limits;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits are read from their own objects, told apart, and moved, in JVMs whose limits are known. */
class LimitsIT extends Started {

    @ParameterizedTest
    @MethodSource("dev.headroom.probe.target.Jvms#homes")
    void limitsOfOneClassAreToldApartAndReadExactly(Path home) throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = Jvms.start(Limits.class, home, probe.launchArguments());
            started.add(target);
            probe.start();
            try (OutputStream begin = target.getOutputStream()) {
                begin.write('\n');
            }
            Observation seen = observe(probe, 8);

            assertHeld(waitedAt(seen, "Limits.six"), StationKind.SEMAPHORE, 6, 3);
            assertHeld(waitedAt(seen, "Limits.three"), StationKind.SEMAPHORE, 3, 2);
            assertHeld(waitedAt(seen, "Limits.lock"), StationKind.LOCK, 1, 3);
            assertHeld(waitedAt(seen, "Limits.one"), StationKind.LOCK, 1, 2);
            assertHeld(waitedAt(seen, "Limits.other"), StationKind.LOCK, 1, 3);
            assertHeld(waitedAt(seen, "Limits.objects"), StationKind.OBJECT_POOL, 5, 3);
            for (Adjustable lever :
                    seen.levers().stream().filter(Adjustable::sets).toList()) {
                assertMoves(probe, lever);
            }
            assertThat(seen.levers())
                    .extracting(Adjustable::target)
                    .contains(waitedAt(seen, "Limits.six").id(), "six", "objects");
            assertThatThrownBy(() -> probe.move(waitedAt(seen, "Limits.lock").id(), 1, 2, Probe.LONGEST_MOVE))
                    .isInstanceOf(ProbeException.class);
        }
    }

    /** They are looked at one after another, so who gives back and who takes may both be seen to have it: looks in which somebody moved tell no number. */
    @Test
    void howManyVirtualThreadsArePastAGateThatTellsNobodyIsCounted() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            started.add(Jvms.start(Gate.class, Jvms.current(), probe.launchArguments()));
            probe.start();
            Observation seen = observe(probe, 60);
            for (int longer = 2;
                    longer < 6 && waitedAt(seen, "Gate.enter").maximum().isEmpty();
                    longer++) {
                seen = observe(probe, longer * 60);
            }
            assertThat(waitedAt(seen, "Gate.enter").maximum()).hasValue(5);
        }
    }

    /** Objects in use report themselves for three seconds after the agent came. */
    @Test
    @Tag("nightly")
    void whatWasIdleWhenTheAgentCameIsMetOnceSomebodyWaitsForIt() throws Exception {
        Process target = Jvms.start(Limits.class, Jvms.current(), List.of());
        started.add(target);
        try (AgentProbe probe = AgentProbe.attach(ProcessId.now(target.pid()), Secrets::hideIn)) {
            probe.start();
            Waiting.until(() -> probe.latest()
                    .filter(sample -> sample.at().compareTo(Duration.ofSeconds(5)) > 0)
                    .isPresent());
            try (OutputStream begin = target.getOutputStream()) {
                begin.write('\n');
            }
            Instant begun = Instant.now();
            Waiting.until(() -> {
                Window window = new Window(begun, Duration.between(begun, Instant.now()));
                return probe.glance(begun, window).resources().stream()
                        .anyMatch(one -> one.kind() == StationKind.OBJECT_POOL
                                && one.maximum().orElse(0) == 5);
            });
        }
    }

    @Tag("nightly")
    @Test
    void limitsOfLibrariesAreReadAndMovedByTheCatalogue() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            List<String> jvm = new ArrayList<>(probe.launchArguments());
            jvm.addAll(List.of("-cp", System.getProperty("java.class.path")));
            started.add(Jvms.start(Libraries.class, Jvms.current(), jvm));
            probe.start();
            Observation seen = observe(probe, 5);

            assertHeld(named(seen, "orders"), StationKind.CONNECTION_POOL, 4, 5);
            assertHeld(named(seen, "users"), StationKind.CONNECTION_POOL, 7, 5);
            assertHeld(typed(seen, "commons-pool"), StationKind.OBJECT_POOL, 5, 3);
            assertHeld(named(seen, "guarded"), StationKind.SEMAPHORE, 6, 3);
            assertHeld(typed(seen, "httpclient5"), StationKind.CONNECTION_POOL, 5, 3);
            assertHeld(typed(seen, "okhttp"), StationKind.CONNECTION_POOL, 5, 4);
            assertThat(named(seen, "hundred").maximum()).hasValue(100);
            assertThat(typed(seen, "guava-rate-limiter").maximum()).hasValue(50);
            assertThat(typed(seen, "guava-rate-limiter").queued()).isCloseTo(4, within(0.7));
            assertThat(named(seen, "orders").holders().getFirst().frame()).contains("Libraries.work");
            assertThat(named(seen, "users").waiters().getFirst().frame()).contains("Libraries.user:");
            for (String type : List.of(
                    "hikari",
                    "commons-pool",
                    "bulkhead",
                    "httpclient5",
                    "okhttp",
                    "rate-limiter",
                    "guava-rate-limiter")) {
                String id = typed(seen, type).id();
                assertMoves(
                        probe,
                        seen.levers().stream()
                                .filter(lever -> lever.target().equals(id))
                                .findFirst()
                                .orElseThrow(() -> new AssertionError("no lever for " + id)));
            }
        }
    }

    private static void assertMoves(AgentProbe probe, Adjustable lever) throws Exception {
        int twice = 2 * lever.capacity();
        assertThat(probe.move(lever, twice, Probe.LONGEST_MOVE))
                .as(lever.toString())
                .isEqualTo(twice);
        assertThat(probe.move(lever, lever.capacity(), Probe.LONGEST_MOVE))
                .as(lever.toString())
                .isEqualTo(lever.capacity());
    }

    private static void assertHeld(Station resource, StationKind kind, int capacity, double waiting) {
        assertThat(resource.kind()).as(resource.toString()).isEqualTo(kind);
        assertThat(resource.maximum()).as(resource.toString()).hasValue(capacity);
        assertThat(resource.active())
                .as(resource.toString())
                .isCloseTo(capacity, within(Math.min(0.9, 0.3 + 0.1 * capacity)));
        assertThat(resource.queued()).as(resource.toString()).isCloseTo(waiting, within(1.0));
        assertThat(resource.saturatedShare()).as(resource.toString()).isGreaterThan(0.5);
    }

    private static Station waitedAt(Observation seen, String method) {
        return find(
                seen,
                resource -> resource.waiters().stream()
                        .anyMatch(site -> site.frame().contains(method + ":")));
    }

    private static Station named(Observation seen, String name) {
        return find(seen, resource -> resource.name().equals(name));
    }

    private static Station typed(Observation seen, String type) {
        return find(seen, resource -> resource.type().equals(type));
    }

    private static Station find(Observation seen, Predicate<Station> which) {
        return seen.resources().stream()
                .filter(which)
                .findFirst()
                .orElseThrow(() -> new AssertionError("none such among " + seen.resources()));
    }

    /** Watches until there have been enough looks at all of it. */
    private static Observation observe(AgentProbe probe, int enough) throws Exception {
        Waiting.until(() -> probe.latest().orElseThrow().at().compareTo(Duration.ofSeconds(3)) > 0);
        Instant begin = Instant.now();
        Set<Duration> looks = new HashSet<>();
        Waiting.until(() -> {
            looks.add(probe.latest().orElseThrow().at());
            return looks.size() > enough;
        });
        return probe.observe(begin, new Window(begin, Duration.between(begin, Instant.now())));
    }
}
