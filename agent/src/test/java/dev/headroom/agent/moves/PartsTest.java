package dev.headroom.agent.moves;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of a pool with a part for each of ten thousand tenants, each of which takes a microsecond to be asked. */
class PartsTest {

    private static final int ALL = 10_000;
    private static final long MICROSECOND = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long TEN_SECONDS = TimeUnit.SECONDS.toNanos(10);

    /** Near its end, which a long service may live to see. */
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);

    private final Set<Object> full = new TreeSet<>();
    private final List<Object> asked = new ArrayList<>();
    private final Parts parts = new Parts(
            clock::get, clock::get, () -> IntStream.range(0, ALL).boxed().toList(), this::tooMany);

    private long tooMany(Object part) {
        asked.add(part);
        clock.addAndGet(MICROSECOND);
        return full.contains(part) ? 2 : 0;
    }

    private long ask() {
        clock.addAndGet(parts.restNanos());
        asked.clear();
        return parts.ask();
    }

    @Test
    void thoseThatHadTooManyAreAskedAgainAtOnceAndTheOthersLater() {
        full.add(7);
        assertThat(ask()).isEqualTo(2);
        assertThat(asked).hasSize(ALL);
        assertThat(parts.restNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(ask()).isEqualTo(2);
        assertThat(asked).containsExactly(7);
        full.add(8);
        while (asked.size() == 1) {
            ask();
        }
        ask();
        assertThat(asked).containsExactly(7, 8);
    }

    @Test
    void whereNoneHadAnyAllAreAsked() {
        full.add(7);
        ask();
        full.clear();
        assertThat(ask()).isZero();
        assertThat(asked).containsExactly(7);
        full.add(8);
        assertThat(ask()).isEqualTo(2);
    }

    @Test
    void askingTakesASmallShareOfTheTime() {
        full.addAll(IntStream.range(0, ALL / 2).boxed().toList());
        long began = clock.get();
        long calls = 0;
        while (clock.get() - began < TEN_SECONDS) {
            ask();
            calls += asked.size();
        }
        assertThat(calls * MICROSECOND).isLessThan(TEN_SECONDS / 8);
    }
}
