package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;

/** The same with a timeout over all parts. */
public final class ScopeWithDeadline extends Scope {
    public ScopeWithDeadline(Work work) {
        super(work);
    }

    @Override
    StructuredTaskScope<Integer, Void> open() {
        return StructuredTaskScope.open(
                Joiner.<Integer>awaitAllSuccessfulOrThrow(), settings -> settings.withTimeout(Work.DEADLINE));
    }
}
