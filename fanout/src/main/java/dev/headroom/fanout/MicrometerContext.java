package dev.headroom.fanout;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/** All that has a {@code ThreadLocalAccessor} in Micrometer's global registry: the current observation, for one. */
final class MicrometerContext implements ThreadContext {
    private final ContextSnapshotFactory snapshots =
            // Parts have a deadline of their own
            ContextSnapshotFactory.builder()
                    .captureKeyPredicate(key -> !key.equals(DeadlineAccessor.KEY))
                    .build();

    @Override
    public Carried capture() {
        ContextSnapshot snapshot = snapshots.captureAll();
        return () -> {
            ContextSnapshot.Scope scope = snapshot.setThreadLocals();
            return scope::close;
        };
    }
}
