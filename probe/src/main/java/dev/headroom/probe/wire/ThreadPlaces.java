package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Crews;
import dev.headroom.probe.look.Followed;
import dev.headroom.probe.look.KeptNames;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.threads.Begun;
import dev.headroom.probe.threads.Standstill;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The platform threads of the watched JVM, and where each stands as far as that is known. */
final class ThreadPlaces {

    static final int NO_POOL = -1;

    /** Busy threads whose numbers are kept with each look: the oldest, so that they are the same in all. */
    private static final int MOST_FOLLOWED = 500;

    private static final Stack NOWHERE = new Stack(Thread.State.RUNNABLE, "", List.of(), new int[0], Optional.empty());

    /** @param loop runs what its executor is given */
    private record Worker(int pool, String name, boolean loop) {

        boolean isOwned() {
            return pool >= 0;
        }

        boolean isOfTheApplication(Stack stack) {
            return pool >= NO_POOL && !PoolNames.isJvmThread(name, stack);
        }
    }

    /**
     * @param stack empty where it has moved since it was looked at
     * @param since when it was seen to have moved last
     * @param fresh looked at in the newest sample
     */
    private record Place(Optional<Stack> stack, Instant since, boolean fresh) {}

    private final StreamPools pools;
    private final Map<Long, Worker> threads = new HashMap<>();
    private final Map<Long, Place> places = new HashMap<>();

    /** Threads that no pool owns, and that once showed what they are: deep below a handler a stack is cut and shows no loop. */
    private final Map<Long, PoolNames.Named> known = new HashMap<>();

    private final KeptNames names = new KeptNames();
    private final Crews crews = new Crews();
    private final List<Long> fresh = new ArrayList<>();
    private final Standstill standstill = new Standstill();
    private final Rounds rounds = new Rounds();
    private final Begun begun = new Begun();

    /** @param pools whose threads they are, by their numbers */
    ThreadPlaces(StreamPools pools) {
        this.pools = pools;
    }

    /** Told anew where its name has changed. */
    void thread(long id, int pool, String name, boolean loop) {
        threads.put(id, new Worker(pool, names.of(id, name), loop));
    }

    /** Threads by the name of their event loops, where all of these can be given tasks. */
    Map<String, List<Long>> loops() {
        Map<String, List<Long>> found = new LinkedHashMap<>();
        known.forEach((thread, named) -> {
            if (named.kind() == StationKind.EVENT_LOOPS) {
                found.computeIfAbsent(named.name(), none -> new ArrayList<>()).add(thread);
            }
        });
        found.values().removeIf(all -> !all.stream().map(threads::get).allMatch(one -> one != null && one.loop()));
        return found;
    }

    /** The threads of the pool of that number. */
    List<Long> of(int pool) {
        return threads.entrySet().stream()
                .filter(thread -> thread.getValue().pool() == pool)
                .map(Map.Entry::getKey)
                .toList();
    }

    int threads() {
        return threads.size();
    }

    Followed followed() {
        return new Followed(Optional.of(rounds.again()), begun.totals(), busy());
    }

    private Map<Stack, Set<Long>> busy() {
        Map<Long, Stack> standing = new HashMap<>();
        places.forEach(
                (thread, place) -> place.stack().filter(Stack::isBusy).ifPresent(stack -> standing.put(thread, stack)));
        return standing.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(MOST_FOLLOWED)
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue, Collectors.mapping(Map.Entry::getKey, Collectors.toSet())));
    }

    /** A new sample begins. */
    void begin() {
        rounds.begin();
        fresh.forEach(one -> places.computeIfPresent(one, (id, old) -> new Place(old.stack(), old.since(), false)));
        fresh.clear();
    }

    /**
     * It has run since the last sample; without a stack where it was not looked at.
     *
     * @param waits that it has begun so far, of one that was looked at
     */
    void moved(long thread, Optional<Stack> stack, long waits, Instant at) {
        place(thread, stack, waits, at);
        rounds.moved(thread, stack);
    }

    /** It was looked at, and had moved before. */
    void found(long thread, Optional<Stack> stack, long waits, Instant at) {
        Place before = places.get(thread);
        place(thread, stack, waits, before == null ? at : before.since());
        stack.ifPresent(walked -> rounds.stands(thread, walked));
    }

    private void place(long thread, Optional<Stack> stack, long waits, Instant since) {
        if (!threads.containsKey(thread)) {
            return; // which was not named
        }
        places.put(thread, new Place(stack, since, stack.isPresent()));
        if (stack.isPresent()) {
            fresh.add(thread);
            begun.counted(thread, waits);
        }
    }

    void ended(long thread) {
        threads.remove(thread);
        places.remove(thread);
        known.remove(thread);
        rounds.ended(thread);
        begun.ended(thread);
    }

    /** Who may be stuck, by the rule by which dumps tell it: whether a pool owns a thread does not matter, but what it is for. */
    List<Snapshot.Standing> standing(Instant at) {
        List<Snapshot.Standing> found = new ArrayList<>();
        places.forEach((thread, place) -> {
            Worker worker = threads.get(thread);
            if (worker == null
                    || place.stack().isEmpty()
                    || !worker.isOfTheApplication(place.stack().get())) {
                return;
            }
            Duration stood = Duration.between(place.since(), at);
            Stack stack = standstill.of(place.stack().get(), stood);
            PoolNames.Named pool = named(thread, worker, stack);
            if (Snapshot.Standing.isNoted(pool, stack, stood)) {
                found.add(new Snapshot.Standing(pool.name(), stack, place.since()));
            }
        });
        return found;
    }

    /**
     * Adds all of them to their pools.
     *
     * @param sums by name
     * @param told hears of each thread that no pool owns and that was seen to be of one, or to be an event loop
     * @param at of the sample
     */
    void addTo(Map<String, PoolSum> sums, BiConsumer<Long, String> told, Instant at) {
        Map<Integer, Unseen> unseen = unseen();
        places.forEach((thread, place) -> {
            Worker worker = threads.get(thread);
            Stack stack = place.stack().orElse(NOWHERE);
            if (worker == null || !worker.isOfTheApplication(stack)) {
                return;
            }
            PoolNames.Named named = named(thread, worker, stack);
            // the figures of RMI's executor are left out, for not all that it does is the application's
            boolean owned = worker.isOwned() && !PoolNames.isJvmThread(named.name());
            if (!worker.isOwned() && !known.containsKey(thread) && isForGood(named, worker, place)) {
                known.put(thread, named);
                told.accept(thread, named.name());
            }
            begun.add(thread, named.name());
            PoolSum sum = sums.computeIfAbsent(
                    named.name(), name -> new PoolSum(named, owned ? pools.bound(name) : OptionalInt.empty()));
            if (!owned) {
                sum.add();
            }
            if (place.stack().isPresent()) {
                double weight = place.fresh()
                        ? unseen.getOrDefault(worker.pool(), Unseen.NONE).weight()
                        : 1;
                sum.stand(standstill.of(place.stack().get(), Duration.between(place.since(), at)), weight);
            }
        });
    }

    /**
     * Threads of a pool whose place is not known, and those among them that were looked at just now: a random choice, so
     * each of these stands for as many.
     */
    private record Unseen(int walked, int others) {
        static final Unseen NONE = new Unseen(1, 0);

        double weight() {
            return (double) (walked + others) / walked;
        }

        Unseen and(Unseen more) {
            return new Unseen(walked + more.walked, others + more.others);
        }
    }

    private Map<Integer, Unseen> unseen() {
        Map<Integer, Unseen> found = new HashMap<>();
        places.forEach((thread, place) -> {
            Worker worker = threads.get(thread);
            if (worker != null && (place.fresh() || place.stack().isEmpty())) {
                found.merge(worker.pool(), place.fresh() ? new Unseen(1, 0) : new Unseen(0, 1), Unseen::and);
            }
        });
        return found;
    }

    private static boolean isForGood(PoolNames.Named named, Worker worker, Place place) {
        return switch (named.kind()) {
            case EVENT_LOOPS -> true;
            case OTHER -> false;
            default ->
                PoolNames.told(worker.name(), place.stack().orElse(NOWHERE)).isPresent();
        };
    }

    private PoolNames.Named named(long thread, Worker worker, Stack stack) {
        if (worker.isOwned()) {
            return pools.named(worker.pool());
        }
        PoolNames.Named before = known.get(thread);
        return before != null
                ? before.kind() == StationKind.EVENT_LOOPS ? crews.of(thread, worker.name(), before) : before
                : PoolNames.told(worker.name(), stack)
                        .orElseGet(() -> crews.of(thread, worker.name(), PoolNames.unowned(worker.name(), stack)));
    }
}
