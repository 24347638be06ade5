package dev.headroom.core.conservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** 50 users, X R0 of 10: of these 6 hold a connection, and the others are at work before that, now more and now fewer. */
class SteadyPopulationTest {

    private static final int USERS = 50;
    private static final double AT_WORK = 10;

    private final List<Map<String, Long>> idle = List.of(new TreeMap<>());
    private final List<Map<String, Long>> alone = counts(10);
    private final List<Map<String, Long>> loaded = counts(6);

    private static List<Map<String, Long>> counts(int looks) {
        return new ArrayList<>(IntStream.range(0, looks)
                .<Map<String, Long>>mapToObj(look -> new TreeMap<>())
                .toList());
    }

    private SteadyPopulationTest type(String name, int looksAlone, long... underLoad) {
        IntStream.range(0, looksAlone).forEach(look -> alone.get(look).put(name, 1L));
        IntStream.range(0, loaded.size())
                .forEach(look -> loaded.get(look).put(name, underLoad[look % underLoad.length]));
        return this;
    }

    private SteadyPopulationTest waiting() {
        return type("net.Waiter", 0, 38, 41, 36, 40, 39, 42);
    }

    private Optional<SteadyPopulation> found() {
        return SteadyPopulation.of(new LiveObjects(idle, alone, loaded), USERS, AT_WORK);
    }

    @Test
    void asManyInEachCountAreLetPast() {
        assertThat(waiting().type("net.Lease", 6, 6).found()).hasValueSatisfying(steady -> {
            assertThat(steady.past()).isEqualTo(6);
            assertThat(steady.counts()).isEqualTo(6);
            assertThat(steady.types()).containsExactly("net.Lease");
        });
    }

    @Test
    void twoCountsAreAlikeByChance() {
        waiting().type("net.Lease", 6, 6);

        assertThat(SteadyPopulation.of(new LiveObjects(idle, alone, loaded.subList(0, 2)), USERS, AT_WORK))
                .isEmpty();
    }

    @Test
    void aNumberThatVariesIsNone() {
        assertThat(waiting().type("net.Lease", 6, 6, 6, 6, 5).found()).isEmpty();
    }

    @Test
    void whereNothingVariesAllThatIsAtWorkIsThere() {
        assertThat(type("net.Waiter", 0, 44).type("net.Lease", 6, 6).found())
                .as("and the other four would be seen somewhere")
                .isEmpty();
        assertThat(type("net.Lease", 10, 10).found()).hasValueSatisfying(steady -> {
            assertThat(steady.past()).isEqualTo(10);
            assertThat(steady.all()).isTrue();
        });
    }

    @Test
    void thoseInAFullBufferWait() {
        assertThat(waiting().type("net.Buffered", 0, 8).found())
                .as("one user's request never does")
                .isEmpty();
        assertThat(waiting().type("net.Buffered", 1, 8).found())
                .as("and is through sooner than they are")
                .isEmpty();
    }

    /** As of Kotlin's flatMapMerge, which has made the flow of the next one when it waits for a place. */
    @Test
    void theInnermostOfSeveralThatAreFullBinds() {
        waiting().type("net.Lease", 6, 6).type("net.Inner", 4, 4).type("net.Request", 6, 6);

        assertThat(found())
                .hasValueSatisfying(steady -> assertThat(steady.past()).isEqualTo(4));
    }

    @Test
    void whatIsThereWithNobodyOrMoreThanIsAtWorkIsNotOfThem() {
        idle.getFirst().put("net.Loop", 6L);
        assertThat(waiting().type("net.Loop", 6, 6).found()).isEmpty();
        assertThat(type("net.Connection", 10, 50).found()).isEmpty();
        assertThat(type("net.Request", 10, 12).found()).isEmpty();
    }
}
