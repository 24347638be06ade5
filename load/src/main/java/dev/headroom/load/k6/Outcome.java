package dev.headroom.load.k6;

import dev.headroom.core.model.result.ErrorKind;
import java.util.Optional;

/**
 * What became of a request, by its {@code status}, {@code error_code}, {@code error} and {@code expected_response}. The codes are those of k6
 * 2.2.0 ({@code lib/netext/httpext/error_codes.go}): 10xx general, 11xx DNS, 12xx TCP, 13xx TLS, 1400 to 1599 the status, 16xx HTTP/2, 17xx the body.
 *
 * @param error empty where it succeeded
 * @param detail what k6 says of it; a status where that is what was wrong
 */
record Outcome(Optional<ErrorKind> error, String detail) {

    private static final Outcome GOOD = new Outcome(Optional.empty(), "");

    private static final int TIMEOUT = 1050;
    private static final int BROKEN_PIPE = 1201;
    private static final int DIAL = 1210;
    private static final int DIAL_TIMEOUT = 1211;
    private static final int REFUSED = 1212;
    private static final int DIAL_ERRNO = 1213;
    private static final int RESET = 1220;
    private static final int UNKNOWN_AUTHORITY = 1310;
    private static final int OTHER_HOST = 1311;
    private static final int DECOMPRESSION = 1701;

    /**
     * @param expected {@code true}, {@code false}, or empty where the script switched that off: then 2xx and 3xx succeed, as k6 has it by default
     * @param took milliseconds that k6 tells; 0 where it never had a connection
     */
    static Outcome of(String status, String errorCode, String error, String expected, double took) {
        int answered = number(status);
        boolean good = expected.isEmpty() ? answered >= 200 && answered < 400 : expected.equals("true");
        int code = number(errorCode);
        boolean unanswered = answered == 0 || code > 0 && (code < 1400 || code >= 1600);
        if (unanswered) {
            return new Outcome(Optional.of(kind(code, error, took)), error.isEmpty() ? "error " + code : error);
        }
        return good ? GOOD : new Outcome(Optional.of(ErrorKind.STATUS), status);
    }

    private static ErrorKind kind(int code, String error, double took) {
        return switch (code) {
            // one that was not sent had no connection yet
            case TIMEOUT -> took > 0 ? ErrorKind.TIMEOUT : ErrorKind.CONNECT_TIMEOUT;
            case DIAL_TIMEOUT -> ErrorKind.CONNECT_TIMEOUT;
            case REFUSED -> ErrorKind.REFUSED;
            case BROKEN_PIPE, RESET -> ErrorKind.RESET;
            case DIAL, DIAL_ERRNO -> ownFault(error) ? ErrorKind.GENERATOR : ErrorKind.OTHER;
            case DECOMPRESSION -> ErrorKind.BODY;
            case UNKNOWN_AUTHORITY, OTHER_HOST -> ErrorKind.CERTIFICATE;
            default -> byHundreds(code, error);
        };
    }

    private static ErrorKind byHundreds(int code, String error) {
        return switch (code / 100) {
            case 12, 16 -> ErrorKind.RESET;
            case 13 -> ErrorKind.TLS;
            case 10 -> error.contains("EOF") || error.contains("closed") ? ErrorKind.RESET : ErrorKind.OTHER;
            default -> ErrorKind.OTHER;
        };
    }

    /** No free port (EADDRNOTAVAIL), no descriptor (EMFILE, ENFILE). */
    private static boolean ownFault(String error) {
        return error.contains("cannot assign requested address") || error.contains("too many open files");
    }

    private static int number(String text) {
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
