package dev.headroom.cases.compose;

import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Running;
import java.net.BindException;

/** Starts the service and its downstream for one test. */
final class Start {
    private Start() {}

    /**
     * @param delay of the downstream
     * @param settings of the service
     */
    static Running withDelay(String delay, String... settings) throws BindException {
        return over(Server.start("--server.port=0", "--delay=" + delay), settings);
    }

    static Running over(Server downstream, String... settings) {
        return Running.over(downstream, "people.url", ComposeApplication.class, settings);
    }
}
