package dev.headroom.cases.bike;

import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Running;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;

/** Starts the service and its downstream for one test. */
final class Start {
    private Start() {}

    /**
     * @param work how long it takes to repair a bike
     * @param settings of the service
     */
    static Running withWork(String work, String... settings) throws BindException {
        return over(Server.start("--server.port=0"), work, settings);
    }

    static Running over(Server downstream, String work, String... settings) {
        List<String> all = new ArrayList<>(List.of("--bike.work=" + work));
        all.addAll(List.of(settings));
        return Running.over(downstream, "parts.url", BikeApplication.class, all.toArray(String[]::new));
    }
}
