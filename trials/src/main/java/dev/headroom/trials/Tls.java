package dev.headroom.trials;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A client that opens a connection, and shakes hands, for each call to a server in the same process. The twin keeps its connections. */
final class Tls {

    private static final char[] PASSWORD = "trials".toCharArray();

    private Tls() {}

    static Work client(Settings settings) throws Exception {
        System.setProperty("http.maxConnections", "200");
        SSLContext context = context();
        URI server = serve(context, new Hold(settings));
        return () -> {
            HttpsURLConnection call = (HttpsURLConnection) server.toURL().openConnection();
            call.setSSLSocketFactory(context.getSocketFactory());
            call.setHostnameVerifier((host, session) -> true);
            if (!settings.twin()) {
                call.setRequestProperty("Connection", "close");
            }
            try (InputStream body = call.getInputStream()) {
                body.readAllBytes();
            }
        };
    }

    private static URI serve(SSLContext context, Work work) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 1024);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            int status = Front.statusOf("/", work);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private static SSLContext context() throws IOException, GeneralSecurityException, InterruptedException {
        Path file = Files.createTempDirectory("trial").resolve("keys");
        new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "trial",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "4096",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD),
                        "-dname",
                        "CN=localhost")
                .inheritIO()
                .start()
                .waitFor();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
