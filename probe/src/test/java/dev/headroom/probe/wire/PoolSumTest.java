package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PoolSumTest {

    private static final Stack ASLEEP =
            Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep0", "java.lang.Thread.sleep");
    private static final Stack POLLS =
            Stacks.of(Thread.State.RUNNABLE, "io.netty.channel.epoll.Native.epollWait", "a.B.run");

    @Test
    void theWorkersOfBoundedElasticAreOneSchedulerBoundedByTheProcessors() {
        OptionalInt bound = OptionalInt.of(ElasticPool.bounds(8, List.of()).get("boundedElastic"));
        PoolSum sum = new PoolSum(new PoolNames.Named("boundedElastic", StationKind.EXECUTOR), bound);
        for (int worker = 0; worker < 3; worker++) {
            sum.add(1, OptionalInt.of(1), 1, OptionalInt.of(2), OptionalLong.of(5));
            sum.stand(ASLEEP, 1);
        }
        Snapshot.PoolLook look = sum.look();
        assertThat(look.workers()).isEqualTo(3);
        assertThat(look.maximum()).as("ten a processor").hasValue(80);
        assertThat(look.queue()).hasValue(6);
        assertThat(look.saturated()).as("it may start more workers").isFalse();
    }

    @Test
    void boundedElasticIsBoundedByItsSystemPropertyWhereThatIsGiven() {
        List<String> arguments = List.of("-Xmx1g", "-Dreactor.schedulers.defaultBoundedElasticSize=20");
        assertThat(ElasticPool.bounds(8, arguments)).containsOnly(Map.entry("boundedElastic", 20));
    }

    @Test
    void aLoopThatSleepsIsBusyAndThereAreAsManyAsThereAreThreads() {
        PoolSum sum =
                new PoolSum(new PoolNames.Named("netty-event-loops", StationKind.EVENT_LOOPS), OptionalInt.empty());
        for (Stack stack : List.of(ASLEEP, ASLEEP, POLLS)) {
            sum.add();
            sum.stand(stack, 1);
        }
        Snapshot.PoolLook look = sum.look();
        assertThat(look.maximum()).hasValue(3);
        assertThat(look.active()).isEqualTo(2);
        assertThat(look.activities()).containsEntry(Activity.SLEEPING, 2.0).containsEntry(Activity.IDLE, 1.0);
    }

    /** The executor counts both as active, for their tasks have no end. */
    @Test
    void anEventLoopOfAnExecutorsThreadIsAtWorkWhileItHasAnEvent() {
        PoolSum sum = new PoolSum(new PoolNames.Named("processors", StationKind.EXECUTOR), OptionalInt.empty());
        sum.add(2, OptionalInt.empty(), 2, OptionalInt.of(0), OptionalLong.of(0));
        sum.stand(ASLEEP, 1);
        sum.stand(POLLS, 1);

        assertThat(sum.look().active()).isEqualTo(1);
    }

    /** Jetty's acceptor and selector are two of its workers, and none of them serves. */
    @Test
    void ofAPoolWithABoundALoopKeepsAWorker() {
        PoolSum sum = new PoolSum(new PoolNames.Named("jetty-qtp", StationKind.EXECUTOR), OptionalInt.empty());
        sum.add(2, OptionalInt.of(2), 2, OptionalInt.of(5), OptionalLong.of(0));
        sum.stand(ASLEEP, 1);
        sum.stand(POLLS, 1);

        assertThat(sum.look().active()).isEqualTo(2);
    }
}
