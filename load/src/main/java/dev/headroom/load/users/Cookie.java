package dev.headroom.load.users;

import java.util.Locale;

/**
 * A cookie as {@code Set-Cookie} has it (RFC 6265, 5.2), as far as the users of one service need it: path, domain and time are not looked at.
 *
 * @param gone the service takes it back
 */
record Cookie(String name, String value, boolean gone) {

    static Cookie of(String header) {
        String[] parts = header.split(";", -1);
        int equals = parts[0].indexOf('=');
        String name = equals < 0 ? "" : parts[0].substring(0, equals).strip();
        boolean gone = false;
        for (int i = 1; i < parts.length; i++) {
            String attribute = parts[i].strip().toLowerCase(Locale.ROOT);
            gone |= attribute.equals("max-age=0") || attribute.startsWith("max-age=-");
        }
        return new Cookie(name, parts[0].substring(equals + 1).strip(), gone);
    }
}
