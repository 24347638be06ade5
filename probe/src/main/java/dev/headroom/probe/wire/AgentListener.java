package dev.headroom.probe.wire;

import dev.headroom.probe.os.Ours;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.BiConsumer;

/**
 * Listens on a free loopback port for agents that know the token. Anyone on the machine may connect, only a JVM that was
 * told the token is heard.
 */
public final class AgentListener implements AutoCloseable {

    private static final int HELLO_MILLIS = 5_000;

    private final ServerSocket server;
    private final String token;
    private final BiConsumer<Hello, Session> accepted;

    /** An agent's connection, its hello already read. */
    public record Session(Socket socket, DataInputStream in) {}

    private AgentListener(ServerSocket server, String token, BiConsumer<Hello, Session> accepted) {
        this.server = server;
        this.token = token;
        this.accepted = accepted;
    }

    /** @param accepted called on a thread of its own for each agent */
    public static AgentListener open(BiConsumer<Hello, Session> accepted) throws IOException {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        AgentListener listener = new AgentListener(
                new ServerSocket(0, 50, loopback), HexFormat.of().formatHex(secret), accepted);
        Ours.add(listener.server.getLocalPort());
        Thread.ofPlatform().daemon().name("headroom-agents").start(listener::accept);
        return listener;
    }

    /** What an agent has to be told to find this listener. */
    public String options() {
        return "port=" + server.getLocalPort() + ",token=" + token;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofPlatform()
                        .daemon()
                        .name("headroom-agent-" + socket.getPort())
                        .start(() -> greet(socket));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new IllegalStateException("cannot accept agents on port " + server.getLocalPort(), e);
                }
            }
        }
    }

    private void greet(Socket socket) {
        try {
            socket.setSoTimeout(HELLO_MILLIS);
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 * 1024));
            Hello hello = Hello.read(in);
            if (!MessageDigest.isEqual(bytes(hello.token()), bytes(token))) {
                throw new IOException("wrong token");
            }
            socket.setSoTimeout(0);
            accepted.accept(hello, new Session(socket, in));
        } catch (IOException e) {
            // a stranger on the machine, or an agent that ended at once: neither is the one that is waited for
            close(socket);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Closes what may already be broken. */
    public static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket did not close", e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new IllegalStateException("a listener did not close", e);
        }
    }
}
