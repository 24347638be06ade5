package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.http.Target;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Transport TRUST_ANY = new Transport(Duration.ofSeconds(30), false, true);

    private static KeyStore keys;
    private static KeyManagerFactory own;
    private static TestService service;

    @BeforeAll
    static void startServiceWithSelfSignedCertificate(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "self",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        service = new TestService(Optional.of(
                SslContextBuilder.forServer(own).sslProvider(SslProvider.JDK).build()));
    }

    @AfterAll
    static void stopService() {
        service.close();
    }

    @Test
    void aSelfSignedCertificateIsAcceptedWhereAsked() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(2, 10, TRUST_ANY));

        assertThat(result.succeeded()).isEqualTo(20);
        assertThat(result.generator().connections()).isEqualTo(2);
    }

    @Test
    void aSelfSignedCertificateIsAnErrorOtherwise() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(2, 2, Loads.KEEP_ALIVE));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.CERTIFICATE, 4L));
        assertThat(result.causes().get(ErrorKind.CERTIFICATE)).contains("certif");
    }

    @Test
    void aCertificateThatIsTrustedIsAccepted(@TempDir Path folder) throws Exception {
        Duration patience = Duration.ofSeconds(30);
        Path pem = Files.writeString(
                folder.resolve("service.pem"),
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(keys.getCertificate("self").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        Transport trusting = new Transport(
                patience, patience, false, false, Optional.empty(), Optional.of(pem), false, Optional.empty());
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(2, 2, trusting));

        assertThat(result.succeeded()).isEqualTo(4);
    }

    @Test
    void aHandshakeForEachRequestWhereConnectionsAreNew() throws Exception {
        LoadResult result =
                Loads.run(service.get("/"), Loads.iterations(2, 5, new Transport(Duration.ofSeconds(30), true, true)));

        assertThat(result.succeeded()).isEqualTo(10);
        assertThat(result.generator().connections()).isEqualTo(10);
    }

    @Test
    void aServiceThatSpeaksNoTlsIsATlsError() throws Exception {
        try (TestService plain = new TestService()) {
            LoadResult result = Loads.run(
                    dev.headroom.core.model.load.Request.get(
                            java.net.URI.create(plain.uri("/").toString().replace("http:", "https:"))),
                    Loads.iterations(2, 1, new Transport(Duration.ofSeconds(5), false, true)));

            assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.TLS, 2L));
        }
    }

    @Test
    void http2IsAgreedOnByAlpn() throws Exception {
        SslContextBuilder tls = SslContextBuilder.forServer(own).sslProvider(SslProvider.JDK);
        try (TestService both = TestService.http2(
                Optional.of(tls.applicationProtocolConfig(Target.HTTP_2).build()), 100)) {
            LoadResult result = Loads.run(both.get("/"), Loads.iterations(2, 3, TRUST_ANY.inHttp2()));

            assertThat(result.succeeded()).isEqualTo(6);
            assertThat(result.generator().connections()).isEqualTo(2);
        }
    }

    @Test
    void aServiceThatDoesNotAgreeOnHttp2IsATlsError() throws Exception {
        LoadResult result = Loads.run(service.get("/"), Loads.iterations(2, 2, TRUST_ANY.inHttp2()));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.TLS, 4L));
    }
}
