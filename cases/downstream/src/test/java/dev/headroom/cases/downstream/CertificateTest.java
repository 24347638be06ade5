package dev.headroom.cases.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

class CertificateTest {

    @Test
    void itIsSelfSignedForThisMachineAndValidNow() throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
        X509Certificate certificate = Certificate.sign(keys, Instant.now());
        certificate.verify(keys.getPublic());
        certificate.checkValidity();
        assertThat(certificate.getIssuerX500Principal()).isEqualTo(certificate.getSubjectX500Principal());
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
    }

    @Test
    void httpsAnswersThoseWhoTrustItAndNobodyElse() throws Exception {
        try (Server server = Server.start(Settings.parse("--server.port=0", "--https=true", "--delay=20ms"))) {
            assertThatThrownBy(() -> Client.HTTP.send(Client.request(server.uri(), "/ready"), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("PKIX");

            SSLContext trusting = SSLContext.getInstance("TLS");
            trusting.init(null, trust(server), null);
            try (HttpClient client =
                    HttpClient.newBuilder().sslContext(trusting).build()) {
                HttpResponse<String> answer =
                        client.send(Client.request(server.uri(), "/external-data/20"), BodyHandlers.ofString());
                assertThat(answer.body()).isEqualTo("{\"time\":20}");
                assertThat(answer.sslSession())
                        .hasValueSatisfying(
                                session -> assertThat(session.getProtocol()).isEqualTo("TLSv1.3"));
            }
        }
    }

    /** Trust in the very certificate that the server shows, so that the host name is checked as well. */
    private static TrustManager[] trust(Server server) throws Exception {
        SSLContext open = SSLContext.getInstance("TLS");
        open.init(null, new TrustManager[] {new TrustsAll()}, null);
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var socket = (SSLSocket)
                open.getSocketFactory().createSocket("127.0.0.1", server.uri().getPort())) {
            socket.startHandshake();
            store.setCertificateEntry("server", socket.getSession().getPeerCertificates()[0]);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static final class TrustsAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
