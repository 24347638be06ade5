package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.load.recording.Recorder;
import dev.headroom.load.recording.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AskedCheckTest {

    private static final LoadResult NOTHING_IN_FLIGHT = new Recorder(Instant.EPOCH, 0)
            .result(new Generator("a tool", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false));

    private final AskedCheck check = new AskedCheck(
            "JMeter",
            new Load.Tool(
                    new Program.Jmeter("plan.jmx", Optional.empty()),
                    ".",
                    OptionalInt.of(1),
                    Optional.of(Duration.ofSeconds(40)),
                    Loads.KEEP_ALIVE,
                    Optional.empty(),
                    Optional.empty()));

    private void requests(int from, int to, int every) {
        for (int second = from; second < to; second += every) {
            request(second, 1);
        }
    }

    private void request(int second, int seconds) {
        check.request(new Sample("a", 1_000_000L * second, 1_000_000L * (second + seconds), Optional.empty(), ""));
    }

    private Optional<String> ended() {
        return check.disobeyed(NOTHING_IN_FLIGHT, true);
    }

    @Test
    void aToolThatGoesOnForItsTimeHasObeyed() {
        requests(0, 40, 1);
        assertThat(ended()).isEmpty();
        request(44, 1);
        assertThat(ended()).as("users leave one after the other").isEmpty();
    }

    @Test
    void oneThatTellsOfNothingInTheSecondHalfHasNot() {
        requests(0, 20, 1);
        assertThat(ended())
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("JMeter was told to go on for 40 s, and tells of nothing after 20 s")
                        .contains("not answered", "`for`"));
        assertThat(check.disobeyed(NOTHING_IN_FLIGHT, false))
                .as("it was ended before its time")
                .isEmpty();
    }

    @Test
    void whoseUsersWaitUntilTheEndSendsNothingMore() {
        requests(0, 20, 1);
        request(20, 30);
        assertThat(ended()).isEmpty();
    }

    @Test
    void whoseUsersPauseForLongHasNotEndedEarly() {
        requests(0, 16, 1);
        request(27, 1);
        assertThat(ended()).isEmpty();
    }

    @Test
    void ofFewRequestsNobodyKnows() {
        requests(0, 5, 1);
        assertThat(ended()).isEmpty();
    }

    @Test
    void oneThatStillSendsLongAfterItsTimeDoesNotReadIt() {
        requests(0, 60, 1);
        assertThat(check.disobeyed(NOTHING_IN_FLIGHT, false))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("JMeter was told to go on for 40 s, and still sent requests after 59 s"));
    }
}
