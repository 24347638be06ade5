package dev.headroom.fanout;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For whom a thread works. Fan-outs, parts and calls within inherit it, and each gate shares its places by it, so that a batch or
 * one tenant does not turn all others away.
 *
 * @param criticality how much it matters
 * @param tenant whose it is; empty where that does not matter
 */
public record Caller(Criticality criticality, String tenant) {
    /** @throws NullPointerException without a tenant: one that is not known is empty */
    public Caller {
        Objects.requireNonNull(criticality, "criticality");
        Objects.requireNonNull(tenant, "tenant; empty where there is none");
    }

    static final Caller ANYBODY = new Caller(Criticality.CRITICAL, "");

    /** How much a call matters. */
    public enum Criticality {
        /** Somebody waits for it; so it is, if not said. */
        CRITICAL,
        /** It can be made later: a batch, a prefetch. It leaves a {@linkplain Downstream.Builder#sheddable share} to others. */
        SHEDDABLE
    }

    /** Of the calling thread; critical and of no tenant, if not said. */
    public static Caller current() {
        return Standing.current().caller();
    }

    /** The same, but what can be made later. */
    public Caller sheddable() {
        return new Caller(Criticality.SHEDDABLE, tenant);
    }

    /** The same, but for this tenant. */
    public Caller ofTenant(String name) {
        return new Caller(criticality, name);
    }

    /**
     * Runs the task on this thread for this caller.
     *
     * @throws X what the task throws
     */
    public <T extends @Nullable Object, X extends Exception> T call(Call<T, X> task) throws X {
        Standing before = Standing.current();
        return Standing.call(new Standing(before.deadline(), before.hold(), this), task);
    }

    boolean isSheddable() {
        return criticality == Criticality.SHEDDABLE;
    }

    @Override
    public String toString() {
        return (isSheddable() ? "sheddable" : "critical") + (tenant.isEmpty() ? "" : ", tenant '" + tenant + "'");
    }
}
