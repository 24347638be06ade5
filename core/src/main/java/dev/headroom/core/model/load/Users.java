package dev.headroom.core.model.load;

import java.util.List;

/**
 * What the users of a load have beside their requests.
 *
 * @param data sources of values
 * @param login what each user sends once, before its first request; not counted
 * @param cookies whether each keeps the cookies that it is given
 * @param sessions how many users the requests of an open load come from
 */
public record Users(List<DataSource> data, List<RequestKind> login, boolean cookies, int sessions) {

    /** Of an open load, where nothing else is said. */
    public static final int SESSIONS = 10;

    /** Nothing. */
    public static final Users NONE = new Users(List.of(), List.of(), false, SESSIONS);

    public Users {
        data = List.copyOf(data);
        login = List.copyOf(login);
        if (sessions < 1) {
            throw new IllegalArgumentException("a load has at least one session, not " + sessions);
        }
    }
}
