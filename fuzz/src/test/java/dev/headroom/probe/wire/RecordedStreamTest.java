package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.headroom.core.text.Secrets;
import java.io.DataInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the fuzzer begins with is a stream of this protocol: with one of an earlier version it would never come past the first messages. */
class RecordedStreamTest {

    @Test
    void isReadToItsEnd() throws Exception {
        try (InputStream recorded =
                Objects.requireNonNull(getClass().getResourceAsStream("AgentStreamFuzzInputs/fuzz/jdk25"))) {
            AgentStream stream = new AgentStream(
                    new DataInputStream(recorded),
                    AgentStreamFuzz.looking(),
                    new Moving(OutputStream.nullOutputStream()),
                    Secrets::hideIn);
            assertThatCode(stream::run).doesNotThrowAnyException();
        }
    }
}
