package dev.headroom.lab;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Request;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.http.AnyCertificate;
import dev.headroom.load.http.WireRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that a variant puts before its load, each on a connection of its own that stays open until this is
 * closed: clients that do not give up. Their answers are left unread; what counts is what they take of the service.
 */
final class BeforeLoad implements AutoCloseable {

    /** The system completes a connection at once, unless the service has stopped accepting them. */
    private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);

    private final List<Socket> open = new ArrayList<>();

    /**
     * Returns when all are sent.
     *
     * @throws ServiceException where one could not be sent
     */
    static BeforeLoad send(URI service, Variant variant) throws ServiceException {
        BeforeLoad before = new BeforeLoad();
        for (Variant.Preparation preparation : variant.before()) {
            byte[] request = WireRequest.bytes(new Request(
                    preparation.method(),
                    URI.create(service + preparation.path()),
                    variant.requests().getFirst().headers(),
                    ""));
            try {
                for (int i = 0; i < preparation.count(); i++) {
                    before.send(service, request);
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

    private void send(URI service, byte[] request) throws IOException {
        Socket socket = new Socket();
        try {
            InetSocketAddress address = new InetSocketAddress(service.getHost(), service.getPort());
            socket.connect(address, (int) CONNECT_PATIENCE.toMillis());
            if (service.getScheme().equals("https")) {
                socket.setSoTimeout((int) CONNECT_PATIENCE.toMillis());
                socket = AnyCertificate.sockets().createSocket(socket, service.getHost(), service.getPort(), true);
            }
            socket.getOutputStream().write(request);
            open.add(socket);
        } catch (IOException e) {
            closeQuietly(socket);
            throw e;
        }
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
