package dev.headroom.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    void anErrorOfTheAgentDoesNotReachTheApplicationsHandlerWhichMayEndTheJvm() throws Exception {
        List<Throwable> reached = Collections.synchronizedList(new ArrayList<>());
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> reached.add(error));
        Thread thread = Threads.daemon(
                () -> {
                    throw new OutOfMemoryError("as if");
                },
                "headroom-test");
        thread.start();
        thread.join();
        assertThat(reached).isEmpty();
    }
}
