package dev.headroom.probe.dump;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Gives a lock the same number in each dump. A dump names it by its address, which a collector changes. One that is not where it was has moved if the next dump shows
 * another of its class at the same place, for which a thread waits that waited for the first and has not run since. A thread that has run may as well wait for the
 * next of many locks that come and go: then one has moved only if no other came or went there.
 */
final class LockIdentity {

    private static final int MOST = 5_000;

    /**
     * A thread that waits.
     *
     * @param place at which it does
     * @param cpu processor time that it has used, as printed; empty where it is not
     */
    record Waiter(Lock lock, String place, long thread, String cpu) {}

    /**
     * @param waiters processor time by thread
     * @param seen number of the dump that showed it last
     */
    private record Known(Lock lock, Set<String> places, Map<Long, String> waiters, long seen) {

        boolean isAlike(Known other) {
            return lock.type().equals(other.lock.type()) && places.stream().anyMatch(other.places::contains);
        }

        boolean hasWaiterOf(Known other) {
            return waiters.keySet().stream().anyMatch(other.waiters::containsKey);
        }

        boolean hasStandingWaiterOf(Known other) {
            return waiters.entrySet().stream()
                    .anyMatch(
                            one -> !one.getValue().isEmpty() && one.getValue().equals(other.waiters.get(one.getKey())));
        }
    }

    private final Map<Integer, Known> known = new HashMap<>();
    private int next;
    private long dump;

    /** Of one dump. */
    Map<Lock, Integer> number(Collection<Waiter> waiters) {
        dump++;
        Map<Lock, Integer> byAddress = new HashMap<>();
        known.forEach((number, one) -> byAddress.put(one.lock(), number));
        Map<Lock, Known> seen = seen(waiters);
        Map<Lock, Integer> numbers = new HashMap<>();
        seen.forEach((lock, one) ->
                Optional.ofNullable(byAddress.get(lock)).ifPresent(number -> note(number, one, numbers)));
        List<Known> come = left(seen, numbers);
        for (Known one : come) {
            gone(one)
                    .filter(number -> one.hasStandingWaiterOf(before(number)))
                    .findFirst()
                    .ifPresent(number -> note(number, one, numbers));
        }
        come = left(seen, numbers);
        for (Known one : come) {
            List<Integer> gone = gone(one).toList();
            boolean moved = gone.size() == 1
                    && come.stream().filter(one::isAlike).count() == 1
                    && one.hasWaiterOf(before(gone.getFirst()));
            note(moved ? gone.getFirst() : next++, one, numbers);
        }
        if (known.size() > MOST) {
            known.values().removeIf(one -> one.seen() < dump);
        }
        return numbers;
    }

    Set<Integer> numbers() {
        return known.keySet();
    }

    private Map<Lock, Known> seen(Collection<Waiter> waiters) {
        Map<Lock, Known> seen = new LinkedHashMap<>();
        for (Waiter waiter : waiters) {
            Known one = seen.computeIfAbsent(
                    waiter.lock(), lock -> new Known(lock, new HashSet<>(), new HashMap<>(), dump));
            one.places().add(waiter.place());
            one.waiters().put(waiter.thread(), waiter.cpu());
        }
        return seen;
    }

    private static List<Known> left(Map<Lock, Known> seen, Map<Lock, Integer> numbers) {
        return seen.values().stream()
                .filter(one -> !numbers.containsKey(one.lock()))
                .toList();
    }

    /** Numbers of those that the dump before showed, and this one does not, and that {@code one} may be. */
    private Stream<Integer> gone(Known one) {
        return known.entrySet().stream()
                .filter(before -> before.getValue().seen() == dump - 1
                        && before.getValue().isAlike(one))
                .map(Map.Entry::getKey);
    }

    private Known before(int number) {
        return Optional.ofNullable(known.get(number)).orElseThrow();
    }

    private void note(int number, Known one, Map<Lock, Integer> numbers) {
        numbers.put(one.lock(), number);
        Optional.ofNullable(known.get(number)).ifPresent(before -> one.places().addAll(before.places()));
        known.put(number, one);
    }
}
