package dev.headroom.cases.facade;

import dev.headroom.cases.downstream.Server;
import dev.headroom.cases.testing.Running;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;

/** Starts the service and its HTTPS downstream for one test. */
final class Start {
    static final String DISTRUST = "--external.trust-any-certificate=false";

    private Start() {}

    static Running with(String... settings) throws BindException {
        return over(downstream(), settings);
    }

    static Running over(Server downstream, String... settings) {
        List<String> all = new ArrayList<>(List.of("--logging.level.dev.headroom=debug"));
        all.addAll(List.of(settings));
        if (!all.contains(DISTRUST)) {
            all.add("--external.trust-any-certificate=true");
        }
        return Running.over(downstream, "external.url", FacadeApplication.class, all.toArray(String[]::new));
    }

    static Server downstream(String... settings) throws BindException {
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--https=true"));
        all.addAll(List.of(settings));
        return Server.start(all.toArray(String[]::new));
    }
}
