package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;

/** The JDK's structured concurrency, as JEP 505 has it: the first failure cancels the rest, and there is a timeout over all. */
public final class Scope implements Composer {
    private final Work work;

    public Scope(Work work) {
        this.work = work;
    }

    @Override
    public int four() throws Exception {
        try (var scope = StructuredTaskScope.open(
                Joiner.<Integer>awaitAllSuccessfulOrThrow(), settings -> settings.withTimeout(Work.DEADLINE))) {
            var a = scope.fork(work::answer);
            var b = scope.fork(work::answer);
            var c = scope.fork(work::answer);
            var d = scope.fork(work::answer);
            scope.join();
            return a.get() + b.get() + c.get() + d.get();
        }
    }

}
