package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import dev.headroom.lab.proof.RaiseRisk;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LiveCampaignTest {

    @Test
    void aNameInACommandIsWholeAndRunsNothingElse() {
        String address = "inventory.warehouse.eu-central-1.internal.example.org:9191";
        assertThat(LiveCampaign.quoted(address)).isEqualTo("'" + address + "'");
        assertThat(LiveCampaign.quoted("x'; reboot; '")).isEqualTo("NAME");
        assertThat(LiveCampaign.quoted("@/tmp/x")).as("a file of arguments").isEqualTo("NAME");
        assertThat(LiveCampaign.quoted("--keep")).as("an option").isEqualTo("NAME");
        assertThat(LiveCampaign.quoted("$(reboot)")).isEqualTo("'$(reboot)'");
    }

    private static LiveCampaign after(Seen seen, double throughput, double inFlight) {
        Counted counted = Counts.byKernel(throughput, 1, inFlight);
        Inspection found = Doctor.inspect("shop", seen.observation(), Optional.of(counted));
        return new LiveCampaign(found, new RaiseRisk(seen.observation(), Optional.empty(), () -> null), Duration.ZERO);
    }

    @Test
    void whereNothingIsKnownToBindNoLimitIsSaidNotToBeProved() {
        Inspection seen =
                after(Seen.during(30).pool(Seen.tomcat(200).active(1)), 100, 1).found();
        LiveCampaign free = new LiveCampaign(
                seen.with(Diagnosis.builder(Verdict.LOAD_IS_THE_LIMIT, Measure.exact(100, "test"))
                        .build()),
                new RaiseRisk(seen.seen(), Optional.empty(), () -> null),
                Duration.ZERO);
        assertThat(free.unmoved(7).found().notes())
                .contains("Not proved: that nothing binds is shown by more load alone: `headroom run`.")
                .noneMatch(note -> note.contains("limits found"));

        LiveCampaign idle = after(Seen.during(30).pool(Seen.tomcat(200).active(0)), 0, 0);
        assertThat(idle.found().found().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(idle.unmoved(7)).isEqualTo(idle.found());
    }
}
