package dev.headroom.load.recording;

import java.util.List;
import java.util.stream.LongStream;

/** When the last answers came: a load of millions leaves as many behind as one of thousands. */
final class LastAnswers {

    private static final int MOST = 4096;
    private static final long NANOS_PER_TENTH = 100_000;

    private final long zero;
    private final int[] last = new int[MOST];
    private long count;

    LastAnswers(long zero) {
        this.zero = zero;
    }

    void add(long now) {
        last[(int) (count++ % MOST)] = (int) ((now - zero) / NANOS_PER_TENTH);
    }

    /** In tenths of a millisecond since the load began, as they came. */
    List<Integer> all() {
        return LongStream.range(Math.max(0, count - MOST), count)
                .mapToObj(i -> last[(int) (i % MOST)])
                .toList();
    }
}
