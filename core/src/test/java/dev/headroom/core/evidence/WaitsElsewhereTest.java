package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** 40 users of a service whose handler waits for a client's promise, while a thread of the background runs another lambda of the same method. */
class WaitsElsewhereTest {

    private static final Load.Closed LOAD = Counts.closed(40, 0, new Until.Iterations(10));

    /** @param working of the background's thread, under load and with one user */
    private static Diagnosis diagnosis(double throughput, double response, double waiting, double working) {
        double aloneWaiting = 0.64;
        return Measured.run(LOAD, Counts.of(LOAD, throughput, response, 50), seen(waiting, 40 - waiting, 1))
                .alone(0.163, seen(aloneWaiting, 1 - aloneWaiting, working))
                .diagnosis();
    }

    private static Seen seen(double waiting, double sleeping, double working) {
        return Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(waiting + sleeping)
                        .waits(Activity.AWAITING_POOL, "gardener", waiting, "village.Meadow.lambda$main$1:23")
                        .doing(Activity.SLEEPING, sleeping, "village.Meadow.nap:16"))
                .pool(pool("gardener", StationKind.OTHER)
                        .maximum(1)
                        .active(working)
                        .saturated(working >= 1 ? 1 : 0)
                        .doing(Activity.SLEEPING, working, "village.Meadow.nap:16"));
    }

    @Test
    void threadsThatIdleWhileOneUserWaitsAreNotThoseWhoServeHim() {
        doesNotName(diagnosis(238, 0.1675, 24, 0.14));
        doesNotName(diagnosis(238, 0.1675, 36, 0.14)); // of few looks at one user
    }

    private static void doesNotName(Diagnosis found) {

        assertThat(found.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(found.next())
                .hasValueSatisfying(
                        next -> assertThat(next.limit().kind()).isEqualTo(LimitKind.CPU)); // none of its pools
        assertThat(found.notes()).noneMatch(note -> note.contains("gardener"));
    }

    @Test
    void threadsThatWorkWhileOneUserWaitsServeHim() {
        assertThat(diagnosis(9.8, 4, 39.7, 0.64).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("gardener"));
    }

    /** A short task of the thread, and then a call that no thread waits for: 0.02 s and 0.98 s of each request. */
    private static Diagnosis shortTask(Load load, LoadResult result, double waiting, double unloaded, double demand) {
        return Measured.run(load, result, seen(waiting, 0, 1))
                .alone(unloaded, seen(1, 0, demand / unloaded))
                .diagnosis();
    }

    private static Diagnosis shortTask(int users, double throughput, double unloaded, double demand) {
        Load.Closed load = Counts.closed(users, 0, new Until.Iterations(10));
        return shortTask(load, Counts.of(load, throughput, users / throughput, 50), users, unloaded, demand);
    }

    private static void isNamed(Diagnosis found) {
        assertThat(found.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("gardener"));
    }

    @Test
    void whereTheyWaitForLongerUnderLoadSomebodyIsBeforeThem() {
        isNamed(shortTask(70, 50, 1, 0.02));
        isNamed(shortTask(Counts.open(52, 50), Counts.of(Counts.open(52, 50), 50, 4), 250, 4, 0.02));
    }

    @Test
    void whatTakesAllOfThemIsHeldBackByThemHoweverLittleLonger() {
        isNamed(shortTask(54, 50, 1, 0.02));
    }

    /** It waits for 0.1 s for others, and then takes 10 ms and 9 ms for each of at most 10. */
    @Test
    void whoWaitsForOthersBeforeItBeginsServesThem() {
        isNamed(shortTask(20, 100, 0.119, 0.019));
    }

    /** Of 2 % of the requests, 0.25 s on the thread and 1 s of a call: 40 users get 200/s, and so would 400. */
    @Test
    void aRareKindMayBeHeldBackByThem() {
        Load.Closed load = Counts.closed(40, 0, new Until.Iterations(10));
        double unloaded = 0.98 * 0.159 + 0.02 * 1.25;
        double share = 0.02 * 1.25 / unloaded;
        Diagnosis found = Measured.run(load, Counts.of(load, 200, 0.2, 50), seen(8.8, 31.2, 1))
                .alone(unloaded, seen(share, 1 - share, 0.02 * 0.25 / unloaded))
                .diagnosis();

        assertThat(found.verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
    }
}
