package dev.headroom.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Adjustable.Means;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.text.Secrets;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.target.Jvms;
import dev.headroom.probe.target.Occupied;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a limit without a setter binds answers less in the proportion in which the limit is kept busy; what it does not bind answers as much. */
@Tag("alone")
class OccupationIT extends Started {

    private static final double SHARE = 0.25;
    private static final double WIDTH = 0.1;
    private static final Duration HOUR = Duration.ofHours(1);

    private static final int ROUNDS = 4;

    /** What rests was found to use 0.7 to 2.2 times what a thread does that parks as often, on an idle and on a busy machine. */
    private static final double MOST_PARKS = 6;

    /** In which a service that is the slowest of them answers some hundred requests. */
    private static final long WINDOW_MILLIS = 2_000;

    private static final List<String> ALL = List.of("monitor", "lock", "writers", "stamped", "calm", "loops", "pool");
    private static final List<String> QUEUES = List.of("monitor", "lock", "writers", "calm");

    /** A queue of 60 goes round in 6 s. */
    private static final long ROUND_MILLIS = 8_000;

    @Tag("nightly")
    @Test
    void throughputFallsByTheShareOfWhatBindsAndOfNothingElse() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = target(probe.launchArguments());
            Map<String, Adjustable> levers = awaitLevers(probe, ALL);
            levers.keySet().retainAll(ALL); // a lock of the JDK's may have been waited for as well
            Adjustable calm = at(levers, "calm");
            levers.remove("calm");
            Map<String, Double> home = new HashMap<>();
            Map<String, Double> beside = new HashMap<>();
            Map<String, Double> busy = new HashMap<>();
            Map<String, Double> shares = new HashMap<>();
            for (int round = 0; round < ROUNDS; round++) { // a machine that others use, too, is not the same for long
                probe.occupy(calm.target(), new Occupancy(0, 0, Duration.ZERO), HOUR);
                turn(probe, levers, 0);
                add(home, throughput(target, WINDOW_MILLIS));
                probe.occupy(calm.target(), new Occupancy(SHARE, 0, Duration.ZERO), HOUR);
                add(beside, throughput(target, WINDOW_MILLIS));
                probe.occupy(calm.target(), new Occupancy(0, 0, Duration.ZERO), HOUR);
                turn(probe, levers, SHARE);
                Map<String, Double> before = occupied(probe, levers);
                long begin = System.nanoTime();
                add(busy, throughput(target, WINDOW_MILLIS));
                double seconds = (System.nanoTime() - begin) / 1e9;
                Map<String, Double> after = occupied(probe, levers);
                probe.putBack();
                levers.forEach((name, lever) -> shares.merge(
                        name,
                        (at(after, name) - at(before, name)) / (seconds * lever.capacity() * ROUNDS),
                        Double::sum));
            }

            assertThat(probe.occupied(calm.target())).isGreaterThan(1);
            assertThat(at(beside, "monitor") / at(home, "monitor")).isCloseTo(1, within(WIDTH));
            shares.forEach((name, share) -> {
                double falls = 1 - at(busy, name) / at(home, name);
                System.out.printf("%s, kept busy for %.3f of the time, answers %.3f less%n", name, share, falls);
                assertThat(share).as(name).isCloseTo(SHARE, within(WIDTH));
                assertThat(falls).as(name).isCloseTo(share, within(WIDTH));
            });
        }
    }

    @Tag("nightly")
    @Test
    void behindAnyQueueTheShareIsThereAtOnceAndGoneAtOnce() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = target(probe.launchArguments(), "queues");
            Map<String, Adjustable> levers = awaitLevers(probe, QUEUES);
            levers.keySet().retainAll(QUEUES);
            turn(probe, levers, 0);
            TimeUnit.MILLISECONDS.sleep(ROUND_MILLIS);
            Map<String, Double> home = new HashMap<>();
            Map<String, Double> busy = new HashMap<>();
            Map<String, Double> rests = new HashMap<>();
            Map<String, Double> shares = new HashMap<>();
            for (int round = 0; round < 2 * ROUNDS; round++) {
                turn(probe, levers, Probe.LARGEST_SHARE);
                window(probe, target, levers, busy, shares);
                turn(probe, levers, 0);
                window(probe, target, levers, home, rests);
            }
            QUEUES.forEach(name -> System.out.printf(
                    "%s, kept busy for %.3f and %.3f of the time, answers %.3f less, of %.1f%n",
                    name,
                    at(shares, name) / (2 * ROUNDS),
                    at(rests, name) / (2 * ROUNDS),
                    1 - at(busy, name) / at(home, name),
                    at(home, name) / (2 * ROUNDS)));

            assertThat(at(busy, "calm") / at(home, "calm")).isCloseTo(1, within(WIDTH));
            for (String name : QUEUES) {
                double share = at(shares, name) / (2 * ROUNDS);
                assertThat(at(rests, name) / (2 * ROUNDS)).as(name).isLessThan(0.05);
                assertThat(share).as(name).isGreaterThan(0.25);
                if (!name.equals("calm")) {
                    assertThat(1 - at(busy, name) / at(home, name)).as(name).isCloseTo(share, within(WIDTH));
                }
            }
        }
    }

    private static void turn(AgentProbe probe, Map<String, Adjustable> levers, double share) throws Exception {
        for (Adjustable lever : levers.values()) {
            probe.occupy(lever.target(), new Occupancy(share, 0, Duration.ZERO), HOUR);
        }
    }

    private static void window(
            AgentProbe probe,
            Process target,
            Map<String, Adjustable> levers,
            Map<String, Double> answers,
            Map<String, Double> shares)
            throws Exception {
        TimeUnit.MILLISECONDS.sleep(250);
        Map<String, Double> before = occupied(probe, levers);
        long begin = System.nanoTime();
        add(answers, throughput(target, 1_000));
        double seconds = (System.nanoTime() - begin) / 1e9;
        Map<String, Double> after = occupied(probe, levers);
        after.forEach((name, now) -> shares.merge(name, (now - at(before, name)) / seconds, Double::sum));
    }

    @Tag("nightly")
    @Test
    void whatRestsUsesLittleMoreThanAThreadThatParksAsOften() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            Process target = target(probe.launchArguments(), "queues");
            Map<String, Adjustable> levers = awaitLevers(probe, QUEUES);
            for (String name : QUEUES) {
                probe.occupy(at(levers, name).target(), new Occupancy(0, 0, Duration.ZERO), HOUR);
                TimeUnit.MILLISECONDS.sleep(WINDOW_MILLIS);
                long[] before = cpu(target);
                long parks = Long.parseLong(PutBackIT.ask(target, "parks"));
                long[] after = cpu(target);
                double cores = (after[1] - before[1]) / (double) (after[0] - before[0]);
                double times = (after[1] - before[1]) / (double) parks;
                System.out.printf("%s, which rests, uses %.4f of a core, %.2f times that%n", name, cores, times);
                assertThat(times).as(name).isLessThan(MOST_PARKS);
                probe.putBack();
                Waiting.until(() -> PutBackIT.ask(target, "threads").equals("0"));
            }
        }
    }

    private static long[] cpu(Process target) throws Exception {
        return Stream.of(PutBackIT.ask(target, "cpu").split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static void add(Map<String, Double> sums, Map<String, Double> more) {
        more.forEach((name, one) -> sums.merge(name, one, Double::sum));
    }

    @Test
    @Tag("nightly")
    void itIsOverAndThroughputIsBackAfterTheWatcherWasKilled() throws Exception {
        Process target = target(List.of());
        Map<String, Double> home = throughput(target, WINDOW_MILLIS);
        Process watcher = watcher(target);
        assertThat(PutBackIT.ask(target, "threads")).isNotEqualTo("0");

        watcher.destroyForcibly().waitFor();

        assertBack(target, home);
    }

    @Test
    @Tag("nightly")
    void itIsOverAndThroughputIsBackWithTheLeaseOfAWatcherThatIsStopped() throws Exception {
        Process target = target(List.of());
        Map<String, Double> home = throughput(target, WINDOW_MILLIS);
        Process watcher = watcher(target);

        PutBackIT.signal(watcher, "STOP");

        assertBack(target, home);
        PutBackIT.signal(watcher, "CONT");
        assertThat(PutBackIT.ask(watcher, "held")).contains("the lease was lost", "Headroom was silent");
    }

    @Tag("nightly")
    @Test
    void aShareThatIsTooLargeAndALimitThatHasASetterAreRefused() throws Exception {
        try (AgentProbe probe = AgentProbe.listen(Secrets::hideIn)) {
            target(probe.launchArguments());
            Adjustable lever = at(awaitLevers(probe, ALL), "lock");
            assertThatThrownBy(() -> probe.occupy(lever.target(), new Occupancy(0.6, 0, Duration.ZERO), HOUR))
                    .hasMessageContaining("0.6");
            assertThatThrownBy(() -> probe.move(lever, 2, Probe.LONGEST_MOVE)).hasMessageContaining("cannot be moved");
            assertThatThrownBy(() -> probe.occupy("nothing", new Occupancy(SHARE, 0, Duration.ZERO), HOUR))
                    .hasMessageContaining("cannot be occupied");
        }
    }

    private static <T> T at(Map<String, T> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    private static void assertBack(Process target, Map<String, Double> home) throws Exception {
        Waiting.until(() -> PutBackIT.ask(target, "threads").equals("0"));
        Map<String, Double> back = throughput(target, WINDOW_MILLIS);
        home.forEach((name, was) -> assertThat(at(back, name) / was).as(name).isGreaterThan(1 - 2 * WIDTH));
    }

    private Process target(List<String> jvm, String... arguments) throws Exception {
        List<String> options = new ArrayList<>(jvm);
        options.addAll(List.of("-cp", Jvms.classPath("netty-common")));
        return started(Jvms.start(Occupied.class, Jvms.current(), options, arguments));
    }

    /** Occupies half of whatever it can. */
    private Process watcher(Process target) throws Exception {
        Process watcher = started(Watcher.start(List.of(), "", target, 0));
        assertThat(watcher.inputReader().readLine()).isEqualTo("moved");
        return watcher;
    }

    private static Map<String, Double> occupied(AgentProbe probe, Map<String, Adjustable> levers) throws Exception {
        Map<String, Double> seconds = new HashMap<>();
        for (Map.Entry<String, Adjustable> one : levers.entrySet()) {
            seconds.put(one.getKey(), probe.occupied(one.getValue().target()));
        }
        return seconds;
    }

    /** Requests a second of each service, by the clock of the target. */
    private static Map<String, Double> throughput(Process target, long millis) throws Exception {
        Map<String, Long> begin = answered(target);
        TimeUnit.MILLISECONDS.sleep(millis);
        Map<String, Long> end = answered(target);
        double seconds = (at(end, "") - at(begin, "")) / 1e9;
        Map<String, Double> found = new HashMap<>();
        begin.remove("");
        begin.forEach((name, count) -> found.put(name, (at(end, name) - count) / seconds));
        return found;
    }

    /** The time under an empty name. */
    private static Map<String, Long> answered(Process target) throws Exception {
        Map<String, Long> found = new HashMap<>();
        for (String word : PutBackIT.ask(target, "").split(" ")) {
            int equals = word.indexOf('=');
            found.put(word.substring(0, Math.max(0, equals)), Long.valueOf(word.substring(equals + 1)));
        }
        return found;
    }

    /** By the names of the services. */
    private static Map<String, Adjustable> awaitLevers(AgentProbe probe, List<String> names) throws Exception {
        Instant begin = Instant.now();
        probe.start();
        Map<String, Adjustable> found = new LinkedHashMap<>();
        Waiting.until(() -> {
            Observation seen = probe.glance(begin, new Window(begin, Duration.between(begin, Instant.now())));
            for (Adjustable lever : seen.levers()) {
                if (lever.means() == Means.OCCUPY) {
                    found.put(service(seen, lever), lever);
                }
            }
            return found.keySet().containsAll(names);
        });
        return found;
    }

    private static String service(Observation seen, Adjustable lever) {
        if (lever.target().startsWith("loops")) {
            return "loops";
        }
        return seen.resource(lever.target()).map(OccupationIT::waiter).orElse("pool");
    }

    private static String waiter(Station resource) {
        return resource.waiters().stream()
                .map(site -> site.frame().replaceFirst(".*Occupied\\.(\\w+).*", "$1"))
                .findFirst()
                .orElse(resource.id());
    }
}
