package dev.headroom.load.http;

import java.util.Locale;

/** Status and headers of an answer, as far as they tell where it ends and whether its connection may be used again (RFC 9112, 6 and 9.3). */
final class Head {

    private static final long UNKNOWN = -1;

    enum Body {
        /** Nothing: the true answer follows an interim one. */
        ANOTHER_HEAD,
        NONE,
        FIXED,
        CHUNKED,
        UNTIL_CLOSE
    }

    private boolean answersHaveNoBody;
    private int status;
    private boolean keepAlive;
    private boolean chunked;
    private boolean otherCoding;
    private long length;

    /** @param method of the request: the answer to HEAD has no body, whatever its headers say */
    void expectAnswerTo(String method) {
        answersHaveNoBody = method.equals("HEAD");
    }

    void statusLine(Line line) throws NotHttpException {
        if (line.length() < 12
                || !line.begins("HTTP/1.")
                || line.at(8) != ' '
                || (line.length() > 12 && line.at(12) != ' ')) {
            throw new NotHttpException("the answer begins with \"" + line + "\" and not with HTTP/1.1");
        }
        status = digit(line, 9) * 100 + digit(line, 10) * 10 + digit(line, 11);
        keepAlive = line.at(7) == '1';
        chunked = false;
        otherCoding = false;
        length = UNKNOWN;
    }

    private static int digit(Line line, int index) throws NotHttpException {
        int digit = line.at(index) - '0';
        if (digit < 0 || digit > 9) {
            throw new NotHttpException("no status in \"" + line + "\"");
        }
        return digit;
    }

    void header(Line line) throws NotHttpException {
        int colon = line.indexOf(':');
        if (colon == line.length()) {
            throw new NotHttpException("no header in \"" + line + "\"");
        }
        // The lengths tell these three from nearly all others without looking at their letters
        if (colon == 14 && line.beginsIgnoringCase("content-length")) {
            long value = number(line.from(colon + 1));
            if (length != UNKNOWN && length != value) {
                throw new NotHttpException("two different values of Content-Length");
            }
            length = value;
        } else if (colon == 17 && line.beginsIgnoringCase("transfer-encoding")) {
            String codings = line.from(colon + 1).toLowerCase(Locale.ROOT);
            chunked = codings.endsWith("chunked");
            otherCoding = !chunked;
        } else if (colon == 10 && line.beginsIgnoringCase("connection")) {
            String options = line.from(colon + 1).toLowerCase(Locale.ROOT);
            if (options.contains("close")) {
                keepAlive = false;
            } else if (options.contains("keep-alive")) {
                keepAlive = true;
            }
        }
    }

    /** After its last header. */
    Body body() {
        if (status >= 100 && status < 200 && status != 101) {
            return Body.ANOTHER_HEAD;
        }
        if (answersHaveNoBody || status == 204 || status == 304 || status == 101) {
            keepAlive &= status != 101;
            return Body.NONE;
        }
        if (chunked) {
            return Body.CHUNKED;
        }
        if (length == UNKNOWN || otherCoding) {
            keepAlive = false;
            return Body.UNTIL_CLOSE;
        }
        return length == 0 ? Body.NONE : Body.FIXED;
    }

    int status() {
        return status;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    /** Of a fixed body, in bytes. */
    long length() {
        return length;
    }

    private static long number(String value) throws NotHttpException {
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && Character.isDigit(value.charAt(0))) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new NotHttpException("Content-Length is \"" + value + "\"", e);
        }
        throw new NotHttpException("Content-Length is \"" + value + "\"");
    }
}
