package dev.headroom.fanout.spring.metrics;

import dev.headroom.fanout.Around;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;

/**
 * The observation {@code fanout.call} while a call holds its permit, on its own thread. Its parent is the caller's, which
 * context-propagation carries over where it is on the class path.
 */
final class ObservedCall implements Around {
    private final Supplier<ObservationRegistry> registry;

    ObservedCall(ObjectProvider<ObservationRegistry> registry) {
        this.registry = SingletonSupplier.of(registry::getObject);
    }

    @Override
    public <T extends @Nullable Object> T call(String downstream, String part, Callable<T> call) throws Exception {
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
