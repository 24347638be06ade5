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
 * The observation {@code fanout.call} while a call holds its permit, on its own thread. Its parent is the caller's, which
 * context-propagation carries over where it is on the class path.
 */
final class ObservedCall implements CallInterceptor {
    private final Supplier<ObservationRegistry> registry;

    ObservedCall(ObjectProvider<ObservationRegistry> registry) {
        this.registry = SingletonSupplier.of(registry::getObject);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T call(String downstream, String part, Call<T, X> call)
            throws X {
        Observation observation = Observation.createNotStarted("fanout.call", registry.get())
                .contextualName("call " + part)
                .lowCardinalityKeyValue("downstream", downstream)
                .highCardinalityKeyValue("part", part)
                .start();
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
