package dev.headroom.load.http;

import dev.headroom.core.model.result.ErrorKind;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Which kind of error an exception stands for. Where types say too little it goes by the texts of the operating system, which are the
 * same for native and for NIO sockets.
 */
final class ConnectionFailures {

    private ConnectionFailures() {}

    static RequestOutcome.Failed connecting(Throwable cause) {
        String text = text(cause);
        if (isOwnFault(cause, text)) {
            return failed(ErrorKind.GENERATOR, cause);
        }
        if (text.contains("refused")) {
            return failed(ErrorKind.REFUSED, cause);
        }
        if (text.contains("timed out")) {
            return failed(ErrorKind.CONNECT_TIMEOUT, cause);
        }
        if (text.contains("reset") || text.contains("broken pipe")) {
            return failed(ErrorKind.RESET, cause);
        }
        return failed(ErrorKind.OTHER, cause);
    }

    static RequestOutcome.Failed handshake(Throwable cause) {
        return failed(isOfCertificate(cause) ? ErrorKind.CERTIFICATE : ErrorKind.TLS, cause);
    }

    private static boolean isOfCertificate(Throwable cause) {
        return Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
                .anyMatch(each -> each instanceof CertificateException || each instanceof CertPathValidatorException);
    }

    static RequestOutcome.Failed connected(Throwable cause) {
        if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
            return handshake(cause);
        }
        if (cause instanceof ClosedChannelException || cause instanceof IOException) {
            return failed(ErrorKind.RESET, cause);
        }
        return failed(ErrorKind.OTHER, cause);
    }

    private static boolean isOwnFault(Throwable cause, String text) {
        return cause instanceof BindException
                || text.contains("cannot assign requested address")
                || text.contains("can't assign requested address")
                || text.contains("too many open files")
                || text.contains("too many files open")
                || text.contains("no buffer space")
                || (cause instanceof ConnectException && text.contains("resource temporarily unavailable"));
    }

    private static RequestOutcome.Failed failed(ErrorKind kind, Throwable cause) {
        return new RequestOutcome.Failed(kind, cause.toString());
    }

    private static String text(Throwable cause) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = cause; each != null; each = each.getCause()) {
            text.append(each.getMessage()).append('\n');
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
