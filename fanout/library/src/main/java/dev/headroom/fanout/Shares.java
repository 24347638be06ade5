package dev.headroom.fanout;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the places at a gate are shared, its permits and its queue together. What is sheddable takes none where so many are taken
 * already, by whomever; a tenant no more than so many of its own. Calls that come at the same time may be off by a few.
 */
final class Shares {
    private final double sheddable;
    private final double tenant;
    private final Map<String, Integer> taken = new ConcurrentHashMap<>();

    /**
     * @param sheddable 0 to 1
     * @param tenant 0 to 1
     */
    Shares(double sheddable, double tenant) {
        this.sheddable = sheddable;
        this.tenant = tenant;
    }

    /** Takes a place, where there is one for the caller. It is to be given back as often. */
    boolean take(Caller caller, Gate gate) {
        if (caller.isSheddable() && gate.taken() >= places(sheddable, gate)) {
            return false;
        }
        if (!isCounted(caller)) {
            return true;
        }
        int most = places(tenant, gate);
        boolean[] has = new boolean[1];
        taken.compute(caller.tenant(), (name, before) -> {
            int now = before == null ? 0 : before;
            has[0] = now < most;
            return has[0] ? now + 1 : before;
        });
        return has[0];
    }

    /** How many the caller can take where nobody else has any. */
    int most(Caller caller, Gate gate) {
        int most = caller.isSheddable() ? places(sheddable, gate) : Integer.MAX_VALUE;
        return isCounted(caller) ? Math.min(most, places(tenant, gate)) : most;
    }

    void giveBack(Caller caller) {
        if (isCounted(caller)) {
            taken.computeIfPresent(caller.tenant(), (name, now) -> now == 1 ? null : now - 1);
        }
    }

    /** Tenants that hold or wait now. */
    int tenants() {
        return taken.size();
    }

    private boolean isCounted(Caller caller) {
        return tenant < 1 && !caller.tenant().isEmpty();
    }

    /** One at least, or nobody would ever be let in. */
    private static int places(double share, Gate gate) {
        return (int) Math.max(1, Math.floor(share * ((double) gate.limit() + gate.queue())));
    }
}
