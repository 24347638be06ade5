package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.Call;
import dev.headroom.fanout.CallInterceptor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The observation of a call while it holds its permit, on its own thread. Its parent is the caller's, which
 * context-propagation carries over where it is on the class path.
 */
final class ObservedCall implements CallInterceptor {
    private static final CallObservationConvention DEFAULT = new CallObservationConvention() {};

    private final Supplier<ObservationRegistry> registry;
    private final Supplier<CallObservationConvention> convention;

    ObservedCall(ObjectProvider<ObservationRegistry> registry, ObjectProvider<CallObservationConvention> convention) {
        this.registry = SingletonSupplier.of(registry::getObject);
        this.convention = SingletonSupplier.of(() -> convention.getIfAvailable(() -> DEFAULT));
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(String downstream, String part, Call<T, X> call)
            throws X {
        CallObservationConvention own = convention.get();
        Observation observation = Observation.start(
                own == DEFAULT ? null : own,
                DEFAULT,
                () -> new CallObservationContext(downstream, part),
                registry.get());
        Observation.Scope scope = observation.openScope();
        try {
            return call.call();
        } catch (Throwable thrown) {
            observation.error(thrown);
            throw thrown;
        } finally {
            scope.close();
            observation.stop();
        }
    }
}
