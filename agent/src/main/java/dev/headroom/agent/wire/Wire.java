package dev.headroom.agent.wire;

import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The protocol on the socket. Binary, big-endian, as {@link java.io.DataOutputStream} writes it; strings in
 * its modified UTF-8. The agent connects and opens with a hello; everything after it is optional.
 *
 * <pre>
 * agent to probe
 *   hello       int magic, byte version, byte role, long pid, utf java version, utf vendor
 *   'P' pool    int id, utf class of the executor, utf name of one of its threads, boolean is the common pool, lever
 *   'Q' limit   int id, utf its entry in the catalogue or its class, utf name, utf kind of limit, lever: what is no worker, and only
 *               so many may hold
 *   'K' stack   int id, byte thread state (ordinal), utf class waited on, int limit waited for (-1 none), short n,
 *               n x (utf class.method, int line), top first; line -1: a library's, 0: the application's, line not told
 *   'T' thread  long id, int pool (-1: none, -2: the JVM's or the agent's own), utf name, boolean it is a loop that runs what its
 *               executor is given
 *   'S' sample  long time (us since 1970), long CPU of the process (ns, -1 unknown), long CPU of the agent (ns),
 *               long virtual threads (-1 unknown),
 *               int n, n x (long thread, int stack, long waits begun)   threads that used processor time since the last sample, or
 *                                                         are new, where they stand, and how often they have waited; -1: not looked at
 *               int n, n x (long thread, int stack, long waits begun)   threads that did not, but were not looked at until now
 *               int n, n x long thread                    threads that ended
 *               int n, n x (int pool, int size, int maximum (-1 none), int active, int queue (-1 unknown),
 *                           long completed (-1 unknown))
 *               int n, n x (utf connector, int port, int most connections (-1 none), long connections, long requests answered,
 *                           long errors of these, long milliseconds that these took)   connectors of Tomcat
 *               boolean they stood there at one moment, int n, n x (int pool (-1: none), int stack, double how many)   virtual
 *                           threads, by those that were looked at
 *               int n, n x (int limit, int capacity, int in use, int waiting, long taken (each -1 unknown),
 *                           int stack of the holder (-1 unknown))  limits that are used; those left out are not
 *               int threads that wait for each other in a circle
 *   'M' moved   int request (0: the lease was lost, and nobody had asked), double capacity now, or capacity-seconds (-1 unknown, -2: the lease was
 *               lost), utf why not; empty where it was done
 *   'J' jvm     int processors that it believes it has, utf its arguments, one a line
 *   'R' flight  utf folder of the JFR repository
 *   'N' note    utf for the reader of the report
 *   lever       byte 0: none, 1: moves and comes back, 2: moves and keeps what it has under load; utf the call that moves it; utf how it is
 *               occupied, empty where it cannot be
 * probe to agent
 *   'B' begin to sample: the JVM's start is over   'E' goodbye: leave the JVM as it was   '+' / '-' record socket reads or not
 *   'H' here    int request (0: no answer is wanted): Headroom lives, and asks whether what it moved is still so. Every second
 *   'M' move    int request, byte 'P' or 'Q', int id, int capacity when that was planned, int capacity to be, long ms after which it is put back whatever happens, counted from
 *               the first move of a lease, utf name of the limit and utf who asks, both for the log of the JVM
 *   'O' occupy  int request, double share of its capacity (0: turns stand ready for one), int workers that are to be in hand for it, and do
 *               their pool's work meanwhile, long ms for which a turn is likely to wait (0 unknown), long ms as of 'M', byte 'P', 'Q' or 'T', int n,
 *               n x long: one number, or of 'T' the threads of the loops; utf name, which tells it from others, and utf who asks
 *   'C' count   int request, utf name: for how many seconds times units it was occupied
 *   'U' undo    int request: everything that was moved is put back, what is occupied ends; answered when it is so. Ends a lease, a lost one too
 *   'K' keep    int request: what was moved stays so when Headroom leaves. Ends a lease, and is refused where it was lost
 * </pre>
 *
 * Moves are on a lease: where no command has come for {@code Lease.NANOS}, or the time of the first move is over, everything that was
 * moved is put back and every move is refused until 'U'. A command that comes later renews nothing. After so long a silence the classes of
 * the application are as they were, until Headroom is heard again.
 *
 * A stack, a pool and a thread are sent once, before the first sample that speaks of their number; a sample names only
 * what ran: a thread that it leaves out has used no processor time and stands where it stood. Of a pool's threads that were
 * looked at in a sample each stands for as many as those whose place is not known. The end of the stream without a
 * goodbye means that Headroom was killed.
 */
public final class Wire {

    static final int MAGIC = 0x48656164;
    static final int VERSION = 16;

    /** In place of a stack: the thread ran, and was not chosen to be looked at. */
    public static final int NOT_WALKED = -1;

    static final byte ROLE_LEASH = 1;
    static final byte ROLE_SAMPLE = 2;

    public static final byte POOL = 'P';
    public static final byte RESOURCE = 'Q';
    public static final byte STACK = 'K';
    static final byte MOVED = 'M';
    public static final byte THREAD = 'T';
    public static final byte SAMPLE = 'S';
    public static final byte JVM = 'J';
    public static final byte FLIGHT = 'R';
    public static final byte NOTE = 'N';

    public static final byte BEGIN = 'B';
    public static final byte GOODBYE = 'E';
    public static final byte READS_ON = '+';
    public static final byte READS_OFF = '-';
    public static final byte MOVE = 'M';
    public static final byte OCCUPY = 'O';
    public static final byte COUNT = 'C';
    public static final byte KEEP = 'K';
    public static final byte HERE = 'H';
    public static final byte UNDO = 'U';

    /** In place of the number of a request. */
    public static final int UNASKED = 0;

    /** In place of a capacity. */
    public static final int LOST = -2;

    /** The same, for its time was over. */
    public static final int OVER = -3;

    public static final byte FIXED = 0;
    public static final byte COMES_BACK = 1;
    public static final byte STAYS = 2;

    /** A string may have 65,535 bytes, and a character takes at most three of them. */
    private static final int LONGEST = 20_000;

    private Wire() {}

    public static void note(DataOutputStream out, String text) throws IOException {
        out.writeByte(NOTE);
        text(out, text);
    }

    public static void text(DataOutputStream out, String text) throws IOException {
        out.writeUTF(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
    }
}
