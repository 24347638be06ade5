package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupsTest {

    private final List<Stand> all = new ArrayList<>();

    private void stand(int count, Thread.State state, Object blocker) {
        for (int i = 0; i < count; i++) {
            all.add(new Stand(new Thread(), state, blocker));
        }
    }

    @Test
    void thoseWhoAreParkedForTheSameAreOfOneGroupOfWhomFewAreLookedAt() {
        Object gate = new Object();
        stand(52, Thread.State.WAITING, gate);
        stand(7, Thread.State.WAITING, null);
        stand(4, Thread.State.TIMED_WAITING, gate);

        Groups groups = new Groups(all, 16);

        assertThat(groups.together()).extracting(List::size).containsExactlyInAnyOrder(52, 4);
        assertThat(groups.alone()).hasSize(7);
        assertThat(groups.stacks()).isEqualTo(7 + 2 + 2);
        assertThat(Groups.few(groups.together().get(0))).hasSize(2);
    }

    @Test
    void ofManyGroupsTheLargestAreLookedAtAsSuchSoThatALookCostsNoMore() {
        for (int group = 1; group <= 100; group++) {
            stand(3, Thread.State.WAITING, new Object());
        }
        stand(40, Thread.State.WAITING, new Object());

        Groups groups = new Groups(all, 16);

        assertThat(groups.together()).hasSize(8);
        assertThat(groups.together().get(0)).hasSize(40);
        assertThat(groups.alone()).hasSize(93 * 3);
    }

    /** Equal is not the same: an application's blocker may have an {@code equals} of its own. */
    @Test
    void whoIsParkedForAnotherObjectOrRunsIsAlone() {
        stand(1, Thread.State.WAITING, new String("waiter"));
        stand(1, Thread.State.WAITING, new String("waiter"));
        stand(1, Thread.State.WAITING, new String("waiter"));
        stand(5, Thread.State.RUNNABLE, this);

        Groups groups = new Groups(all, 16);

        assertThat(groups.together()).isEmpty();
        assertThat(groups.alone()).hasSize(8);
    }
}
