package dev.headroom.agent;

/**
 * The protocol on the loopback socket. Binary, big-endian, as {@link java.io.DataOutputStream} writes it; strings in
 * its modified UTF-8. The agent connects and opens with a hello; everything after it is optional.
 *
 * <pre>
 * agent to probe
 *   hello       int magic, byte version, utf token, byte role, long pid, utf java version, utf vendor
 *   'P' pool    int id, utf class of the executor, utf name of one of its threads, boolean is the common pool
 *   'K' stack   int id, byte thread state (ordinal), utf class waited on, short n, n x utf class.method, top first
 *   'T' thread  long id, int pool (-1: none, -2: the JVM's or the agent's own), utf name
 *   'S' sample  long time (us since 1970), long CPU of the process (ns, -1 unknown), long CPU of the agent (ns),
 *               long virtual threads (-1 unknown),
 *               int n, n x (long thread, int stack)       threads that used processor time since the last sample, or
 *                                                         are new, and where they stand; -1: not looked at
 *               int n, n x (long thread, int stack)       threads that did not, but were not looked at until now
 *               int n, n x long thread                    threads that ended
 *               int n, n x (int pool, int size, int maximum (-1 none), int active, int queue (-1 unknown),
 *                           long completed (-1 unknown))
 *               int n, n x (utf connector, int port, int most connections (-1 none), long connections, long requests answered,
 *                           long milliseconds that these took)         doors of Tomcat
 *               int looked at, int n, n x (int stack, int count)   virtual threads: a random choice of them
 *   'J' jvm     int processors that it believes it has, utf its arguments, one a line
 *   'R' flight  utf folder of the JFR repository
 *   'N' note    utf for the reader of the report
 * probe to agent, one byte each
 *   'E' goodbye: leave the JVM as it was   '+' / '-' record socket reads or not
 * </pre>
 *
 * A stack, a pool and a thread are sent once, before the first sample that speaks of their number; a sample names only
 * what ran: a thread that it leaves out has used no processor time and stands where it stood. Of a pool's threads that were
 * looked at in a sample each stands for as many as those whose place is not known. The end of the stream without a
 * goodbye means that Headroom was killed.
 */
final class Wire {

    static final int MAGIC = 0x48656164;
    static final int VERSION = 3;

    /** In place of a stack: the thread ran, and was not chosen to be looked at. */
    static final int NOT_WALKED = -1;

    static final byte ROLE_LEASH = 1;
    static final byte ROLE_SAMPLE = 2;

    static final byte POOL = 'P';
    static final byte STACK = 'K';
    static final byte THREAD = 'T';
    static final byte SAMPLE = 'S';
    static final byte JVM = 'J';
    static final byte FLIGHT = 'R';
    static final byte NOTE = 'N';

    static final byte GOODBYE = 'E';
    static final byte READS_ON = '+';
    static final byte READS_OFF = '-';

    private Wire() {}
}
