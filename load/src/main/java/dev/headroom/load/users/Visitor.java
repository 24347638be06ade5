package dev.headroom.load.users;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One user of a load: the values that it logged in with, its cookies, and where it stands in its steps. Used by one load at a time; another may ask for its twin. */
final class Visitor {

    /** What login took, and the rows that it drew: they stay its own. */
    final Map<String, String> taken = new ConcurrentHashMap<>();

    final Map<Integer, Long> rows = new ConcurrentHashMap<>();
    boolean loggedIn;

    /** When it began to log in again; null where it never did. */
    @Nullable
    Long renewedAt;

    /** What it is in the middle of; null between two sequences. Of the users of a closed load only. */
    @Nullable
    Visit visit;

    private final Map<String, String> cookies = new LinkedHashMap<>();

    /** The same session, for another load. */
    synchronized Visitor twin() {
        Visitor twin = new Visitor();
        twin.taken.putAll(taken);
        twin.rows.putAll(rows);
        twin.cookies.putAll(cookies);
        twin.loggedIn = loggedIn;
        return twin;
    }

    /** @param headers {@code Set-Cookie} of an answer */
    synchronized void keep(List<String> headers) {
        for (String header : headers) {
            Cookie cookie = Cookie.of(header);
            if (cookie.gone()) {
                cookies.remove(cookie.name());
            } else if (!cookie.name().isEmpty()) {
                cookies.put(cookie.name(), cookie.value());
            }
        }
    }

    /** As a {@code Cookie} header has them; empty where there are none. */
    synchronized String cookies() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }
}
