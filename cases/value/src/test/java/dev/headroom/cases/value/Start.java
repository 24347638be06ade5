package dev.headroom.cases.value;

import dev.headroom.cases.testing.Running;
import java.util.ArrayList;
import java.util.List;

/** Starts the service for one test. */
final class Start {
    private Start() {}

    /** @param profile that chooses stack and server; {@code servlet} is none of them, hence the default */
    static Running on(String profile, String... settings) {
        List<String> all =
                new ArrayList<>(List.of("--spring.profiles.active=" + profile, "--logging.level.dev.headroom=debug"));
        all.addAll(List.of(settings));
        return Running.alone(ValueApplication.class, all.toArray(String[]::new));
    }
}
