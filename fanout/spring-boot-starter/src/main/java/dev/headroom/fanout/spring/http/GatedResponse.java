package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.Permit;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Gives the permit back when the response is closed, with its status where that is an error. A client's read timeout bounds
 * each read of the body and starts anew with the next; so a body that drips is ended here, by the first read after the
 * deadline. Who closes it unread would have some clients read it to its end: here a little is read, for as long as there is
 * time.
 */
final class GatedResponse implements ClientHttpResponse {
    private final ClientHttpResponse response;
    private final Permit permit;
    private final Deadline deadline;
    private final String downstream;
    private volatile @Nullable IOException failure;
    private volatile @Nullable InputStream body;

    GatedResponse(ClientHttpResponse response, Permit permit, Deadline deadline, String downstream) {
        this.response = response;
        this.permit = permit;
        this.deadline = deadline;
        this.downstream = downstream;
    }

    @Override
    public HttpStatusCode getStatusCode() throws IOException {
        return response.getStatusCode();
    }

    @Override
    public String getStatusText() throws IOException {
        return response.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
        return response.getHeaders();
    }

    @Override
    public InputStream getBody() throws IOException {
        return new Body(opened());
    }

    private InputStream opened() throws IOException {
        InputStream opened = body;
        if (opened == null) {
            opened = response.getBody();
            body = opened;
        }
        return opened;
    }

    /** Whatever a response throws when it is asked, as for a status that is none, the permit goes back. */
    @Override
    public void close() {
        Throwable end = null;
        Duration retryAfter = Duration.ZERO;
        try {
            int status = response.getStatusCode().value();
            if (status >= 400) {
                retryAfter = retryAfter();
                end = new ErrorStatusException(downstream, status);
            }
        } catch (IOException | RuntimeException unreadable) {
            end = unreadable;
        }
        try {
            if (failure != null || deadline.expired() || !endsSoon()) {
                // Else some clients would read on, to its end
                closeBody();
            }
            response.close();
        } finally {
            IOException thrown = failure;
            if (thrown != null) {
                permit.failed(thrown);
            } else if (end != null) {
                permit.failed(end, retryAfter);
            } else {
                permit.close();
            }
        }
    }

    /** Without a deadline the client reads on as it likes. */
    private boolean endsSoon() {
        try {
            return deadline.isNone() || RestOfBody.endsSoon(opened(), deadline);
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    /** Seconds or a date (RFC 9110, 10.2.3); zero where it says nothing that can be read. */
    private Duration retryAfter() {
        String said = getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
        try {
            return said == null ? Duration.ZERO : Duration.ofSeconds(Long.parseLong(said.trim()));
        } catch (NumberFormatException aDate) {
            try {
                long at = getHeaders().getFirstDate(HttpHeaders.RETRY_AFTER);
                return Duration.ofMillis(Math.max(0, at - System.currentTimeMillis()));
            } catch (IllegalArgumentException neither) {
                return Duration.ZERO;
            }
        }
    }

    private void closeBody() {
        InputStream opened = body;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    private final class Body extends FilterInputStream {
        Body(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            inTime();
            try {
                return super.read();
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            inTime();
            try {
                return super.read(bytes, from, length);
            } catch (IOException e) {
                throw failed(e);
            }
        }

        private void inTime() throws IOException {
            if (deadline.expired()) {
                throw failed(new SocketTimeoutException(
                        "the deadline passed while the answer of downstream '" + downstream + "' was read"));
            }
        }

        private IOException failed(IOException thrown) {
            failure = thrown;
            return thrown;
        }
    }
}
