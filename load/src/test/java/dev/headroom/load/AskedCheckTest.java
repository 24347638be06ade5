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

    private AskedCheck check = of(new Program.Jmeter("plan.jmx", Optional.empty()));

    private static AskedCheck of(Program program) {
        return new AskedCheck(
                program.tool(),
                new Load.Tool(
                        program,
                        ".",
                        OptionalInt.of(20),
                        Optional.of(Duration.ofSeconds(40)),
                        Loads.KEEP_ALIVE,
                        Optional.empty(),
                        Optional.empty()));
    }

    private void requests(int from, int to, int every) {
        for (int second = from; second < to; second += every) {
            request(second, 1);
        }
    }

    private void request(int second, int seconds) {
        request("a", second, seconds);
    }

    private void request(String label, int second, int seconds) {
        check.request(new Sample(label, 1_000_000L * second, 1_000_000L * (second + seconds), Optional.empty(), ""));
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
        assertThat(ended())
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("JMeter was told to go on for 40 s, and still sent requests after 59 s"));
        assertThat(check.disobeyed(NOTHING_IN_FLIGHT, false))
                .as("it was ended, and could not end by itself")
                .isEmpty();
    }

    /** Of k6 a new iteration cannot begin then; what each of its users does last may take long. */
    @Test
    void whatK6HadBegunMayGoOn() {
        check = of(new Program.K6("script.js", Optional.empty()));
        requests(0, 80, 1);
        assertThat(ended()).isEmpty();
    }

    /** Users that begin in their time go on through 30 s of it. */
    @Test
    void anIterationThatBeganInItsTimeMayGoOn() {
        for (int second = 0; second < 40; second++) {
            request("first", second, 1);
            request("second", second + 15, 1);
            request("third", second + 30, 1);
        }
        assertThat(ended()).isEmpty();
        for (int second = 40; second < 130; second++) {
            request("first", second, 1);
        }
        assertThat(ended()).as("these did not begin in it").isPresent();
    }

    @Test
    void aUserWhoPausesForLongMayGoOn() {
        requests(0, 80, 20);
        assertThat(ended()).isEmpty();
    }

    @Test
    void namesOfTheirOwnForEachRequestAreNoSteps() {
        for (int tenth = 0; tenth < 700; tenth++) {
            check.request(new Sample("/" + tenth, 100_000L * tenth, 100_000L * tenth + 50_000, Optional.empty(), ""));
        }
        assertThat(ended()).isPresent();
    }

    /** 30 s in which users enter, before the 40 s that it is told. */
    @Test
    void aRampBeforeItsTimeIsNoPartOfIt() {
        requests(0, 70, 1);
        Recorder recorder = new Recorder(Instant.EPOCH, 0);
        for (int second = 0; second < 70; second++) {
            for (int user = 0; user < Math.min(second + 1, 30) / 2; user++) {
                recorder.ended(
                        "a", 1_000_000_000L * second + user, Optional.empty(), "", 1_000_000_000L * (second + 1));
            }
        }
        LoadResult ramp = recorder.result(NOTHING_IN_FLIGHT.generator());
        assertThat(check.disobeyed(ramp, true)).isEmpty();
        assertThat(ended()).as("without a ramp").isPresent();
    }
}
