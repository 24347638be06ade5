package dev.headroom.core.evidence;

import static dev.headroom.core.testing.Seen.pool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Four threads hand 60 requests on, nobody sees to whom, and 970 are answered a second. Three others complete 99 tasks a second, and 48 wait in their queue: for 0.48 s. */
class LongQueuesTest {

    private static final double SECONDS = 10;

    private static Seen.PoolBuilder index(double queued) {
        return pool("index", StationKind.EXECUTOR)
                .maximum(3)
                .active(3)
                .saturated(1)
                .queue(queued, 0)
                .completed(99 * SECONDS)
                .byClock(0.03)
                .doing(Activity.SLEEPING, 3, "shop.Index.write:16");
    }

    private static Diagnosis diagnosed(OptionalDouble oldest, Seen.PoolBuilder... pools) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("http", StationKind.EXECUTOR).maximum(4).active(0.1).completed(970 * SECONDS));
        for (Seen.PoolBuilder one : pools) {
            seen.pool(one);
        }
        Counted counted = new Counted(
                new Measure(970, 5, "the kernel's sockets"), 60, 0, List.of(), oldest, OptionalDouble.empty());
        return Measured.observed(seen, counted);
    }

    @Test
    void tasksThatWaitLongerThanAnyRequestIsInFlightAreOfNoRequest() {
        assertThat(diagnosed(OptionalDouble.empty(), index(48)).bindingLimit())
                .as("nobody told")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("index"));
        assertThat(diagnosed(OptionalDouble.of(0.26), index(48)).verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(diagnosed(OptionalDouble.of(0.22), index(48))).satisfies(diagnosis -> {
            assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
            assertThat(diagnosis.notes()).anyMatch(note -> note.contains("in the queue of index"));
        });
    }

    @Test
    void whoIsSeenToWaitForThemMayHaveGivenUp() {
        Seen.PoolBuilder callers =
                pool("callers", StationKind.EXECUTOR).maximum(60).active(50).waitsForPool("index", 50);

        assertThat(diagnosed(OptionalDouble.of(0.06), index(48), callers).verdict())
                .isEqualTo(Verdict.LIMIT);
    }

    @Test
    void moreTasksThanRequestsMayBeOfRequestsThatNobodyCounts() {
        assertThat(diagnosed(OptionalDouble.of(0.06), index(61)).verdict())
                .isEqualTo(diagnosed(OptionalDouble.empty(), index(61)).verdict());
    }

    /** 53 of 60 requests wait for a permit, and seven hold one; 27 tasks that come again of themselves wait for three porters. */
    private static Diagnosis guarded(double completed, double tasks) {
        Seen seen = Seen.during(SECONDS)
                .pool(pool("http", StationKind.SERVLET_WORKERS)
                        .maximum(200)
                        .active(60)
                        .completed(106 * SECONDS)
                        .waits(Activity.AWAITING_LOCK, "desk", 53)
                        .waitsForPool("porters", 7))
                .pool(pool("porters", StationKind.EXECUTOR)
                        .maximum(3)
                        .active(3)
                        .saturated(1)
                        .queue(tasks - 3, 0)
                        .completed(completed * SECONDS)
                        .doing(Activity.SLEEPING, 3, "shop.Night.carry:16"))
                .resource(Seen.resource("desk", StationKind.SEMAPHORE)
                        .full(7, 53)
                        .holdersWait(Activity.AWAITING_POOL, "porters", 7));
        Counted counted = new Counted(
                new Measure(106, 1, "the container"), 60, 0, List.of(), OptionalDouble.empty(), OptionalDouble.empty());
        return Measured.observed(seen, counted);
    }

    @Test
    void moreTasksThanRequestsThatDoNotWaitElsewhereAreMostlyOfNoRequest() {
        assertThat(guarded(65, 30)).satisfies(diagnosis -> {
            assertThat(diagnosis.bindingLimit())
                    .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("desk"));
            assertThat(diagnosis.notes())
                    .anyMatch(note -> note.contains("30 tasks are in porters") && note.contains("53 wait"));
        });
        assertThat(guarded(106, 30).bindingLimit())
                .as("each request may have one")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("porters"));
        assertThat(guarded(65, 8).bindingLimit())
                .as("no more than wait for them")
                .hasValueSatisfying(limit -> assertThat(limit.pool()).isEqualTo("porters"));
    }
}
