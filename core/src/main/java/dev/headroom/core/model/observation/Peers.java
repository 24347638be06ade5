package dev.headroom.core.model.observation;

/** What a worker waits for at the other end of a connection or of a file that is no downstream, by the names that stand in place of one. */
public final class Peers {

    /** Who take their answers, or send their requests, slowly. */
    public static final String CLIENTS = "its clients";

    public static final String FILES = "files";

    /** The process, at a port of its own: whoever serves it there is seen as well. */
    private static final String ITSELF = "itself";

    private Peers() {}

    /** @param target {@code host:port} */
    public static String itself(String target) {
        return ITSELF + target.substring(target.lastIndexOf(':'));
    }

    /** Earlier files tell no port. */
    public static boolean isItself(String target) {
        return target.equals(ITSELF) || target.startsWith(ITSELF + ":");
    }

    public static boolean isDownstream(String target) {
        return !target.equals(CLIENTS) && !target.equals(FILES);
    }
}
