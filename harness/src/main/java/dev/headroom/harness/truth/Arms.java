package dev.headroom.harness.truth;

import dev.headroom.harness.drawn.DrawnStation;
import dev.headroom.harness.drawn.Network;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a sweep runs of a service: as it is, each capacity raised, the two tightest together, and more load. */
final class Arms {

    static final String HOME = "home";
    static final String LOAD = "load";
    static final String TIED = "tied";
    static final String NEAR = "near";

    private Arms() {}

    static Map<String, Network> of(Network network) {
        Map<String, Network> arms = new LinkedHashMap<>();
        arms.put(HOME, network);
        double least = MinLaw.throughput(network);
        for (DrawnStation station : network.stations()) {
            if (station.ceiling() < Laws.FAR * least) {
                arms.put(station.name(), network.raised(Set.of(station.name()), Laws.FACTOR));
            }
        }
        Optional<Set<String>> tied = Laws.tied(network);
        tied.ifPresent(pair -> arms.put(TIED, network.raised(pair, Laws.FACTOR)));
        Laws.near(network).ifPresent(step -> arms.put(NEAR, step.network()));
        arms.put(LOAD, network.loaded(Laws.LOAD));
        return arms;
    }

    /** By which factor an arm differs from home. */
    static double factor(Network network, String arm) {
        return switch (arm) {
            case LOAD -> Laws.LOAD;
            case NEAR -> Laws.near(network).orElseThrow().factor();
            default -> Laws.FACTOR;
        };
    }
}
