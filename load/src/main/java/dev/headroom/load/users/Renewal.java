package dev.headroom.load.users;

import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Logs users in again whom the service no longer knows. Nothing of it is counted but how often. A user has another login once in 10 s at
 * most, and 8 have one at a time: a service that refuses everything would otherwise get a load of logins.
 */
public final class Renewal {

    private static final int AT_ONCE = 8;
    private static final long PAUSE = 10_000_000_000L;

    private final Audience audience;
    private final Loop loop;
    private final Client client;
    private final Runnable renewed;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int underWay;

    /** @param renewed a user has logged in again */
    public Renewal(Audience audience, Loop loop, Client client, Runnable renewed) {
        this.audience = audience;
        this.loop = loop;
        this.client = client;
        this.renewed = renewed;
    }

    /**
     * @param then it is over, with a new login or without
     * @return false where it is too early for another one
     */
    boolean begin(Visitor visitor, Runnable then) {
        long now = System.nanoTime();
        Long last = visitor.renewedAt;
        if (!visitor.loggedIn || last != null && now - last < PAUSE) {
            return false;
        }
        visitor.loggedIn = false;
        visitor.renewedAt = now;
        Runnable good = () -> {
            renewed.run();
            ended(visitor, then);
        };
        // of one that fails the next request tells
        waiting.add(() -> audience.login(loop, client, List.of(visitor), good, why -> ended(visitor, then))
                .begin());
        next();
        return true;
    }

    private void next() {
        while (underWay < AT_ONCE && !waiting.isEmpty()) {
            underWay++;
            waiting.remove().run();
        }
    }

    private void ended(Visitor visitor, Runnable then) {
        visitor.loggedIn = true;
        underWay--;
        then.run();
        next();
    }

    /** Whoever waits for a login stays without. */
    public void stop() {
        waiting.clear();
    }
}
