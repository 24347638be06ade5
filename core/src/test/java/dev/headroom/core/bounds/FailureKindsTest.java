package dev.headroom.core.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureKindsTest {

    private static String words(Map<ErrorKind, Long> kinds, Map<ErrorKind, String> causes) {
        return FailureKinds.words(new Failures(9, kinds, causes, Map.of(500, 2L), 0.1, false, 1, 5, 0));
    }

    @Test
    void aKindThatSaysLittleIsToldByItsCause() {
        assertThat(words(Map.of(ErrorKind.OTHER, 3L), Map.of(ErrorKind.OTHER, "not an HTTP/1.1 answer")))
                .isEqualTo("not an HTTP/1.1 answer");
        assertThat(words(Map.of(ErrorKind.TLS, 3L), Map.of(ErrorKind.TLS, "unable to find valid certification path")))
                .isEqualTo("TLS handshake failed: unable to find valid certification path");
    }

    @Test
    void aRedirectIsSaidNotToBeFollowed() {
        assertThat(FailureKinds.words(
                        new Failures(9, Map.of(ErrorKind.STATUS, 9L), Map.of(), Map.of(302, 9L), 0.1, false, 1, 5, 0)))
                .isEqualTo("status 302: redirects are not followed");
    }

    @Test
    void aKindThatSaysItAllIsNot() {
        assertThat(words(
                        Map.of(ErrorKind.REFUSED, 3L, ErrorKind.STATUS, 2L),
                        Map.of(ErrorKind.REFUSED, "Connection refused: /127.0.0.1:80")))
                .isEqualTo("connection refused, status 500");
        assertThat(words(Map.of(ErrorKind.OTHER, 3L), Map.of())).isEqualTo("other");
    }
}
