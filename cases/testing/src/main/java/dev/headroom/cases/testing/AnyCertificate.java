package dev.headroom.cases.testing;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A test asks the downstream itself, whose certificate nobody vouches for. */
final class AnyCertificate implements X509TrustManager {
    private AnyCertificate() {}

    static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        // whoever it is
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
