package dev.headroom.benchmarks.fanout.peers;

import static dev.headroom.fanout.Part.part;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import java.util.stream.IntStream;

/** This library as it is meant to be used: a downstream with its gate for each part, one deadline, context carried. */
public final class FanOutParts implements Composer {
    private final Work work;
    private final Downstream[] to = IntStream.range(0, PARTS)
            .mapToObj(i -> Downstream.of("downstream-" + i, 50))
            .toArray(Downstream[]::new);

    public FanOutParts(Work work) {
        this.work = work;
    }

    @Override
    public int four() throws InterruptedException {
        return FanOut.within(Work.DEADLINE)
                .call(
                        part(to[0], work::answer),
                        part(to[1], work::answer),
                        part(to[2], work::answer),
                        part(to[3], work::answer),
                        (a, b, c, d) -> a + b + c + d);
    }
}
