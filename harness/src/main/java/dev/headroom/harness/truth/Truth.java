package dev.headroom.harness.truth;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of a drawn service.
 *
 * @param way by which
 * @param throughput per second
 * @param stations elasticity of each, by name
 * @param tied of the two tightest raised together; empty where they are apart
 * @param near of the tightest for a small step, where a larger one reaches the next limit; empty where they are apart
 * @param load elasticity of the load, e_N
 */
public record Truth(
        Way way,
        double throughput,
        Map<String, Estimate> stations,
        Optional<Estimate> tied,
        Optional<Estimate> near,
        Estimate load) {

    public enum Way {
        /** {@link MinLaw} */
        CONSTRUCTION,
        /** {@link ProductForm} */
        PRODUCT_FORM,
        /** The service itself, each capacity raised in turn, with no probe near it */
        SWEEP
    }

    public Estimate of(String station) {
        return Objects.requireNonNullElse(stations.get(station), Estimate.ZERO);
    }

    /** The station whose elasticity is largest, where it binds. */
    public Optional<String> binding() {
        return stations.entrySet().stream()
                .filter(one -> one.getValue().binds())
                .max(Comparator.comparingDouble(one -> one.getValue().value()))
                .map(Map.Entry::getKey);
    }

    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("way", dev.headroom.core.text.Ids.of(way));
        json.put("throughput", throughput);
        stations.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> json.put("e " + one.getKey(), numbers(one.getValue())));
        near.ifPresent(step -> json.put("e of the tightest, by less", numbers(step)));
        tied.ifPresent(pair -> json.put("e of the two tightest", numbers(pair)));
        json.put("e load", numbers(load));
        return json;
    }

    static java.util.List<Double> numbers(Estimate estimate) {
        return java.util.List.of(estimate.value(), estimate.low(), estimate.high());
    }
}
