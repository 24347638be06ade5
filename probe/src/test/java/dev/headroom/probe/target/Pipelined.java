package dev.headroom.probe.target;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * A Tomcat with two workers, and two clients that keep each worker on one connection for ten requests: they send them all
 * before they read an answer, so the worker finds the next request as soon as it has written an answer.
 */
public final class Pipelined {

    private static final int REQUESTS = 10;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

    private Pipelined() {}

    public static void main(String[] arguments) throws Exception {
        long millis = Long.parseLong(arguments[0]);
        int status = arguments.length > 1 ? Integer.parseInt(arguments[1]) : HttpServletResponse.SC_OK;
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setSilent(true);
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("maxThreads", "2");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "sleep", new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                response.setStatus(status);
                try {
                    Thread.sleep(millis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        context.addServletMappingDecoded("/", "sleep");
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        System.out.println("port " + port);
        for (int i = 0; i < 2; i++) {
            Thread.ofPlatform().daemon(false).start(() -> ask(port));
        }
    }

    private static void ask(int port) {
        byte[] all = REQUEST.repeat(REQUESTS).getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            while (true) {
                socket.getOutputStream().write(all);
                for (int i = 0; i < REQUESTS; i++) {
                    readHead(socket.getInputStream());
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The answers have no body: each ends with an empty line. */
    private static void readHead(InputStream in) throws Exception {
        int matched = 0;
        while (matched < 4) {
            int c = in.read();
            if (c < 0) {
                throw new IllegalStateException("closed");
            }
            matched = c == "\r\n\r\n".charAt(matched) ? matched + 1 : c == '\r' ? 1 : 0;
        }
    }
}
