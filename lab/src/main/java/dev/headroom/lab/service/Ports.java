package dev.headroom.lab.service;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/** TCP ports of this machine that services are about to listen on. */
public final class Ports {

    private Ports() {}

    /** Who holds the port, in words; empty where it is free. */
    public static Optional<String> holder(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // connections of an earlier run that linger in TIME_WAIT do not count
            socket.bind(new InetSocketAddress(port));
            return Optional.empty();
        } catch (BindException e) {
            return Optional.of(PortHolder.find(port).map(PortHolder::toString).orElse("a process that cannot be seen"));
        }
    }

    /** A port that was free just now. Between here and its use another process may take it: the start then fails. */
    public static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
