package dev.headroom.fanout;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/** All that has a {@code ThreadLocalAccessor} in Micrometer's global registry: the current observation, for one. */
final class MicrometerContext implements ThreadContext {
    private final ContextSnapshotFactory snapshots =
            // Parts have a deadline of their own
            ContextSnapshotFactory.builder()
                    .captureKeyPredicate(key -> !key.equals(DeadlineAccessor.KEY))
                    .build();

    /** Not by a service of this jar: its class would be loaded, and fail, before this module can read the class path. */
    MicrometerContext() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(new DeadlineAccessor());
    }

    @Override
    public Carried capture() {
        ContextSnapshot snapshot = snapshots.captureAll();
        return () -> {
            ContextSnapshot.Scope scope = snapshot.setThreadLocals();
            return scope::close;
        };
    }
}
