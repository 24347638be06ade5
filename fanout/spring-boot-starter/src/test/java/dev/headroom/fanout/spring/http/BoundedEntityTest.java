package dev.headroom.fanout.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Deadline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.junit.jupiter.api.Test;

class BoundedEntityTest {
    private final Stream stream = new Stream();
    private final List<String> asked = new ArrayList<>();

    @Test
    void aBodyThatWasReadAndClosedIsLeftAlone() throws Exception {
        BoundedEntity entity = entity();
        InputStream body = entity.getContent();
        assertThat(body.readAllBytes()).hasSize(3);
        body.close();
        int reads = stream.reads;

        // As Spring does, when the response is closed
        EntityUtils.consume(entity);

        assertThat(stream.reads).isEqualTo(reads);
        assertThat(asked).isEmpty();
    }

    @Test
    void aShortRestIsReadSoThatTheConnectionMayBeUsedAgain() throws Exception {
        BoundedEntity entity = entity();
        assertThat(entity.getContent().read()).isEqualTo(1);

        EntityUtils.consume(entity);

        assertThat(stream.available()).isZero();
        assertThat(stream.closed).isTrue();
        assertThat(asked).isEmpty();
    }

    private BoundedEntity entity() throws Exception {
        ExecRuntime connection = (ExecRuntime) Proxy.newProxyInstance(
                ExecRuntime.class.getClassLoader(), new Class<?>[] {ExecRuntime.class}, (proxy, method, arguments) -> {
                    asked.add(method.getName());
                    return null;
                });
        return Deadline.callWithin(
                Duration.ofMinutes(1),
                () -> new BoundedEntity(
                        new InputStreamEntity(stream, 3, ContentType.APPLICATION_JSON),
                        Deadline.current(),
                        connection));
    }

    /** Throws where it is read after its end, as a connection's does that is leased no more. */
    private static final class Stream extends ByteArrayInputStream {
        private int reads;
        private boolean closed;

        Stream() {
            super(new byte[] {1, 2, 3});
        }

        @Override
        public synchronized int read() {
            reads++;
            return super.read();
        }

        @Override
        public synchronized int read(byte[] bytes, int from, int length) {
            reads++;
            if (closed) {
                throw new IllegalStateException("read after it was closed");
            }
            return super.read(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            closed = true;
            super.close();
        }
    }
}
