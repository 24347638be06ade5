package dev.headroom.load.http;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Connections that can take a request, last in first out, so that those not needed fall idle. An open load has one such store, since
 * any request may take any connection; each user of a closed load has its own, as a browser has.
 */
public final class IdleConnections {

    private final ArrayDeque<Connection> idle = new ArrayDeque<>(2);

    void give(Connection connection) {
        if (!connection.stored) {
            connection.stored = true;
            idle.push(connection);
        }
    }

    /**
     * A connection that could take a request a moment ago, or null where there is none. It stays here if it can take more than one.
     *
     * @param refused is not the one that is taken
     */
    @Nullable
    Connection take(@Nullable Connection refused) {
        for (Iterator<Connection> all = idle.iterator(); all.hasNext(); ) {
            Connection connection = all.next();
            if (connection == refused) {
                continue;
            }
            int room = connection.room();
            if (room > 1) {
                return connection;
            }
            all.remove();
            connection.stored = false;
            if (room == 1) {
                return connection;
            }
        }
        return null;
    }

    /** Whom they belong to has left. */
    public void close() {
        Connection connection;
        while ((connection = idle.poll()) != null) {
            connection.stored = false;
            connection.close();
        }
    }
}
