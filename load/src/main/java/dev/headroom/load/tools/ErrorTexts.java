package dev.headroom.load.tools;

import dev.headroom.core.model.result.ErrorKind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The kind of an error by what a tool on the JVM says of it: names of exceptions and their messages, which its users see, and no interface. */
final class ErrorTexts {

    private record Rule(ErrorKind kind, String... texts) {}

    /** The first that fits: a connection that times out is told by names that hold both words. */
    private static final List<Rule> RULES = List.of(
            new Rule(ErrorKind.CONNECT_TIMEOUT, "connecttimeout", "connect timed out", "connection timed out"),
            new Rule(ErrorKind.TIMEOUT, "timeout", "timed out"),
            new Rule(ErrorKind.CERTIFICATE, "certificate", "pkix"),
            new Rule(ErrorKind.TLS, "ssl", "handshake"),
            new Rule(ErrorKind.GENERATOR, "bindexception", "cannot assign requested address", "too many open files"),
            new Rule(ErrorKind.REFUSED, "connection refused", "hostconnectexception", "connectexception"),
            new Rule(
                    ErrorKind.RESET,
                    "reset",
                    "broken pipe",
                    "premature",
                    "nohttpresponse",
                    "connection closed",
                    "remotely closed",
                    "socketexception"),
            new Rule(ErrorKind.STATUS, "status."));

    private ErrorTexts() {}

    /** @param otherwise where nothing known is said */
    static ErrorKind kind(String text, ErrorKind otherwise) {
        String lower = text.toLowerCase(Locale.ROOT);
        return RULES.stream()
                .filter(rule -> Stream.of(rule.texts()).anyMatch(lower::contains))
                .map(Rule::kind)
                .findFirst()
                .orElse(otherwise);
    }
}
