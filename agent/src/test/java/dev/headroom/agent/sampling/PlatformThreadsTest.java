package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.Tasks;
import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.limits.Unhooked;
import dev.headroom.agent.pools.Pools;
import dev.headroom.agent.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PlatformThreadsTest {

    private final DataOutputStream out = new DataOutputStream(OutputStream.nullOutputStream());
    private final CountDownLatch end = new CountDownLatch(1);
    private final Processor processor = new Processor();
    private final WalkCost cost = new WalkCost(processor, 2);
    private final WalkCost costOfHolders = new WalkCost(processor, 2);
    private PlatformThreads threads;

    @BeforeEach
    void make() throws Exception {
        Limits limits = Unhooked.limits();
        threads = new PlatformThreads(
                new Pools(),
                new Loops(),
                new Connectors(Catalogue.packed()),
                new Stacks(new Origins("", List.of()), limits),
                limits,
                cost,
                costOfHolders);
    }

    @AfterEach
    void close() throws Exception {
        end.countDown();
        cost.close();
        costOfHolders.close();
    }

    private Thread started() {
        Thread thread = new Thread(() -> {
            Tasks.await(end);
        });
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void thoseWhoHoldSomethingAreFoundWhereTheyStandAndAreCharged() throws Exception {
        Thread one = started();
        Thread other = started();
        threads.look(out, 64);

        Map<Integer, Integer> stacks = threads.take(Map.of(1, one, 2, other, 3, one), out);

        assertThat(stacks).containsOnlyKeys(1, 2, 3);
        assertThat(stacks.values())
                .allSatisfy(stack -> assertThat(stack).isNotNegative())
                .hasSize(3);
        assertThat(stacks.get(1)).isEqualTo(stacks.get(2)).isEqualTo(stacks.get(3));
        assertThat(costOfHolders.price()).isPositive();
    }

    /** Some rename their thread for each task: a few names are told, and then no more. */
    @Test
    void whatATaskCallsItsThreadIsToldAFewTimes() throws Exception {
        Thread thread = started();
        List<String> told = new ArrayList<>();
        for (int task = 0; task < 6; task++) {
            thread.setName("Renamed-1: task " + task);
            ByteArrayOutputStream look = new ByteArrayOutputStream();
            threads.look(new DataOutputStream(look), 64);
            told.add(Pattern.compile("Renamed-1: task \\d")
                    .matcher(look.toString(StandardCharsets.UTF_8))
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.joining(",")));
        }
        assertThat(told)
                .containsExactly(
                        "Renamed-1: task 0", "Renamed-1: task 1", "Renamed-1: task 2", "Renamed-1: task 3", "", "");
    }

    @Test
    void whoHasEndedStandsNowhere() throws Exception {
        Thread one = started();
        threads.look(out, 64);
        end.countDown();
        one.join();

        assertThat(threads.take(Map.of(1, one), out)).containsExactly(Map.entry(1, Wire.NOT_WALKED));
    }

    /** More stops than one, of which all are charged. */
    @Test
    void whatIsTakenInPartsIsFoundAndChargedAsAWhole() throws Exception {
        for (int i = 0; i < 20; i++) {
            started();
        }
        PlatformThreads.Change change = threads.look(out, 1);

        long walked = change.moved().stream()
                .filter(place -> place[1] != Wire.NOT_WALKED)
                .count();
        assertThat(walked).isGreaterThanOrEqualTo(StratifiedSample.LEAST);
        assertThat(cost.lost()).isGreaterThan(cost.price() * 4);
    }

    @Test
    void whereNobodyHoldsAnythingNothingIsCharged() throws Exception {
        threads.look(out, 64);

        assertThat(threads.take(Map.of(), out)).isEmpty();
        assertThat(costOfHolders.elsewhereSoFar()).isZero();
        assertThat(costOfHolders.price()).isZero();
    }
}
