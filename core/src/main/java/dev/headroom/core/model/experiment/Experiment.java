package dev.headroom.core.model.experiment;

import dev.headroom.core.model.load.Load;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Services to start, one load, the variants to compare.
 *
 * @param title for the report
 * @param file the YAML file that it was read from
 * @param services in the order in which they start
 * @param watch the name of the service under load
 */
public record Experiment(
        String name,
        String title,
        String description,
        Path file,
        List<Service> services,
        String watch,
        Load load,
        Optional<Physics> physics,
        List<Variant> variants) {

    public Experiment {
        services = List.copyOf(services);
        variants = List.copyOf(variants);
    }

    public Service watched() {
        return services.stream()
                .filter(service -> service.name().equals(watch))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no service is named " + watch));
    }

    /** The services as the variant runs them, in the order in which they start. */
    public List<Service> servicesOf(Variant variant) {
        return services.stream()
                .map(service -> service.name().equals(watch) ? service.under(variant) : service)
                .toList();
    }

    public Load loadOf(Variant variant) {
        return variant.load().orElse(load);
    }

    public Optional<Physics> physicsOf(Variant variant) {
        return variant.physics().isPresent() ? variant.physics() : physics;
    }
}
