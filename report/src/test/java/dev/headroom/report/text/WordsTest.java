package dev.headroom.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.report.fixture.Diagnoses;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "UNKNOWN | com.acme.OrderGate.enter:42 | 6 | bound by something unknown at OrderGate.enter:42, 6 at a time",
                "LOCK | OrderCache | 1 | bound by the lock of OrderCache, 1 at a time",
                "LOCK | Diver.dive:23 | 2 | bound by 2 locks at Diver.dive:23",
                "CONNECTION_POOL | connections to api:443 | 3 | bound by 3 connections to api:443",
                "CONNECTION_POOL | hikari | 3 | bound by hikari, 3 connections",
                "CONNECTION_POOL | 127.0.0.1:9191 | 5 | bound by 5 connections to 127.0.0.1:9191",
                "CONNECTION_POOL | Diver.dive:23 | 5 | bound by Diver.dive:23, 5 connections",
                "RATE_LIMITER | payments | 1 | bound by payments, 1 permit a second",
                "OBJECT_POOL | parsers | 6 | bound by parsers, 6 objects",
                "DOWNSTREAM | api:443 | 0 | bound by the downstream api:443",
                "THROTTLING | cpu | 0 | bound by the processor quota of the control group",
                "TIMEOUT | the client's timeout | 0 | bound by the client's timeout",
                "FILE_DESCRIPTORS | process | 1024 | bound by 1024 file descriptors",
            })
    void aLimitIsNamedByWhatItIs(LimitKind kind, String pool, int workers, String words) {
        Limit limit = new Limit(kind, pool, workers == 0 ? OptionalInt.empty() : OptionalInt.of(workers));
        assertThat(Words.verdict(Diagnoses.limit(limit)).replace('\u00a0', ' ')).isEqualTo(words);
    }

    @Test
    void whereMoreLoadBroughtNoMoreTheVerdictSaysSo() {
        Diagnosis untold =
                Diagnosis.builder(Verdict.UNKNOWN, Measure.exact(94, "told")).build();

        assertThat(Words.verdict(untold)).isEqualTo("unknown: too little was seen");
        assertThat(Words.verdict(moved(untold, Grounds.UNDECIDED))).isEqualTo("unknown: too little was seen");
        assertThat(Words.verdict(moved(untold, Grounds.LOAD_NOT_ANSWERED))).isEqualTo("unknown: no room for more load");
        assertThat(Words.verdict(moved(untold, Grounds.IN_PART))).isEqualTo("unknown: no room for more load");
    }

    private static Diagnosis moved(Diagnosis found, Grounds grounds) {
        return found.judged(Standing.SUSPECTED, List.of(), new Proof(grounds, 0, List.of(), Optional.empty()));
    }

    @Test
    void anOpenLoadSaysHowItsArrivalsComeAndOnHowManyConnections() {
        Load.Open load = new Load.Open(Rate.perSecond(20), Duration.ofSeconds(60), Transport.DEFAULT, Optional.empty());
        assertThat(words(load)).isEqualTo("open load, 20/s for 60 s, evenly spaced");
        assertThat(words(load.arriving(Arrivals.POISSON, 1).connected(OptionalInt.of(50))))
                .isEqualTo("open load, 20/s for 60 s, Poisson arrivals, 50 connections at most");
        assertThat(words(load.staged(List.of(
                        new Stage(Rate.perSecond(0), Rate.perSecond(20), Duration.ofSeconds(30)),
                        Stage.constant(Rate.perSecond(20), Duration.ofSeconds(60))))))
                .isEqualTo("open load, 0/s to 20/s over 30 s, then 20/s for 60 s, evenly spaced");
    }

    @Test
    void usersSayHowTheyThink() {
        assertThat(words(closed(new ThinkTime.Exponential(Duration.ofSeconds(1)))))
                .isEqualTo("closed load, 3 users, thinking 1 s on average (exponential) for 60 s");
        assertThat(words(closed(new ThinkTime.Uniform(Duration.ofMillis(500), Duration.ofSeconds(2)))))
                .contains("thinking 500 ms to 2 s (uniform)");
    }

    private static Load closed(ThinkTime think) {
        return new Load.Closed(
                3,
                Duration.ZERO,
                think,
                new Until.Elapsed(Duration.ofSeconds(60)),
                1,
                Transport.DEFAULT,
                Optional.empty());
    }

    private static String words(Load load) {
        return Words.of(load).replace('\u00a0', ' ');
    }

    @Test
    void whoSleepsDoesSoAtALine() {
        assertThat(Words.of(Place.Kind.SLEEPING, "Front.remote:52")).isEqualTo("sleeping at Front.remote:52");
    }

    @Test
    void thatEveryRequestFailsIsAVerdict() {
        assertThat(Words.verdict(Diagnoses.of(Diagnosis.Verdict.ALL_REQUESTS_FAIL)))
                .isEqualTo("every request fails");
    }
}
