package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.diagnosis.Candidate;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 60 users before ten workers, of which each holds a connection for as long as it has a request, 0.1 s. */
class TieTest {

    private static final String DATABASE = "10.0.0.5:5432";

    private static Seen seen(double workers, int connections, double held) {
        return Seen.during(50)
                .pool(tomcat(10)
                        .active(workers)
                        .queue(workers < 10 ? 0 : 50, 0)
                        .saturated(workers < 10 ? 0 : 1)
                        .completed(50 * workers / 0.1)
                        .byClock(0.1)
                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, workers))
                .resource(resource("hikari", StationKind.CONNECTION_POOL, connections)
                        .used(held, 0)
                        .holdersWait(Activity.AWAITING_DOWNSTREAM, DATABASE, held))
                .machine(16, 0.1, 0.3, 0);
    }

    /** @param held of the connections, and with one user */
    private static Measured run(int connections, double held, double heldAlone) {
        Load.Closed load = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        return Measured.run(load, 100, 0.6, 50, seen(10, connections, held))
                .alone(0.1, seen(1, connections, heldAlone));
    }

    private static Diagnosis ofWorkers(Measured run) {
        Diagnosis found = run.diagnosis();
        assertThat(found.bindingLimit().map(Limit::pool)).contains("tomcat-8888");
        return found;
    }

    @Test
    void whatWouldBindAsSoonAsTheOtherIsRaisedIsADoubtAndIsToBeLiftedAsWell() {
        Diagnosis found = ofWorkers(run(10, 10, 1));

        assertThat(found.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(found.notes()).anyMatch(note -> note.startsWith("hikari carries no more than 100/s"));
        assertThat(found.next().map(next -> next.limit().pool())).contains("hikari");
        assertThat(found.remedy().orElseThrow().action())
                .startsWith("hikari carries no more than 100/s: lift it as well.")
                .contains("from 10 to at least 60");
    }

    @Test
    void whatRaisesNothingNeedsNothingBefore() {
        Evidence evidence = Places.in(run(10, 10, 1).measurement());
        Remedy shorten = Remedy.of("Shorten what a task holds.", "");

        assertThat(FullPools.in(evidence))
                .singleElement()
                .satisfies(claim ->
                        assertThat(BeforeRaise.first(shorten, claim, evidence)).isEqualTo(shorten));
    }

    @Test
    void itIsMovedInAProof() {
        Measured run = run(10, 10, 1);

        assertThat(Case.of(run.measurement(), run.diagnosis()).candidates())
                .extracting(Candidate::target)
                .containsExactly("tomcat-8888", "hikari");
    }

    @Test
    void oneWithRoomIsNone() {
        Diagnosis found = ofWorkers(run(200, 10, 1));

        assertThat(found.standing()).as(found.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(found.remedy().orElseThrow().action()).doesNotContain("hikari");
    }

    /** 15 connections are full at 150/s, where 60 users can ask for 600/s. Who holds them waits for a database, which is nothing of the workers. */
    @Test
    void noMoreIsAdvisedThanWhatComesNextCarries() {
        Diagnosis found = ofWorkers(run(15, 10, 1));

        assertThat(found.standing()).as(found.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(found.next().map(next -> next.limit().pool())).contains("hikari");
        assertThat(found.remedy().orElseThrow().value()).hasValue(15);
        assertThat(found.remedy().orElseThrow().action())
                .contains("from 10 to at least 15 for 150/s, as many as hikari carries");
    }

    /** As a lease that is held for as long as the service runs. */
    @Test
    void norIsWhatTheBackgroundHoldsAlone() {
        Diagnosis found = ofWorkers(run(2, 2, 2));

        assertThat(found.standing()).as(found.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(found.remedy().orElseThrow().action()).doesNotContain("hikari");
        Measured run = run(2, 2, 2);
        assertThat(Case.of(run.measurement(), run.diagnosis())
                        .candidates()
                        .getFirst()
                        .room())
                .as("nor does it bound what a raise may come to")
                .isGreaterThan(2);
    }
}
