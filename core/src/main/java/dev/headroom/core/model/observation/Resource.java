package dev.headroom.core.model.observation;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.LimitKind;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Something that only so many may hold at once, other than the workers of a {@link Pool}: connections, objects, permits, a lock, a rate.
 * Capacity and use come from the object itself; two instances of one class are two resources.
 *
 * @param id tells it from others of its class within the run: {@code hikari#3}
 * @param kind what sort of limit it is when it binds
 * @param type its entry in the catalogue ({@code hikari}, {@code semaphore}, {@code monitor}), or the name of a class that has none
 * @param name as its owner knows it: {@code HikariPool-1}, {@code api:443}, {@code OrderCache}
 * @param capacity how many may hold it at once, or be granted a second where it is a rate; empty where it does not tell
 * @param inUse mean number of holders
 * @param waiting mean number of those who wait for it
 * @param saturatedShare share of looks (0 to 1) in which nothing of it was free and someone waited
 * @param taken times that it was taken in the window; empty where nobody counts
 * @param held seconds for which a holder keeps it: holders over times taken, by Little's law; empty where nobody counts these
 * @param holders where those stand who hold it: the application's lines, most first
 * @param waiters where those stand who wait for it, most first
 * @param holdersWait on whom its holders wait in turn: where they mostly wait for something that is full, this one is a symptom
 * @param setting what changes its capacity, for the reader; empty where the catalogue knows none
 * @param remedy what lifts it, as the catalogue says; empty where it says nothing
 */
public record Resource(
        String id,
        LimitKind kind,
        String type,
        String name,
        OptionalInt capacity,
        double inUse,
        double waiting,
        double saturatedShare,
        OptionalDouble taken,
        Optional<Measure> held,
        List<CallSite> holders,
        List<CallSite> waiters,
        List<Pool.Wait> holdersWait,
        String setting,
        String remedy) {

    public Resource {
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        holdersWait = List.copyOf(holdersWait);
    }
}
