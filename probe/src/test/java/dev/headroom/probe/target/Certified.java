package dev.headroom.probe.target;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** An HTTPS server with a certificate that it signed itself, answering after a while. */
public final class Certified implements AutoCloseable {

    private static final String PASSWORD = "changeit";

    private final HttpsServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Queue<Instant> answers = new ConcurrentLinkedQueue<>();
    private final Path store;

    private Certified(HttpsServer server, Path store) {
        this.server = server;
        this.store = store;
    }

    public static Certified start(Path folder, long millis) throws Exception {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Jvms.current().resolve("bin/keytool").toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool made no certificate");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(
                new InetSocketAddress(InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1}), 0), 100);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        Certified certified = new Certified(server, store);
        server.setExecutor(certified.workers);
        server.createContext("/", exchange -> {
            try (exchange) {
                Thread.sleep(millis);
                exchange.sendResponseHeaders(200, 2);
                exchange.getResponseBody().write(new byte[] {'4', '2'});
                certified.answers.add(Instant.now());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        return certified;
    }

    /** Answers per second in a window. */
    public double perSecond(Window window) {
        return answers.stream()
                        .filter(one -> !one.isBefore(window.start()) && one.isBefore(window.end()))
                        .count()
                / Times.seconds(window.length());
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** For a JVM that is to trust it. */
    public List<String> trustArguments() {
        return List.of(
                "-Djavax.net.ssl.trustStore=" + store,
                "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
                "-Djavax.net.ssl.trustStoreType=PKCS12");
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
