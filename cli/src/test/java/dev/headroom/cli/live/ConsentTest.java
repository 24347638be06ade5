package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsentTest {

    @Test
    void whatWasTypedBeforeTheQuestionAnswersAnotherOne() throws IOException {
        InputStream typed = new BufferedInputStream(
                new ByteArrayInputStream("y\ny\n".repeat(9).getBytes(StandardCharsets.US_ASCII)), 4);
        Consent.forget(typed);
        assertThat(typed.available()).isZero();
        assertThat(typed.read()).isEqualTo(-1);
    }
}
