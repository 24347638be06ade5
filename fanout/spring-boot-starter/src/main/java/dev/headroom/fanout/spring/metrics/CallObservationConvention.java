package dev.headroom.fanout.spring.metrics;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Name and key values of a call's observation. A bean of this type takes the place of what stands here; so does a
 * {@link GlobalObservationConvention} of the registry for {@link CallObservationContext}.
 */
public interface CallObservationConvention extends ObservationConvention<CallObservationContext> {
    /** {@code fanout.call}. */
    @Override
    default String getName() {
        return "fanout.call";
    }

    /** {@code call}, and the part. */
    @Override
    default String getContextualName(CallObservationContext context) {
        return "call " + context.part();
    }

    /** {@code downstream}. */
    @Override
    default KeyValues getLowCardinalityKeyValues(CallObservationContext context) {
        return KeyValues.of("downstream", context.downstream());
    }

    /** {@code part}. */
    @Override
    default KeyValues getHighCardinalityKeyValues(CallObservationContext context) {
        return KeyValues.of("part", context.part());
    }

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof CallObservationContext;
    }
}
