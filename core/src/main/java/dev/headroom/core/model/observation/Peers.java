package dev.headroom.core.model.observation;

/** What a worker waits for outside the process that is no downstream, by the names that stand in place of one. */
public final class Peers {

    /** Who take their answers, or send their requests, slowly. */
    public static final String CLIENTS = "its clients";

    public static final String FILES = "files";

    private Peers() {}

    public static boolean isDownstream(String target) {
        return !target.equals(CLIENTS) && !target.equals(FILES);
    }
}
