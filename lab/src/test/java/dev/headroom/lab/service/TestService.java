package dev.headroom.lab.service;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A service for tests, in a JVM of its own; it takes {@code --key=value} as a Spring Boot service does. {@code die}
 * ends it before it listens, {@code stubborn} makes it deaf to SIGTERM, {@code diary} is a file in which it notes its
 * end, {@code keys} and {@code password} make it speak HTTPS, and a service with {@code poison} dies of the next request once there is that file. {@code pause} is how many milliseconds a request takes, {@code GET /die} ends it, {@code GET /hang} is never answered, {@code GET /settings} answers what it was started with.
 */
public final class TestService {

    private TestService() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, String> settings = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            settings.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        System.out.println("hello from " + settings.getOrDefault("name", "nobody"));
        if (settings.containsKey("die")) {
            System.out.println("cannot go on: no database");
            System.exit(Integer.parseInt(settings.get("die")));
        }
        if (settings.containsKey("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(TestService::waitForEver));
        }
        if (settings.containsKey("diary")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> note(settings)));
        }
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(settings.get("server.port")));
        HttpServer server = settings.containsKey("keys") ? https(address, settings) : HttpServer.create(address, 0);
        server.setExecutor(Executors.newFixedThreadPool(4));
        byte[] answer = new java.util.TreeMap<>(settings).toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            if (exchange.getRequestURI().getPath().equals("/die")) {
                System.out.println("told to die");
                Runtime.getRuntime().halt(7);
            }
            if (settings.containsKey("poison") && Files.exists(Path.of(settings.get("poison")))) {
                System.out.println("told to die");
                Runtime.getRuntime().halt(7);
            }
            if (exchange.getRequestURI().getPath().equals("/hang")) {
                System.out.println("told to hang");
                waitForEver();
            }
            pause(settings);
            boolean known = !exchange.getRequestURI().getPath().equals("/unknown");
            exchange.sendResponseHeaders(known ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    private static HttpServer https(InetSocketAddress address, Map<String, String> settings) throws Exception {
        char[] password = settings.getOrDefault("password", "").toCharArray();
        KeyStore keys = KeyStore.getInstance(Path.of(settings.get("keys")).toFile(), password);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(own.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return server;
    }

    private static void pause(Map<String, String> settings) {
        try {
            Thread.sleep(Long.parseLong(settings.getOrDefault("pause", "0")));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void note(Map<String, String> settings) {
        try {
            Files.writeString(
                    Path.of(settings.get("diary")),
                    settings.get("name") + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
