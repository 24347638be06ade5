package dev.headroom.probe.dump;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives a lock the same number in each dump. A dump names it by its address, which a collector changes: one that is not where it was is then taken for
 * one of its class that was waited for at the same place and is not seen any more. Locks of one class that are waited for at one place may so be
 * taken for each other.
 */
final class LockIdentity {

    private static final int MOST = 5_000;

    /** @param seen number of the dump that showed it last */
    private record Known(Lock lock, Set<String> places, long seen) {}

    private final Map<Integer, Known> known = new HashMap<>();
    private int next;
    private long dump;

    /**
     * Of one dump.
     *
     * @param places at which each lock is waited for
     */
    Map<Lock, Integer> number(Map<Lock, Set<String>> places) {
        dump++;
        Map<Lock, Integer> numbers = new HashMap<>();
        Map<Lock, Integer> byAddress = new HashMap<>();
        known.forEach((number, one) -> byAddress.put(one.lock(), number));
        places.forEach(
                (lock, waitedAt) -> Optional.ofNullable(byAddress.get(lock)).ifPresent(number -> {
                    numbers.put(lock, number);
                    see(number, lock, waitedAt);
                }));
        places.forEach((lock, waitedAt) -> {
            if (!numbers.containsKey(lock)) {
                int number = moved(lock, waitedAt).orElseGet(() -> next++);
                numbers.put(lock, number);
                see(number, lock, waitedAt);
            }
        });
        if (known.size() > MOST) {
            known.values().removeIf(one -> one.seen() < dump);
        }
        return numbers;
    }

    Set<Integer> numbers() {
        return known.keySet();
    }

    private Optional<Integer> moved(Lock lock, Set<String> places) {
        return known.entrySet().stream()
                .filter(one -> one.getValue().seen() < dump
                        && one.getValue().lock().type().equals(lock.type())
                        && one.getValue().places().stream().anyMatch(places::contains))
                .max(Comparator.comparingLong(one -> one.getValue().seen()))
                .map(Map.Entry::getKey);
    }

    private void see(int number, Lock lock, Set<String> places) {
        Set<String> all = new HashSet<>(places);
        Optional.ofNullable(known.get(number)).ifPresent(before -> all.addAll(before.places()));
        known.put(number, new Known(lock, all, dump));
    }
}
