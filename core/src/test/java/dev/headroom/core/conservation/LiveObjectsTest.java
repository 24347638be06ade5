package dev.headroom.core.conservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Of the objects of who waits there may be a few less at a moment than on average; what goes with each request is looked at, too. */
    @Test
    void whatTheLastRequestLeftDoesNotWait() {
        server().counted("web.Exchange", 1, 1, 1, 60, 60, 60, 60).counted("own.Wish", 0, 1, 0, 52, 50, 52, 52);

        assertThat(objects().waiting(USERS, 10)).containsExactly("own.Wish");
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
}
