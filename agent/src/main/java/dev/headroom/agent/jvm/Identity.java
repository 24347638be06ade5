package dev.headroom.agent.jvm;

import java.lang.ref.WeakReference;

/** A key that is equal to another of the same object, and keeps it from nothing. */
public final class Identity extends WeakReference<Object> {

    private final int hash;

    public Identity(Object object) {
        super(object);
        hash = System.identityHashCode(object);
    }

    public boolean isGone() {
        return get() == null;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        Object object = get();
        return this == other || object != null && other instanceof Identity && ((Identity) other).get() == object;
    }
}
