package dev.headroom.load.http;

import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Transport;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Where the requests go: resolved once, so that no name look-up is part of any response time. */
public record Target(String host, int port, InetSocketAddress address, Optional<SslContext> tls) {

    public static final ApplicationProtocolConfig HTTP_2 = new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2);

    static Target of(Mix mix, Transport transport) {
        List<String> ends = Stream.concat(mix.parts().stream(), mix.visitors().login().stream())
                .map(part -> part.request().service())
                .map(uri -> uri.getScheme() + "://" + uri.getAuthority())
                .distinct()
                .toList();
        if (ends.size() > 1) {
            throw new IllegalArgumentException("one load goes to one service, not to " + String.join(" and ", ends));
        }
        return of(mix.parts().getFirst().request().service(), transport);
    }

    private static Target of(URI uri, Transport transport) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean https = scheme.equals("https");
        if (!https && !scheme.equals("http")) {
            throw new IllegalArgumentException("cannot send to " + uri + ": it must begin with http:// or https://");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("cannot send to " + uri + ": it names no host");
        }
        int port = uri.getPort() >= 0 ? uri.getPort() : https ? 443 : 80;
        try {
            // InetAddress wants IPv6 addresses without the brackets that a URI puts around them
            String host = uri.getHost().replaceAll("^\\[|]$", "");
            InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
            return new Target(host, port, address, https ? Optional.of(tls(transport)) : Optional.empty());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("cannot send to " + uri + ": no address is known for its host", e);
        } catch (SSLException e) {
            throw new IllegalArgumentException("cannot send to " + uri + ": TLS is not to be had here", e);
        }
    }

    private static SslContext tls(Transport transport) throws SSLException {
        SslContextBuilder tls = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        if (transport.trustAnyCertificate()) {
            tls.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm("");
        } else {
            transport.trusted().ifPresent(certificates -> tls.trustManager(certificates.toFile()));
            tls.endpointIdentificationAlgorithm("HTTPS");
        }
        if (transport.http2()) {
            tls.applicationProtocolConfig(HTTP_2);
        }
        return tls.build();
    }
}
