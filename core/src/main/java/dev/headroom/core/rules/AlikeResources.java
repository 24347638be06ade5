package dev.headroom.core.rules;

import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Locks and permits that the same line of the application waits for, one for each key, session or tenant, and objects of a kind that nothing knows
 * of which each has several waiters, such as the transaction that has a row: none of them explains what all of them together do.
 */
final class AlikeResources {

    /** Waiters of one object at a time, from which they compete: who waits for an answer has an object of his own. */
    private static final double SEVERAL = Thresholds.DOUBLE;

    private AlikeResources() {}

    /** @param together all of them as if they were one */
    record Alike(Station together, List<Station> each) {}

    static Stream<Alike> in(List<Station> all) {
        return all.stream()
                .filter(AlikeResources::isCompetedFor)
                .filter(resource -> !resource.waiters().isEmpty())
                .collect(Collectors.groupingBy(
                        resource -> List.of(resource.type(), line(resource)), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(each -> each.size() > 1)
                .map(each -> new Alike(together(each), each))
                .filter(alike -> alike.together().queued() >= FullResources.FEWEST_WAITING);
    }

    private static boolean isCompetedFor(Station resource) {
        return switch (resource.kind()) {
            case LOCK, SEMAPHORE -> FullResources.full(resource);
            case UNKNOWN -> resource.queued() > 0 && resource.queued() >= SEVERAL * resource.saturatedShare();
            default -> false;
        };
    }

    private static String line(Station resource) {
        return resource.waiters().getFirst().frame();
    }

    private static Station together(List<Station> each) {
        Station one = each.getFirst();
        String name = line(one);
        boolean told = each.stream().allMatch(resource -> resource.maximum().isPresent());
        return Station.of(name, one.kind())
                .type(one.type())
                .maximum(
                        told
                                ? OptionalInt.of(each.stream()
                                        .mapToInt(resource -> resource.maximum().orElse(0))
                                        .sum())
                                : OptionalInt.empty())
                .active(each.stream().mapToDouble(Station::active).sum())
                .queue(OptionalDouble.of(
                        each.stream().mapToDouble(Station::queued).sum()))
                .saturatedShare(each.stream()
                        .mapToDouble(Station::saturatedShare)
                        .average()
                        .orElse(0))
                .setting(one.setting())
                .remedy(one.remedy())
                .build();
    }
}
