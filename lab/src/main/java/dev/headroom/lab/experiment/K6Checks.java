package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Loads that k6 is to put and that no script of k6 can put. They show when everything else is right. */
final class K6Checks {

    private static final URI ANYWHERE = URI.create("http://127.0.0.1");

    private K6Checks() {}

    static List<Mistake> check(YamlDocument document, Experiment experiment) {
        List<Mistake> mistakes = new ArrayList<>();
        for (Variant variant : experiment.variants()) {
            if (experiment.loadOf(variant).transport().k6().isEmpty()) {
                continue;
            }
            try {
                SharedScript.of(Mixes.of(variant, ANYWHERE), experiment.loadOf(variant));
            } catch (IllegalArgumentException | IOException e) {
                String owner = variant.load().isPresent() ? YamlDocument.child("/variants", variant.name()) : "";
                mistakes.add(document.mistake(
                        document.value(owner + "/load/engine"),
                        "`engine: k6` for the load of `" + variant.name() + "`: " + e.getMessage(),
                        "a load that k6 can put, or Headroom's own engine (no `engine`)"));
            }
        }
        return mistakes;
    }
}
