package dev.headroom.core.evidence;

import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.KindOfRequest.Evidence;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.statistics.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Which kind of request takes how much of the binding limit. By Little's law a kind keeps X D of it busy, D = V S being what one of its requests
 * takes; the ceiling of the mix is m / sum of p D, p being the shares of the kinds (E. D. Lazowska, J. Zahorjan, G. S. Graham, K. C. Sevcik,
 * "Quantitative System Performance", 1984, chapter 7).
 *
 * <p>Under load each holder belongs to a kind where it stands at a line that only this kind was seen at with one user. Where the kinds share
 * their lines, D of one user tells, if what the kinds then hold together is what was seen to be held; if not, nobody knows.
 */
public final class Kinds {

    /** Share of the holders (0 to 1) that must stand at lines of one kind alone. */
    private static final double MOST = Thresholds.NEARLY_ALL;

    /** What the kinds hold by one user's demand may differ from what is held under load by this, relative. */
    private static final double SAME = Thresholds.CEILING_ERROR;

    /** A kind that takes the limit less often than this does not take it: a look at the window's edge. */
    private static final double NEVER = Thresholds.SLIGHT;

    /**
     * The service with one user who sends only this kind.
     *
     * @param turns of this kind among those of all
     * @param after the step before it, without which it cannot be sent: what both take is in the observation
     * @param response R0; empty where no answer came
     * @param answers in the window of the observation
     */
    public record Alone(
            String name,
            int turns,
            Optional<String> after,
            Optional<Measure> response,
            long answers,
            Observation observation) {}

    /**
     * @param seconds of it that a request takes: D of one user
     * @param visits V of one user; NaN, as the other, where that is not known
     */
    private record Taken(double seconds, double visits) {
        static final Taken UNKNOWN = new Taken(Double.NaN, Double.NaN);

        Taken without(Taken before) {
            return new Taken(Math.max(0, seconds - before.seconds), Math.max(0, visits - before.visits));
        }
    }

    private Kinds() {}

    /**
     * @param holders mean holders under load by kind of request, for each station by id; those of no kind that is known under an empty name
     */
    public static List<KindOfRequest> of(
            List<Alone> alone,
            LoadResult result,
            Observation loaded,
            Diagnosis found,
            Map<String, Map<String, Double>> holders) {
        Optional<Target> target = found.bindingLimit().flatMap(limit -> Target.of(limit, loaded));
        Map<String, Double> rates =
                rates(result, loaded.window(), found.throughput().value());
        Map<String, Taken> taken = taken(alone, target);
        Optional<Map<String, Double>> lines =
                target.flatMap(one -> byLines(holders.getOrDefault(one.id(), Map.of()), one.held()));
        Map<String, Double> held = lines.or(() -> target.flatMap(one -> byOneUser(alone, taken, rates, one.held())))
                .orElse(Map.of());
        double turns = alone.stream().mapToInt(Alone::turns).sum();
        double all = held.values().stream().mapToDouble(Double::doubleValue).sum();
        Evidence evidence = lines.isPresent() ? Evidence.LINES : held.isEmpty() ? Evidence.NONE : Evidence.ONE_USER;
        List<KindOfRequest> kinds = new ArrayList<>();
        for (Alone kind : alone) {
            double rate = rates.getOrDefault(kind.name(), 0.0);
            Taken one = taken.getOrDefault(kind.name(), Taken.UNKNOWN);
            double its = held.isEmpty() ? Double.NaN : held.getOrDefault(kind.name(), 0.0);
            double demand = rate == 0 ? Double.NaN : UtilizationLaw.demand(its, rate);
            kinds.add(new KindOfRequest(
                    kind.name(),
                    kind.turns(),
                    kind.turns() / turns,
                    rate,
                    kind.response(),
                    known(one.seconds()),
                    known(one.visits()),
                    known(one.visits() >= NEVER ? demand / one.visits() : Double.NaN),
                    known(demand),
                    known(all == 0 ? Double.NaN : its / all),
                    evidence));
        }
        return kinds;
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** What one request of each kind takes with one user. */
    private static Map<String, Taken> taken(List<Alone> alone, Optional<Target> target) {
        Map<String, Taken> together = new HashMap<>();
        alone.forEach(kind ->
                together.put(kind.name(), target.map(one -> one.taken(kind)).orElse(Taken.UNKNOWN)));
        Map<String, Taken> each = new HashMap<>(together);
        alone.forEach(kind -> kind.after()
                .ifPresent(before -> each.computeIfPresent(
                        kind.name(), (name, its) -> its.without(together.getOrDefault(before, Taken.UNKNOWN)))));
        return each;
    }

    /** Successful responses per second in the window by kind. */
    private static Map<String, Double> rates(LoadResult result, Window window, double throughput) {
        double from = Times.seconds(Duration.between(result.startedAt(), window.start()));
        double to = from + window.seconds();
        Map<String, Double> counts = new HashMap<>();
        result.kinds().forEach(kind -> counts.put(kind.name(), counted(kind.perSecond(), from, to)));
        double all = counts.values().stream().mapToDouble(Double::doubleValue).sum();
        counts.replaceAll((kind, count) -> all > 0 ? throughput * count / all : 0);
        return counts;
    }

    /** Of a second that the window cuts its part. */
    private static double counted(List<Long> perSecond, double from, double to) {
        double sum = 0;
        for (int second = 0; second < perSecond.size(); second++) {
            sum += perSecond.get(second) * LoadResult.within(second, from, to);
        }
        return sum;
    }

    /** Empty where too many of the holders stand at lines that several kinds share. */
    private static Optional<Map<String, Double>> byLines(Map<String, Double> holders, double held) {
        double all = holders.values().stream().mapToDouble(Double::doubleValue).sum();
        double known = all - holders.getOrDefault("", 0.0);
        if (all <= 0 || known < MOST * all) {
            return Optional.empty();
        }
        Map<String, Double> scaled = new HashMap<>();
        holders.forEach((kind, workers) -> {
            if (!kind.isEmpty()) {
                scaled.put(kind, workers / known * held);
            }
        });
        return Optional.of(scaled);
    }

    /** Empty where the demands of one user do not add up to what is held. */
    private static Optional<Map<String, Double>> byOneUser(
            List<Alone> alone, Map<String, Taken> taken, Map<String, Double> rates, double held) {
        Map<String, Double> busy = new HashMap<>();
        for (Alone kind : alone) {
            double seconds = taken.getOrDefault(kind.name(), Taken.UNKNOWN).seconds();
            busy.put(kind.name(), rates.getOrDefault(kind.name(), 0.0) * seconds);
        }
        double all = busy.values().stream().mapToDouble(Double::doubleValue).sum(); // NaN where one of them is
        return all > 0 && Math.abs(all - held) <= SAME * held ? Optional.of(busy) : Optional.empty();
    }

    /**
     * The binding limit, wherever it is counted.
     *
     * @param id of the station
     * @param held mean number that is held of it under load
     */
    private record Target(Limit limit, String id, double held) {

        static Optional<Target> of(Limit limit, Observation loaded) {
            if (limit.kind() == LimitKind.CPU) {
                return Optional.of(new Target(limit, "", loaded.processor().service()));
            }
            return loaded.station(limit.station())
                    .map(station -> new Target(limit, station.id(), held(limit, station.active())));
        }

        /** Of a rate it is the permits granted a second. */
        private static double held(Limit limit, double inUse) {
            return limit.kind() == LimitKind.RATE_LIMITER ? limit.workers().orElse(0) : inUse;
        }

        /** What one request of a kind takes with one user. */
        Taken taken(Alone kind) {
            if (kind.answers() == 0) {
                return Taken.UNKNOWN;
            }
            Observation seen = kind.observation();
            double window = seen.window().seconds();
            double answers = kind.answers();
            if (limit.kind() == LimitKind.CPU) {
                return new Taken(seen.processor().service() * window / answers, Double.NaN);
            }
            return seen.station(id)
                    .map(station -> {
                        double visits = ForcedFlowLaw.visits(station.completed().orElse(Double.NaN), answers);
                        boolean rate = limit.kind() == LimitKind.RATE_LIMITER;
                        return new Taken(rate ? visits : station.active() * window / answers, visits);
                    })
                    .orElse(new Taken(0, 0)); // what is not used at all is not shown
        }
    }
}
