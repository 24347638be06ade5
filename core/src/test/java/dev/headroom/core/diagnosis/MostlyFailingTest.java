package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two of three requests fail at once, by a status; those that succeed take 0.1 s alone. */
class MostlyFailingTest {

    private static final Load.Closed SIXTY = Counts.closed(60, 0, new Until.Elapsed(Duration.ofSeconds(50)));
    private static final double ALONE = 0.1;

    private static final Seen NOTHING_FULL = Seen.during(50)
            .pool(virtualThreads(60).waits(Activity.AWAITING_DOWNSTREAM, "a:1", 60))
            .processor(0.3, 0.1, 0);

    private static final Seen TEN_TAKEN = Seen.during(50)
            .pool(tomcat(10).full(50, 0).waits(Activity.AWAITING_DOWNSTREAM, "a:1", 10))
            .processor(0.3, 0.1, 0);

    /** @param takes seconds of a request that fails */
    private static Diagnosis diagnosis(int status, double failing, double takes, double response, Seen seen) {
        double cycles = 60 / (failing * takes + response);
        return Measured.run(
                        SIXTY,
                        Counts.failing(SIXTY, cycles, response, ErrorKind.STATUS, status, failing * cycles, 50),
                        seen)
                .alone(ALONE)
                .diagnosis();
    }

    @ParameterizedTest
    @CsvSource({"401, 0.01", "404, 0.01", "404, 0.12", "500, 0.12"})
    void whereNothingIsFullThatTheyFailIsAllThatIsSaid(int status, double takes) {
        Diagnosis diagnosis = diagnosis(status, 2, takes, ALONE, NOTHING_FULL);

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.summary())
                .startsWith("66.7 % of the requests fail (status " + status + "): what holds the others back");
    }

    @Test
    void whatIsFullIsNamedAfterIt() {
        Diagnosis diagnosis = diagnosis(404, 2, 0.12, 3 * ALONE, TEN_TAKEN);

        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(diagnosis.summary())
                .startsWith("66.7 % of the requests fail (status 404), and what follows is of the others. All 10");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 429})
    void whoIsTurnedAwayIsToldAsSuch(int status) {
        assertThat(diagnosis(status, 2, 0.01, ALONE, NOTHING_FULL).summary())
                .contains("66.7 % of the requests are turned away", "something bounds how many are taken on");
    }

    @Test
    void aFewWrongRequestsAreTurnedAwayByNoBound() {
        Diagnosis diagnosis = diagnosis(404, 0.05, 0.01, ALONE, NOTHING_FULL);

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis(503, 0.05, 0.01, ALONE, NOTHING_FULL).verdict()).isEqualTo(Verdict.UNKNOWN);
    }

    private static final Load SCRIPT = new Load.Tool(
            new Program.Command(List.of("wrk")),
            "/",
            OptionalInt.empty(),
            Optional.empty(),
            Transport.DEFAULT,
            Optional.empty(),
            Optional.empty());

    /** The tool tells errors from other answers, and X counts only those. */
    @ParameterizedTest
    @CsvSource({"100, 100, 50 %", "80, 120, 60 %"})
    void whatFailsOfAScriptWithoutUsersIsOfAllThatItSent(double good, double bad, String share) {
        Diagnosis diagnosis = Measured.run(
                        SCRIPT, Counts.failing(SIXTY, good, ALONE, ErrorKind.STATUS, 404, bad, 50), NOTHING_FULL)
                .diagnosis();

        assertThat(diagnosis.verdict()).isNotEqualTo(Verdict.ALL_REQUESTS_FAIL);
        assertThat(diagnosis.notes())
                .anyMatch(note -> note.startsWith(share + " of the requests in the window got no successful response"))
                .noneMatch(note -> note.contains("X counts these as well"));
    }

    @Test
    void ofAScriptWithoutUsersAllMayFail() {
        Diagnosis diagnosis = Measured.run(
                        SCRIPT, Counts.failing(SIXTY, 0, ALONE, ErrorKind.STATUS, 404, 200, 50), NOTHING_FULL)
                .diagnosis();

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.ALL_REQUESTS_FAIL);
    }
}
