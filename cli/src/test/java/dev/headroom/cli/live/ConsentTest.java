package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsentTest {

    @Test
    void whoIsAskedForHeapDumpsIsToldTheTimeAfterWhichNoOtherIsMade() {
        String terms = String.join(" ", Consent.heapDumps(100L << 20, Duration.ofMillis(600), Duration.ofMillis(2400)));

        assertThat(terms)
                .contains("stands still for about 600 ms at the most")
                .contains("after a dump that took longer than 2.4 s no other is made");
    }

    @Test
    void beforeAnythingIsAskedWhatWasTypedIsForgotten() {
        StringWriter shown = new StringWriter();
        List<String> done = new ArrayList<>();
        Consent.Person person = new Consent.Person() {
            @Override
            public boolean isThere() {
                return true;
            }

            @Override
            public void forget() {
                done.add("forgotten after \"" + shown + "\"");
            }

            @Override
            public String answer() {
                done.add("answered");
                return "y";
            }
        };

        assertThat(Consent.given(person, new PrintWriter(shown), List.of("terms"), "Move it?"))
                .isTrue();
        assertThat(done).containsExactly("forgotten after \"\"", "answered");
    }

    @Test
    void whatWasTypedBeforeTheQuestionAnswersAnotherOne() throws IOException {
        InputStream typed = new BufferedInputStream(
                new ByteArrayInputStream("y\ny\n".repeat(9).getBytes(StandardCharsets.US_ASCII)), 4);
        Consent.forget(typed);
        assertThat(typed.available()).isZero();
        assertThat(typed.read()).isEqualTo(-1);
    }
}
