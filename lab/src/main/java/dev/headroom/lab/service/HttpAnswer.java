package dev.headroom.lab.service;

import dev.headroom.load.http.AnyCertificate;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import javax.net.ssl.HttpsURLConnection;

/** A path of the service answers 2xx. Any certificate will do: it is the service on this machine that is asked, and whether it is there. */
record HttpAnswer(URI uri) implements Readiness {

    private static final int HTTP_OK_FAMILY = 2;

    @Override
    public void ask() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        if (connection instanceof HttpsURLConnection https) {
            https.setSSLSocketFactory(AnyCertificate.sockets());
            https.setHostnameVerifier((host, session) -> true);
        }
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setInstanceFollowRedirects(false);
        try {
            int status = connection.getResponseCode();
            if (status / 100 != HTTP_OK_FAMILY) {
                throw new IOException("status " + status);
            }
        } finally {
            connection.disconnect(); // no idle connection of ours shall stay in the service
        }
    }

    @Override
    public String question() {
        return "GET " + uri + " answering 2xx";
    }
}
