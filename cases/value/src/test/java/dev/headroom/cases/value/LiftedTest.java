package dev.headroom.cases.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiftedTest {
    private static final String VIRTUAL = "--spring.threads.virtual.enabled=true";

    @TempDir
    private Path folder;

    private int dumps;

    @Test
    void neitherThreadsNorConnectionsHoldBackTheOthers() throws Exception {
        try (Running service = Running.on("servlet", VIRTUAL, "--server.tomcat.accept-count=1000");
                Log log = new Log()) {
            for (var answer : service.getAtOnce(400, "/value_lifted")) {
                assertThat(answer.join().body()).isEqualTo("42");
            }
            // Tomcat's 200 threads and its accept count of 100 would show here
            assertThat(log.mostBlocked()).isGreaterThan(300);
        }
    }

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running service = Running.on("servlet", VIRTUAL, "--lifted.max-in-flight=2", "--value.delay=2s");
                Log log = new Log()) {
            var admitted = service.getAtOnce(2, "/value_lifted");
            Running.await(() -> log.mostBlocked() == 2);

            var refused = service.get("/value_lifted");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(admitted).noneMatch(answer -> answer.isDone());
            assertThat(service.get("/ready").statusCode()).isEqualTo(200);

            for (var answer : admitted) {
                assertThat(answer.join().statusCode()).isEqualTo(200);
            }
            assertThat(service.get("/value_lifted").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aValueThatNeverComesIsATimeoutAndLeavesNoThreadBehind() throws Exception {
        try (Running service = Running.on(
                "servlet", VIRTUAL, "--lifted.max-in-flight=1", "--lifted.timeout=2s", "--value.delay=10m")) {
            var first = service.getAtOnce(1, "/value_lifted").getFirst();
            // Holds the last line to its word: the dump does show such threads while there are any
            String during = awaitThreads("\"value-1\"");
            assertThat(during).contains("\"value-1\"");
            assertThat(first.join().statusCode()).isEqualTo(504);
            assertThat(first.join().body()).contains("the value took too long");
            Running.await(() -> !threads().contains("\"value-"));
            assertThat(threads()).doesNotContain("\"value-");
        }
    }

    private String awaitThreads(String part) throws InterruptedException {
        AtomicReference<String> dump = new AtomicReference<>("");
        Running.await(() -> {
            dump.set(threads());
            return dump.get().contains(part);
        });
        return dump.get();
    }

    private String threads() throws IOException {
        Path dump = folder.resolve("threads-" + dumps++ + ".json");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
        return Files.readString(dump);
    }
}
