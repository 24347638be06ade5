package dev.headroom.cases.facade;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vouches for any server: for the simulated downstream, whose certificate is its own and new at each start. OkHttp still
 * holds the certificate against the host name. Never for a service on a network that others share.
 */
final class AnyCertificate implements X509TrustManager {
    private static final Logger LOG = LoggerFactory.getLogger(AnyCertificate.class);

    private AnyCertificate() {}

    static OkHttpClient.Builder trustedBy(OkHttpClient.Builder client) {
        LOG.warn("external.trust-any-certificate is set: whoever answers at external.url is believed");
        try {
            AnyCertificate any = new AnyCertificate();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {any}, null);
            return client.sslSocketFactory(context.getSocketFactory(), any);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("this JVM has no TLS: " + broken.getMessage(), broken);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        // that is the point
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException("this is the client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
