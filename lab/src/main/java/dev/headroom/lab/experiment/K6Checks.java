package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * Loads that k6 is to put and cannot, or would put otherwise than the file says, so that a report of them were not true. They show when everything else is
 * right.
 */
final class K6Checks extends Checks {

    private static final URI ANYWHERE = URI.create("http://127.0.0.1");

    private final Experiment experiment;

    private K6Checks(YamlDocument document, Experiment experiment) {
        super(document);
        this.experiment = experiment;
    }

    static List<Mistake> check(YamlDocument document, Experiment experiment) {
        K6Checks checks = new K6Checks(document, experiment);
        experiment.variants().stream()
                .filter(variant -> experiment.loadOf(variant).transport().k6().isPresent())
                .forEach(checks::variant);
        return checks.mistakes.stream().distinct().toList();
    }

    private void variant(Variant variant) {
        Load load = experiment.loadOf(variant);
        String place = (variant.load().isPresent() ? YamlDocument.child("/variants", variant.name()) : "") + "/load";
        if (load instanceof Load.Open open && open.arrivals() == Arrivals.POISSON) {
            mistake(
                    place + "/open/arrivals",
                    "`arrivals: poisson` beside `engine: k6`",
                    "`arrivals: even`, for k6 sends at equal distances, or Headroom's own engine");
        }
        boolean tls = experiment
                .watched()
                .address()
                .filter(address -> address.scheme().equals("https"))
                .isPresent();
        if (load.transport().http2() && !tls) {
            mistake(
                    place + "/http2",
                    "`http2: true` without TLS beside `engine: k6`",
                    "a service with `scheme: https`, for without TLS k6 speaks HTTP/1.1 only, or Headroom's own engine");
        }
        try {
            SharedScript.of(Mixes.of(variant, ANYWHERE), load);
        } catch (IllegalArgumentException | IOException e) {
            mistake(
                    place + "/engine",
                    "`engine: k6` for the load of `" + variant.name() + "`: " + e.getMessage(),
                    "a load that k6 can put, or Headroom's own engine (no `engine`)");
        }
    }
}
