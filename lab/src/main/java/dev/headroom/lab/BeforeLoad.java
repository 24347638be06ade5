package dev.headroom.lab;

import dev.headroom.core.model.Variant;
import dev.headroom.lab.service.ServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests that a variant puts before its load, each on a connection of its own that stays open until this is
 * closed: clients that do not give up. Their answers are left unread; what counts is what they take of the service.
 */
final class BeforeLoad implements AutoCloseable {

    /** The system completes a connection at once, unless the service has stopped accepting them. */
    private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);

    /** Methods that a service may wait for the body of. */
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final List<Socket> open = new ArrayList<>();

    /**
     * Returns when all are sent.
     *
     * @throws ServiceException where one could not be sent
     */
    static BeforeLoad send(int port, Variant variant) throws ServiceException {
        BeforeLoad before = new BeforeLoad();
        for (Variant.Preparation preparation : variant.before()) {
            byte[] request =
                    bytes(port, preparation, variant.requests().getFirst().headers());
            try {
                for (int i = 0; i < preparation.count(); i++) {
                    before.send(port, request);
                }
            } catch (IOException e) {
                before.close();
                throw new ServiceException(
                        "request " + (before.open.size() + 1) + " of those before the load, " + preparation.method()
                                + " " + preparation.path() + ", could not be sent: " + e.getMessage(),
                        e);
            }
        }
        return before;
    }

    /** How many were sent. */
    int requests() {
        return open.size();
    }

    private void send(int port, byte[] request) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", port), (int) CONNECT_PATIENCE.toMillis());
            socket.getOutputStream().write(request);
            open.add(socket);
        } catch (IOException e) {
            closeQuietly(socket);
            throw e;
        }
    }

    private static byte[] bytes(int port, Variant.Preparation preparation, Map<String, String> headers) {
        StringBuilder text = new StringBuilder()
                .append(preparation.method())
                .append(' ')
                .append(preparation.path())
                .append(" HTTP/1.1\r\nHost: 127.0.0.1:")
                .append(port)
                .append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        if (WITH_BODY.contains(preparation.method())) {
            text.append("Content-Length: 0\r\n");
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // nothing of it is needed any more, and the system takes it back with the process at the latest
        }
    }

    @Override
    public void close() {
        open.forEach(BeforeLoad::closeQuietly);
    }
}
