package dev.headroom.lab.service;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** Asks a service once whether it is ready: an HTTP answer of 2xx, or an open port where no path is given. */
final class Readiness {

    private static final int PATIENCE_MILLIS = 1_000;
    private static final int HTTP_OK_FAMILY = 2;

    private final int port;
    private final String path;
    private String last = "not asked yet";

    Readiness(int port, String path) {
        this.port = port;
        this.path = path;
    }

    boolean ask() {
        try {
            return path.isEmpty() ? connect() : get();
        } catch (IOException e) {
            last = String.valueOf(e.getMessage());
            return false;
        }
    }

    /** The last answer that was not yes, in words. */
    String last() {
        return last;
    }

    String question() {
        return path.isEmpty() ? "port " + port + " open" : "GET http://127.0.0.1:" + port + path + " answering 2xx";
    }

    private boolean connect() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
            return true;
        }
    }

    private boolean get() throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setInstanceFollowRedirects(false);
        try {
            int status = connection.getResponseCode();
            last = "status " + status;
            return status / 100 == HTTP_OK_FAMILY;
        } finally {
            connection.disconnect(); // no idle connection of ours shall stay in the service
        }
    }
}
