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
        assertThat(Groups.candidates(groups.together().get(0))).hasSize(4);
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

    /** One of 43 that wait for a gate was let in while the looks went round: it stands for nobody else. */
    @Test
    void whoHasGoneOnStandsForItselfAlone() {
        assertThat(Groups.weights(43, List.of(true, true))).containsExactly(21.5, 21.5);
        assertThat(Groups.weights(43, List.of(false, true, true))).containsExactly(1, 21, 21);
        assertThat(Groups.weights(43, List.of(false, false, false, true))).containsExactly(1, 1, 1, 40);
    }

    @Test
    void whereAllHaveGoneOnEachStandsForAsMany() {
        assertThat(Groups.weights(12, List.of(false, false, false, false))).containsExactly(3, 3, 3, 3);
    }

    @Test
    void twoThatStayedAreEnough() {
        assertThat(Groups.areEnough(List.of(false, true))).isFalse();
        assertThat(Groups.areEnough(List.of(false, true, true))).isTrue();
    }
}
