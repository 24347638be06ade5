package dev.headroom.lab.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.CountedWaiters;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.lab.OwnJvm;
import dev.headroom.probe.Probe;
import dev.headroom.probe.jvm.ProcessId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("nightly")
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class RunningHeapIT {

    private static final int USERS = 20;

    @Test
    void whatCountsWhoWaitsIsFoundUnderSomebodyElsesLoad() throws Exception {
        try (OwnJvm service = OwnJvm.start(Counter.class, "-Xmx64m")) {
            List<Thread> users = load(Integer.parseInt(service.line()));
            ProcessId process = ProcessId.now(service.pid());
            Inspection found;
            try (Probe probe = Way.DUMP.open(process)) {
                probe.start();
                found = new Inspector("counter", process, probe).watch(Duration.ofSeconds(5), left -> {});
            }
            assertThat(CountedWaiters.wouldTell(found))
                    .as(found.found().summary())
                    .isTrue();

            RunningHeap heap = RunningHeap.of(process);
            assertThat(heap.pause()).isPositive();
            Inspection read = heap.ask(found);

            assertThat(read.found().bindingLimit()).hasValueSatisfying(limit -> {
                assertThat(limit.pool()).endsWith("Counter");
                assertThat(limit.workers()).hasValue(4);
            });
            assertThat(read.found().standing()).isEqualTo(Standing.SUSPECTED);
            assertThat(read.found().summary()).contains("line.size", "4 is busy and clerks");
            assertThat(dumps()).isEmpty();
            users.forEach(Thread::interrupt);
        }
    }

    /** Each user asks again when he has his answer. */
    private static List<Thread> load(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .build();
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return IntStream.range(0, USERS)
                .mapToObj(user -> Thread.startVirtualThread(() -> {
                    try {
                        while (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {}
                    } catch (Exception e) {
                        return; // the test is over
                    }
                }))
                .toList();
    }

    private static List<Path> dumps() throws Exception {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName()
                            .toString()
                            .startsWith(
                                    "headroom-heap-" + ProcessHandle.current().pid()))
                    .toList();
        }
    }
}
