package dev.headroom.core.conservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 60 users; counts as they were seen of services with 8 and 10 places, and of some that have no such limit. */
class LiveObjectsTest {

    private static final int USERS = 60;

    private final Map<String, long[]> counts = new HashMap<>();

    /** Idle, twice with one user, four times under load. */
    private LiveObjectsTest counted(String type, long idle, long one, long again, long... loaded) {
        long[] all = {idle, one, again, loaded[0], loaded[1], loaded[2], loaded[3]};
        counts.put(type, all);
        return this;
    }

    private Map<String, Long> count(int at) {
        Map<String, Long> count = new HashMap<>();
        counts.forEach((type, all) -> count.put(type, all[at]));
        count.values().removeIf(objects -> objects == 0);
        return count;
    }

    private LiveObjects objects() {
        return new LiveObjects(
                List.of(count(0)), List.of(count(1), count(2)), List.of(count(3), count(4), count(5), count(6)));
    }

    private Optional<LiveObjects.Split> split(double atWork) {
        return objects().split(USERS, atWork);
    }

    @Test
    void whoWaitsHasNoneWithOneUserOrElseFewerThanThereAreRequests() {
        server().counted("reef.Song", 1, 2, 2, 54, 52, 55, 55);
        assertThat(objects().waiting(USERS, 10)).containsExactly("reef.Song");

        counted("kotlinx.Waiter", 0, 0, 0, 53, 51, 54, 54);
        assertThat(objects().waiting(USERS, 10)).containsExactly("kotlinx.Waiter");
    }

    private LiveObjectsTest server() {
        return counted("front.Connection", 0, 1, 1, 60, 60, 60, 60)
                .counted("front.Exchange", 0, 1, 1, 59, 60, 60, 60)
                .counted("java.lang.Class", 2877, 2877, 2877, 2929, 2929, 2929, 2929);
    }

    @Test
    void whoWaitsAndWhoIsLetPastAddUpToTheUsers() {
        LiveObjects.Split split = server().counted("mail.Box$Node", 1, 1, 1, 52, 53, 53, 53)
                .counted("mail.Holder", 0, 1, 1, 8, 8, 8, 8)
                .split(7.9)
                .orElseThrow();

        assertThat(split.past()).isEqualTo(8);
        assertThat(split.waiting()).isEqualTo(52);
        assertThat(split.waiters()).containsExactly("mail.Box$Node");
        assertThat(split.workers()).containsExactly("mail.Holder");
    }

    /** Of the objects of who waits there may be a few less at a moment than on average; what goes with each request is looked at, too. */
    @Test
    void whatTheLastRequestLeftDoesNotWait() {
        server().counted("web.Exchange", 1, 1, 1, 60, 60, 60, 60).counted("own.Wish", 0, 1, 0, 52, 50, 52, 52);

        assertThat(split(1)).isEmpty();
        assertThat(objects().waiting(USERS, 10)).containsExactly("own.Wish");

        counted("web.HostField", 2, 2, 2, 61, 61, 61, 61).counted("own.Snapshot", 0, 1, 1, 1, 1, 1, 1);
        assertThat(split(8)).isEmpty();
    }

    @Test
    void whatRoseWithThoseThatWaitIsLookedAt() {
        server().counted("pool.Claim", 0, 0, 0, 51, 54, 53, 53)
                .counted("mail.Holder", 0, 1, 1, 8, 8, 8, 8)
                .counted("front.Cache", 40, 40, 40, 45, 45, 45, 45);

        assertThat(new LiveObjects(List.of(count(0)), List.of(), List.of(count(3), count(4), count(5), count(6)))
                        .grown(USERS, 6.2))
                .containsExactlyInAnyOrder("pool.Claim", "front.Connection", "front.Exchange", "java.lang.Class");
    }

    /** Of R0 a part is not under the limit, so that more are at work than are let past. */
    @Test
    void objectsTellWhatLittlesLawOfOneUserDoesNot() {
        assertThat(server().counted("pool.Claim", 0, 0, 0, 53, 53, 53, 53)
                        .counted("pool.Slot", 0, 1, 0, 7, 7, 7, 7)
                        .split(8.75)
                        .orElseThrow()
                        .past())
                .isEqualTo(7);
        counts.remove("pool.Slot");
        assertThat(split(8.75)).isEmpty();
    }

    @Test
    void whoGoesWithEachRequestIsNoWaiter() {
        assertThat(server().split(1.02)).isEmpty();
    }

    @Test
    void moreThanCanBeAtWorkAreNotLetPast() {
        assertThat(server().counted("cache.Entry", 0, 0, 0, 30, 30, 30, 30).split(8))
                .isEmpty();
    }

    @Test
    void whoseNumberVariesTellsNothing() {
        assertThat(server().counted("pool.Claim", 0, 0, 0, 50, 54, 51, 53).split(8))
                .isEmpty();
    }

    @Test
    void classesThatTellOtherwiseTellNothing() {
        assertThat(server().counted("pool.Claim", 0, 0, 0, 52, 52, 52, 52)
                        .counted("other.Claim", 0, 0, 0, 53, 53, 53, 53)
                        .split(7.6))
                .isEmpty();
    }

    @Test
    void whereWaitersHaveNoClassOfTheirOwnTheNumberAtWorkHasToStayAndToBeWhatTheLawSays() {
        server().counted("work.Timer", 0, 1, 1, 10, 10, 10, 10);
        assertThat(split(10.2).orElseThrow().past()).isEqualTo(10);
        assertThat(split(12)).isEmpty();
        counted("work.Timer", 0, 1, 1, 10, 11, 10, 10);
        assertThat(split(10.2)).isEmpty();
    }
}
