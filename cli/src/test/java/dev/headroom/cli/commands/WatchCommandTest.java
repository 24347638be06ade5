package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cli.Busy;
import dev.headroom.core.model.observation.Adjustable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchCommandTest {

    /** Of a terminal that was stopped with Ctrl-S: whoever draws on it holds the screen. */
    @Test
    void aSignalReleasesTheServiceBeforeItWaitsForTheScreen() {
        List<String> closed = new ArrayList<>();
        Busy service = new Busy(new Adjustable(Busy.POOL, Busy.WORKERS, true, "setMaximumPoolSize")) {
            @Override
            public void close() {
                closed.add("service");
            }
        };

        WatchCommand.leave(service, () -> closed.add("screen"));

        assertThat(closed).containsExactly("service", "screen");
    }
}
