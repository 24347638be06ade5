package dev.headroom.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.view.variant.TermsView;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingTest {

    private static Run bound(LimitKind kind, String pool, int workers) {
        Run known = Users.commonPool();
        Limit limit = new Limit(kind, pool, OptionalInt.of(workers));
        return Users.with(known, known.result(), known.observation(), Optional.of(Diagnoses.limit(limit)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOCK | Cache | 1 | the lock of Cache",
                "LOCK | Diver.dive:23 | 2 | the 2 locks at Diver.dive:23",
                "CONNECTION_POOL | hikari | 3 | the 3 connections of hikari",
                "CONNECTION_POOL | 127.0.0.1:9191 | 5 | 5 connections to 127.0.0.1:9191",
                "CONNECTION_POOL | connections to api:443 | 3 | 3 connections to api:443",
                "WORKER_POOL | orders | 6 | the 6 workers of orders"
            })
    void whatBindsIsAPhraseOfItsOwn(LimitKind kind, String pool, int workers, String words) {
        assertThat(Binding.prose(bound(kind, pool, workers)).plain().replace('\u00a0', ' '))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UNKNOWN | StockGateway | 9 | let in at a time by StockGateway",
                "LOCK | Diver.dive:23 | 2 | locks of Diver.dive:23",
                "CONNECTION_POOL | connections to api:443 | 3 | connections to api:443",
                "CONNECTION_POOL | api:443 | 3 | connections to api:443",
                "WORKER_POOL | orders | 6 | workers of orders"
            })
    void itsCapacityIsASentenceToo(LimitKind kind, String pool, int workers, String words) {
        assertThat(TermsView.of(bound(kind, pool, workers)).orElseThrow().terms())
                .filteredOn(term -> term.symbol().equals("m"))
                .extracting(TermsView.Term::meaning)
                .containsExactly(words);
    }
}
