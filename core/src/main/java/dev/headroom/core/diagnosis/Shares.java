package dev.headroom.core.diagnosis;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.rules.Hypothesis;
import java.util.List;

/** Resources of one kind that are one limit together, such as a pool of connections for each shard. */
final class Shares {

    private Shares() {}

    /** Empty where the limit is one station. */
    static List<Station> of(Hypothesis limit, Observation seen) {
        if (seen.station(limit.target()).isPresent()) {
            return List.of();
        }
        List<Station> each =
                seen.resources().stream().filter(one -> limit.keepsAt(one.id())).toList();
        boolean alike = each.stream()
                        .map(one -> List.of(one.kind(), one.type()))
                        .distinct()
                        .count()
                == 1;
        return alike && each.size() > 1 ? each : List.of();
    }
}
