package dev.headroom.agent.limits;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.jvm.Identity;
import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.moves.Movable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Objects that limit, with what threads block on that wait for one: those that reported themselves when they were made ({@link Hook}), their
 * parts, and those on which threads were seen to block. Two objects of one class are two.
 */
final class KnownLimits {

    /** Looks after which what is gone is forgotten. */
    private static final int SELDOM = 32;

    /** A service may use a key for each request. */
    static final int MOST = 5_000;

    private final Catalogue catalogue;
    private final Hook hook;
    private final List<Limit> known = new ArrayList<>();

    /** What has parts, and those that were met by their keys. */
    private final Map<Limit, Map<Identity, Limit>> wholes = new LinkedHashMap<>();

    private final Set<Identity> met = new HashSet<>();
    private final Map<Identity, Limit> blockers = new HashMap<>();
    private final Set<Class<?>> blocking = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean mapped;
    private boolean full;
    private int looks;

    KnownLimits(Catalogue catalogue, Hook hook) {
        this.hook = hook;
        this.catalogue = catalogue;
    }

    List<Limit> all() {
        return known;
    }

    /** Before threads are looked at: meets what was made since the last look, and forgets what is gone. */
    void begin() {
        drain();
        wholes.forEach(this::parts);
        mapped = false;
        if (looks++ % SELDOM == 0) {
            known.removeIf(Limit::isGone);
            wholes.keySet().removeIf(Limit::isGone);
            wholes.values().forEach(parts -> parts.keySet().removeIf(Identity::isGone));
            met.removeIf(Identity::isGone);
            blockers.keySet().removeIf(Identity::isGone);
        }
    }

    private boolean drain() {
        boolean any = false;
        for (Hook.Created made = hook.next(); made != null; made = hook.next()) {
            Object object = made.get();
            // a constructor that calls another one reports its object twice
            if (object != null && hasRoom() && met.add(new Identity(object))) {
                for (Entry entry : catalogue.of(object.getClass())) {
                    Limit limit = add(new Limit(object, null, entry, made.permits()));
                    if (entry.has("each")) {
                        wholes.put(limit, new HashMap<>());
                    }
                }
                any = true;
            }
        }
        return any;
    }

    /** Routes and the like appear as they are used, and go. One that has gone is not asked: some libraries make it anew for whoever asks. */
    private void parts(Limit whole, Map<Identity, Limit> met) {
        Object object = whole.object();
        if (object != null
                && (hasRoom() || !met.isEmpty())
                && whole.entry().chain("each").value(object, null) instanceof Collection<?> keys) {
            Set<Limit> there = new HashSet<>();
            for (Object key : Stranger.ask(keys::toArray, new Object[0])) {
                Identity known = new Identity(key);
                Limit part = met.get(known);
                if (part == null && hasRoom()) {
                    part = add(new Limit(object, key, whole.entry(), Movable.UNKNOWN));
                    met.put(known, part);
                }
                if (part != null) {
                    there.add(part);
                }
            }
            met.values().forEach(part -> part.isThere(there.contains(part)));
        }
    }

    /** Whether one more may be followed; of what is gone {@link #begin} makes room. */
    boolean hasRoom() {
        full |= known.size() >= MOST;
        return known.size() < MOST;
    }

    /** Whether there were more than can be followed. */
    boolean wasFull() {
        return full;
    }

    /** Who owns others was made after them: they are then known as its own. */
    Limit add(Limit limit) {
        known.add(limit);
        for (Object blocker : limit.blockers()) {
            blockers.put(new Identity(blocker), limit);
            blocking.add(blocker.getClass());
        }
        return limit;
    }

    /** The limit whose waiters block on that object: what it blocks on may be newer than the limit. */
    @Nullable
    Limit blocking(Object blocker) {
        Identity key = new Identity(blocker);
        Limit limit = blockers.get(key);
        if (limit == null && drain()) {
            limit = blockers.get(key);
        }
        if (limit == null && !mapped && blocking.contains(blocker.getClass())) {
            mapped = true; // once a look
            known.forEach(one -> one.blockers().forEach(other -> blockers.putIfAbsent(new Identity(other), one)));
            limit = blockers.get(key);
        }
        return limit;
    }

    /** What threads block on, by its identity hash code and class; null where none is known. */
    @Nullable
    Object blocker(int hash, String type) {
        for (Identity key : blockers.keySet()) {
            Object blocker = key.hashCode() == hash ? key.get() : null;
            if (blocker != null && blocker.getClass().getName().equals(type)) {
                return blocker;
            }
        }
        return null;
    }

    /** A semaphore that a bulkhead is made of is no limit of its own; nor is what has parts. */
    boolean isOwned(Limit limit, Object object) {
        Limit owner = blockers.get(new Identity(object));
        return wholes.containsKey(limit) || (owner != null && owner != limit && owner.object() != object);
    }
}
