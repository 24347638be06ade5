package dev.headroom.cases.value;

import static dev.headroom.cases.testing.Lifted.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.cases.testing.Lifted;
import dev.headroom.cases.testing.Log;
import dev.headroom.cases.testing.Running;
import dev.headroom.cases.testing.Threads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class LiftedIT {
    @Test
    void neitherThreadsNorConnectionsHoldBackTheOthers() throws Exception {
        // Longer than a slow machine takes until it has sent all of them
        try (Running service = Start.on(
                        "servlet",
                        VIRTUAL,
                        "--server.tomcat.accept-count=1000",
                        "--value.delay=5s",
                        "--fanout.downstreams.value.timeout=25s",
                        "--lifted.timeout=25s");
                Log log = new Log()) {
            for (var answer : service.getAtOnce(400, "/value_lifted")) {
                assertThat(answer.join().body()).isEqualTo("42");
            }
            // Tomcat's 200 threads and its accept count of 100 would show here
            assertThat(Blocked.most(log)).isGreaterThan(300);
        }
    }

    @Test
    void theRequestBeyondTheBoundIsRefusedAtOnceAndTheOthersAreAnswered() throws Exception {
        try (Running service = Start.on("servlet", VIRTUAL, "--fanout.request.limit=2", "--value.delay=2s");
                Log log = new Log()) {
            var admitted = Lifted.refusesTheThird(
                    service, "/value_lifted", () -> Blocked.most(log) == 2, "/value_lifted", "1");
            Lifted.answersThemAndHasRoomAgain(service, admitted, "/value_lifted");
        }
    }

    @Test
    void aValueThatNeverComesIsATimeoutAndLeavesNoThreadBehind() throws Exception {
        try (Running service =
                Start.on("servlet", VIRTUAL, "--fanout.request.limit=1", "--lifted.timeout=2s", "--value.delay=10m")) {
            var first = service.getAtOnce(1, "/value_lifted").getFirst();
            // Holds the last line to its word: the dump does show such threads while there are any
            String during = Threads.awaitDumpWith("\"value\"");
            assertThat(during).contains("\"value\"");
            assertThat(first.join().statusCode()).isEqualTo(504);
            assertThat(first.join().body()).contains("no answer of another service in time");
            assertThat(Threads.awaitDumpWithout("\"value\"")).doesNotContain("\"value\"");
        }
    }
}
