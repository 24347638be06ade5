package dev.headroom.probe.watch;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Catalogue;
import dev.headroom.probe.classify.Catalogue.Entry;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.LimitLook;
import dev.headroom.probe.os.process.Series;
import dev.headroom.probe.watch.ConstantHolders.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** Bounded resources other than thread pools, over a window: figures by its own counts, call sites by the stacks. */
final class Resources {

    /** Says nothing of what it guards. */
    private static final String ANYTHING = "java.lang.Object";

    private static final String NAME = "*";

    private final List<Snapshot> looks;
    private final Window window;
    private final double[] times;
    private final double[] weights;
    private final Waits waits;
    private final Waiters waiters;
    private final StationIds ids;
    private final Holders holders;
    private final List<Map<Limited, LimitLook>> limits;
    private final List<Map<Limited, Double>> stood;
    private final Map<String, Map<Stack, Double>> holdersById = new LinkedHashMap<>();

    /** @param looks of the whole run */
    Resources(List<Snapshot> looks, Window window, Waits waits) {
        this.looks = looks;
        this.window = window;
        this.waits = waits;
        waiters = waits.waiters();
        ids = waits.ids();
        times = OverTime.times(looks, window);
        weights = OverTime.weights(times, window.seconds());
        holders = new Holders(weights, waits.stacks(), waiters);
        // once for each look, and not for each limit again: there may be one for each request
        limits = looks.stream().map(Resources::told).toList();
        stood = IntStream.range(0, looks.size())
                .mapToObj(i -> weights[i] > 0 ? stood(looks.get(i)) : Map.<Limited, Double>of())
                .toList();
    }

    private static Map<Limited, LimitLook> told(Snapshot look) {
        Map<Limited, LimitLook> told = new HashMap<>();
        look.limits().forEach(limit -> told.putIfAbsent(limit.limited(), limit));
        return told;
    }

    /** Who waits for what, by where threads stand. */
    private Map<Limited, Double> stood(Snapshot look) {
        Map<Limited, Double> stood = new HashMap<>();
        look.pools()
                .forEach(pool -> pool.stacks()
                        .forEach((stack, workers) -> waiters.of(stack)
                                .forEach((limited, share) -> stood.merge(limited, workers * share, Double::sum))));
        return stood;
    }

    /** Those that were used or waited for, the most waited for first. */
    List<Station> found() {
        Map<Limited, Map<Stack, Double>> waiting = new LinkedHashMap<>();
        for (int i = 0; i < looks.size(); i++) {
            if (weights[i] > 0) {
                looks.get(i).limits().forEach(limit -> waiting.putIfAbsent(limit.limited(), new HashMap<>()));
            }
        }
        waits.stacks()
                .values()
                .forEach(pool -> pool.forEach((stack, workers) -> waiters.of(stack)
                        .forEach((limited, share) -> waiting.computeIfAbsent(limited, none -> new HashMap<>())
                                .merge(stack, workers * share, Double::sum))));
        List<Station> found = new ArrayList<>();
        waiting.entrySet()
                .removeIf(one -> waiters.comesAndGoes(one.getKey())
                        || one.getKey().kind() == LimitKind.UNKNOWN
                                && one.getValue().isEmpty());
        waiting.forEach((limited, stands) -> {
            Station resource = resource(limited, stands);
            if (resource.queued() > 0 || (!isQuiet(limited) && resource.active() > 0)) {
                found.add(resource);
            }
        });
        found.sort(Comparator.comparingDouble(Station::queued).reversed());
        return found;
    }

    /** Those who hold each of them, by id, as far as threads were seen to. */
    Map<String, Map<Stack, Double>> holders() {
        found();
        return holdersById;
    }

    private Station resource(Limited limited, Map<Stack, Double> stands) {
        List<Optional<LimitLook>> seen = limits.stream()
                .map(look -> Optional.ofNullable(look.get(limited)))
                .toList();
        double[] waiting = new double[looks.size()];
        for (int i = 0; i < waiting.length; i++) {
            waiting[i] = weights[i] > 0 ? waiting(i, limited, seen.get(i)) : 0;
        }
        OptionalInt said = IntStream.range(0, seen.size())
                .filter(i -> weights[i] > 0)
                .mapToObj(seen::get)
                .flatMap(Optional::stream)
                .map(LimitLook::capacity)
                .reduce((earlier, later) -> later)
                .orElse(OptionalInt.empty());
        boolean unsure = mayBeMore(limited, said, seen, waiting);
        OptionalInt told = unsure ? OptionalInt.empty() : said;
        // of what is one lock, one is held; at one line there may be many
        boolean mayBeCounted =
                limited.kind() != LimitKind.RATE_LIMITER && (limited.kind() != LimitKind.LOCK || !limited.single());
        Optional<Found> constant = told.isEmpty() && mayBeCounted
                ? waiters.constant(limited)
                        .or(() -> waiters.isOfMany(limited) ? Optional.empty() : constant(limited, stands))
                : Optional.empty();
        OptionalInt capacity =
                constant.isPresent() ? OptionalInt.of(constant.get().capacity()) : told;
        Optional<Entry> place = place(stands.keySet());
        Optional<Entry> entry = place.or(() -> Catalogue.entry(limited.type()));
        double inUse = constant.map(found -> (double) found.capacity())
                .orElseGet(() -> unsure ? 0 : OverTime.mean(weights, i -> inUse(limited, seen.get(i), waiting[i])));
        Map<Stack, Double> held = limited.kind() == LimitKind.RATE_LIMITER || isOnesOwn(limited, waiting)
                ? Map.of()
                : constant.map(found -> holders.standing(found.holders()::contains))
                        .orElseGet(() -> Holders.atMost(inUse, holders.of(limited, seen, stands.keySet())));
        OptionalDouble taken = taken(seen);
        List<CallSite> waitersSites = Sites.of(stands, waiters::line);
        holdersById.put(ids.of(limited), held);
        return Station.of(ids.of(limited), StationKind.of(limited.kind()))
                .type(place.map(Entry::id).orElse(limited.type()))
                .name(name(limited, place, entry, waitersSites, stands.keySet()))
                .maximum(capacity)
                .counted(constant.isPresent())
                .active(
                        constant.isPresent() || unsure
                                ? inUse
                                : OverTime.mean(
                                        weights,
                                        i -> seen.get(i).map(LimitLook::inUse).orElse(0)))
                .queue(OptionalDouble.of(OverTime.mean(weights, i -> waiting[i])))
                .queueMax(Arrays.stream(waiting).max())
                .saturatedShare(OverTime.mean(weights, i -> waiting[i] > 0 && isFull(limited, seen.get(i)) ? 1 : 0))
                .completed(taken)
                .holdingByCompletions(
                        limited.kind() == LimitKind.RATE_LIMITER
                                ? Optional.empty()
                                : held(Math.min(inUse, capacity.orElse(Integer.MAX_VALUE)), taken))
                .holders(Sites.of(held, waiters::line))
                .waiters(waitersSites)
                .waits(waits.of(held))
                .setting(entry.map(Entry::setting).orElse(""))
                .remedy(entry.map(Entry::remedy).orElse(""))
                .build();
    }

    /** Of an object for which one waits at a time, as for an answer of his own, nobody who holds it is to be found: there may be one for each request. */
    private static boolean isOnesOwn(Limited limited, double[] waiting) {
        return (limited.kind() == LimitKind.UNKNOWN || isQuiet(limited))
                && Arrays.stream(waiting).max().orElse(0) < Thresholds.DOUBLE;
    }

    /** A limit only where others wait for it. */
    private static boolean isQuiet(Limited limited) {
        return Catalogue.entry(limited.type()).map(Entry::quiet).orElse(limited.kind() == LimitKind.UNKNOWN);
    }

    /**
     * Whether what is said to be all of it is not what they wait for: it is not all taken while they wait. A queue is said to have as many objects as ever lay in it, and a pool that makes them as they are asked
     * for has more; a monitor has one owner, whatever its owner waits for by it.
     */
    private static boolean mayBeMore(
            Limited limited, OptionalInt said, List<Optional<LimitLook>> seen, double[] waiting) {
        return said.isPresent()
                && isQuiet(limited)
                && IntStream.range(0, waiting.length)
                                .filter(i -> waiting[i] > 0)
                                .mapToDouble(
                                        i -> seen.get(i).map(LimitLook::inUse).orElse(0))
                                .average()
                                .orElse(said.getAsInt())
                        < Thresholds.CLOSE * said.getAsInt();
    }

    private Optional<Found> constant(Limited limited, Map<Stack, Double> stands) {
        List<Snapshot> within = OverTime.within(looks, window);
        if (limited.kind() == LimitKind.UNKNOWN) {
            return ConstantHolders.of(within, stands.keySet())
                    .or(() -> ConstantHolders.ofOneAmongOthers(within, stands.keySet()));
        }
        Optional<Found> found = ConstantHolders.ofLimit(within, stands.keySet());
        return limited.kind() == LimitKind.LOCK
                ? found.or(() -> ConstantHolders.ofOneLock(within, stands.keySet()))
                : found;
    }

    /** Where the lock belongs to code of a library that many go through, that says more than what sort of lock it is. */
    private static Optional<Entry> place(Collection<Stack> waiting) {
        return waiting.stream()
                .map(stack -> stack.reading().type())
                .flatMap(type -> Catalogue.entry(type).stream())
                .filter(entry -> entry.kind() == LimitKind.LOCK && entry.isPlace())
                .findFirst();
    }

    private static String name(
            Limited limited, Optional<Entry> place, Optional<Entry> entry, List<CallSite> waiting, Set<Stack> stands) {
        if (place.isPresent()) {
            return place.get().title();
        }
        if (!limited.name().isEmpty() && !limited.name().equals(ANYTHING)) {
            return limited.kind() == LimitKind.LOCK
                    ? limited.name().substring(limited.name().lastIndexOf('.') + 1)
                    : entry.map(Entry::title)
                            .filter(title -> title.contains(NAME))
                            .map(title -> title.replace(NAME, limited.name()))
                            .orElse(limited.name());
        }
        return waiting.stream()
                .findFirst()
                .map(CallSite::frame)
                .or(() -> entry.filter(one -> !one.isPlace())
                        .flatMap(one -> stands.stream()
                                .flatMap(stack -> Application.library(stack).stream())
                                .min(Comparator.naturalOrder())))
                .map(Resources::type)
                .orElseGet(() -> entry.map(Entry::title).orElse(limited.type()));
    }

    /** {@code OrderCache} of {@code shop.OrderCache.refresh:12}. */
    private static String type(String frame) {
        String type = frame.substring(0, Math.max(0, frame.lastIndexOf('.')));
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private double waiting(int look, Limited limited, Optional<LimitLook> seen) {
        if (seen.isPresent() && seen.get().waiting().isPresent()) {
            return Math.max(0, seen.get().waiting().getAsInt() - idle(looks.get(look), limited));
        }
        return stood.get(look).getOrDefault(limited, 0.0);
    }

    /** Workers without a task, which is what they wait for. */
    private static double idle(Snapshot look, Limited limited) {
        return look.workers(stack -> stack.reading().activity() == Activity.IDLE
                && stack.limited().filter(limited::equals).isPresent());
    }

    /** A lock for which others wait is held, even if its owner was not met; who waits at one line may wait for many locks. */
    private static double inUse(Limited limited, Optional<LimitLook> seen, double waiting) {
        boolean held = limited.kind() == LimitKind.LOCK && limited.single() && waiting > 0;
        return Math.max(held ? 1 : 0, seen.map(LimitLook::inUse).orElse(0));
    }

    /** A rate has no holders, and of what does not tell its capacity the waiters do. */
    private static boolean isFull(Limited limited, Optional<LimitLook> seen) {
        return limited.kind() == LimitKind.RATE_LIMITER
                || seen.isEmpty()
                || seen.get().capacity().isEmpty()
                || seen.get().inUse() >= seen.get().capacity().getAsInt();
    }

    /** Little's law: how long each that took it kept it. */
    private Optional<Measure> held(double inUse, OptionalDouble taken) {
        double rate = taken.orElse(0) / window.seconds();
        return rate > 0 && inUse > 0
                ? Optional.of(new Measure(inUse / rate, Double.NaN, "holders / times taken per second"))
                : Optional.empty();
    }

    private OptionalDouble taken(List<Optional<LimitLook>> seen) {
        List<Integer> counted = IntStream.range(0, seen.size())
                .filter(i ->
                        seen.get(i).filter(limit -> limit.taken().isPresent()).isPresent())
                .boxed()
                .toList();
        return counted.size() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(Series.of(
                                counted,
                                i -> times[i],
                                i -> seen.get(i).orElseThrow().taken().orElse(0))
                        .grown(0, window.seconds()));
    }
}
