package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Observation.Jvm;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JvmSessionTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private static JvmSession session() {
        return new JvmSession("agent", new Jvm(1, "25", "any", List.of()), Optional.empty(), on -> {});
    }

    private static void look(JvmSession session, Instant at) {
        session.look(Snapshots.of(at, List.of()));
    }

    /** By an hour, for which these would be there, and never be forgotten. */
    @Test
    void looksOfAClockThatWasSetBackSinceGo() {
        try (JvmSession session = session()) {
            look(session, BEGIN);
            look(session, BEGIN.plusSeconds(3600));
            look(session, BEGIN.plusSeconds(1));

            assertThat(session.taken()).containsExactly(BEGIN, BEGIN.plusSeconds(1));
            assertThat(session.looks()).extracting(Snapshot::at).containsExactly(BEGIN, BEGIN.plusSeconds(1));
        }
    }

    /** Virtual threads, and those of one request each, use up numbers: these say nothing of who is old. */
    @Test
    void thePoolOfAThreadIsKnownAsLongAsItLives() {
        try (JvmSession session = session()) {
            session.thread(30, "tomcat");
            for (int id = 1_000; id < 1_000 + 3 * JvmSession.MOST_ENDED; id++) {
                session.thread(id, "thread-per-request");
                session.ended(id, BEGIN.plusSeconds(id));
            }

            assertThat(session.poolOfThread())
                    .containsEntry(30L, "tomcat")
                    .hasSizeLessThanOrEqualTo(JvmSession.MOST_ENDED + 1);
        }
    }

    /** The recording is read a second or two later. */
    @Test
    void thePoolOfAThreadThatHasEndedIsKnownAsLongAsItIsAskedFor() {
        try (JvmSession session = session()) {
            session.thread(30, "tomcat");
            session.thread(31, "tomcat");
            session.ended(31, BEGIN);

            session.forget(BEGIN);
            assertThat(session.poolOfThread()).containsOnlyKeys(30L, 31L);
            session.forget(BEGIN.plusSeconds(1));
            assertThat(session.poolOfThread()).containsOnlyKeys(30L);
        }
    }
}
