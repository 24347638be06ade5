package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;

/**
 * An answer's body that ends with the deadline. Apache's client, and Spring above it, read what is left of a body when it
 * is closed, so that the connection may be used again; of one that never ends, that would be for ever. Here a little is
 * read, for as long as there is time; then the connection is closed.
 */
final class BoundedEntity extends HttpEntityWrapper {
    private final Deadline deadline;
    private final ExecRuntime connection;
    private @Nullable Body body;

    BoundedEntity(HttpEntity entity, Deadline deadline, ExecRuntime connection) {
        super(entity);
        this.deadline = deadline;
        this.connection = connection;
    }

    /** The same each time: who closes it asks for it once more, and a new one would not know that it has ended. */
    @Override
    public InputStream getContent() throws IOException {
        Body content = body;
        if (content == null) {
            content = new Body(super.getContent());
            body = content;
        }
        return content;
    }

    private final class Body extends FilterInputStream {
        private boolean ended;
        private boolean closed;

        Body(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            inTime();
            int read = super.read();
            ended |= read < 0;
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            inTime();
            int read = super.read(bytes, from, length);
            ended |= read < 0;
            return read;
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            if (!ended && !RestOfBody.endsSoon(this, deadline)) {
                connection.discardEndpoint();
            }
            super.close();
        }

        private void inTime() throws IOException {
            if (deadline.expired()) {
                connection.discardEndpoint();
                throw new SocketTimeoutException("the deadline passed while the answer was read");
            }
        }
    }
}
