package dev.headroom.core.rules;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.AsyncWaits;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Thresholds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Locks, permits and pools that the same lines of the application wait for, one for each key, session, tenant or shard, and objects of a kind that nothing knows
 * of which each has several waiters, such as the transaction that has a row: none of them explains what all of them together do.
 */
final class AlikeResources {

    /** Of those that have something of one pool, who wait for another, from which it is no odd one. */
    private static final double SEVERAL = Thresholds.DOUBLE;

    /** Of its waiters (0 to 1), from which a line is theirs. */
    private static final double PART = Thresholds.TENTH;

    private AlikeResources() {}

    /** @param together all of them as if they were one */
    record Alike(Station together, List<Station> each) {}

    static Stream<Alike> in(Observation seen) {
        Set<String> async = AsyncWaits.all(seen).stream()
                .filter(one -> isPool(one.kind()) && one.waiters().isEmpty())
                .map(Station::id)
                .collect(Collectors.toSet());
        return in(seen.resources(), async);
    }

    /** @param async ids of pools for which no thread waits that was seen */
    static Stream<Alike> in(List<Station> all, Set<String> async) {
        return all.stream()
                .filter(AlikeResources::isCompetedFor)
                .filter(resource -> !resource.waiters().isEmpty() || async.contains(resource.id()))
                .collect(Collectors.groupingBy(
                        one -> List.of(one.kind(), one.type()), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(ofOneType -> Groups.of(ofOneType, AlikeResources::isWaitedForAlike).stream())
                .filter(each -> each.size() > 1 && !hasOneThatExplainsMost(each) && !isOneWithinAnother(each))
                .map(each -> new Alike(together(each), each))
                .filter(alike -> alike.together().queued() >= Saturation.FEWEST_WAITING);
    }

    /** For which nearly all of them wait: it is the limit, whatever else comes past the same line. */
    private static boolean hasOneThatExplainsMost(List<Station> each) {
        double all = each.stream().mapToDouble(Station::queued).sum();
        return each.stream().anyMatch(one -> one.queued() >= Thresholds.MOST * all);
    }

    /** Of pools, whoever has something of one waits for another: they are no shares of one limit. */
    private static boolean isOneWithinAnother(List<Station> each) {
        Set<String> ids = each.stream().map(Station::id).collect(Collectors.toSet());
        return each.stream()
                .filter(one -> isPool(one.kind()))
                .flatMap(one -> one.waits().stream())
                .anyMatch(wait -> ids.contains(wait.target()) && wait.workers() >= SEVERAL);
    }

    private static boolean isPool(StationKind kind) {
        return kind == StationKind.CONNECTION_POOL || kind == StationKind.OBJECT_POOL;
    }

    private static boolean isCompetedFor(Station resource) {
        return switch (resource.kind()) {
            case LOCK, CONNECTION_POOL, OBJECT_POOL -> FullResources.full(resource);
            case SEMAPHORE -> FullResources.full(resource) && !Waiting.isOnesOwn(resource);
            case UNKNOWN -> resource.queued() > 0 && !Waiting.isOnesOwn(resource);
            default -> false;
        };
    }

    /** At a line that both have, at which a good part of their waiters stand: who reads waits elsewhere than who writes, and it is the same lock. Or both by nobody's thread: an asynchronous client queues whoever asks, one pool for each host, and has no line. */
    private static boolean isWaitedForAlike(Station one, Station other) {
        return one.waiters().isEmpty() && other.waiters().isEmpty() || !Collections.disjoint(lines(other), lines(one));
    }

    private static Set<String> lines(Station resource) {
        return resource.waiters().stream()
                .filter(site -> site.workers() >= PART * resource.queued())
                .map(CallSite::frame)
                .collect(Collectors.toSet());
    }

    /** Where most of them wait; else what they are. */
    private static String line(List<Station> each) {
        return each.stream()
                .flatMap(one -> one.waiters().stream())
                .collect(Collectors.groupingBy(CallSite::frame, Collectors.summingDouble(CallSite::workers)))
                .entrySet()
                .stream()
                .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElseGet(() -> each.getFirst().type());
    }

    private static Station together(List<Station> each) {
        Station one = each.getFirst();
        String name = line(each);
        boolean told = each.stream().allMatch(resource -> resource.maximum().isPresent());
        int all =
                each.stream().mapToInt(resource -> resource.maximum().orElse(0)).sum();
        return Station.of(name, one.kind())
                .type(one.type())
                .maximum(told ? OptionalInt.of(all) : OptionalInt.empty())
                .counted(each.stream().anyMatch(Station::counted))
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
