package dev.headroom.probe.os.sockets;

import dev.headroom.probe.os.process.ProcFiles;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A line of {@code /proc/<pid>/net/tcp} or {@code tcp6}: a socket of the network namespace, whoever owns it.
 *
 * @param state as the kernel numbers it
 * @param local end, {@code address:port} in the kernel's hexadecimal, an IPv4 address always as such
 * @param received bytes that the application has not read; of a listening socket the connections not yet accepted
 * @param timer ticks until the socket's next timer, 1/100 s
 * @param user number of the one who opened it
 * @param inode 0 where no process holds the socket any more
 */
public record TcpRow(int state, String local, String remote, long received, long timer, long user, String inode) {

    public static final int ESTABLISHED = 1;
    /** Asked for, and not answered yet. */
    static final int SYN_SENT = 2;

    public static final int TIME_WAIT = 6;
    /** The peer has closed; what it sent before is still there to be read. */
    public static final int CLOSE_WAIT = 8;

    static final int LISTEN = 10;

    /** Bits of the states in which requests come. */
    public static final int IN_USE = 1 << ESTABLISHED | 1 << CLOSE_WAIT;

    /** How the kernel prints the prefix of an IPv4 address that is mapped into IPv6, on a little-endian machine and not. */
    private static final List<String> MAPPED = List.of("0000000000000000FFFF0000", "00000000000000000000FFFF");

    private static final int FIELDS = 10;

    static List<TcpRow> read(long pid) {
        List<TcpRow> rows = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            ProcFiles.text("/proc/" + pid + "/net/" + table).ifPresent(text -> rows.addAll(rows(text)));
        }
        return rows;
    }

    /** What is no row is passed over. */
    static List<TcpRow> rows(String table) {
        List<TcpRow> rows = new ArrayList<>();
        table.lines().skip(1).forEach(line -> {
            try {
                rows.add(of(line));
            } catch (IllegalArgumentException e) {
                return; // the kernel was asked for a table, and wrote something else into it
            }
        });
        return rows;
    }

    /**
     * There may be tens of thousands, so this takes no regular expression.
     *
     * @throws IllegalArgumentException where it is none
     */
    static TcpRow of(String line) {
        String[] fields = new String[FIELDS];
        int at = 0;
        for (int field = 0; field < FIELDS; field++) {
            while (at < line.length() && line.charAt(at) == ' ') {
                at++;
            }
            int end = line.indexOf(' ', at);
            if (end < 0) {
                throw new IllegalArgumentException("no socket: " + line);
            }
            fields[field] = line.substring(at, end);
            at = end;
        }
        if (!isEnd(fields[1]) || !isEnd(fields[2])) {
            throw new IllegalArgumentException("no socket: " + line);
        }
        int state = Integer.parseInt(fields[3], 16);
        return new TcpRow(
                state,
                end(fields[1]),
                end(fields[2]),
                unread(state, Long.parseLong(fields[4], fields[4].indexOf(':') + 1, fields[4].length(), 16)),
                Long.parseLong(fields[5], fields[5].indexOf(':') + 1, fields[5].length(), 16),
                Long.parseLong(fields[7]),
                fields[9]);
    }

    /** Bytes that wait to be read, of those that the kernel counts: it counts the peer's close as one (tcp_diag.c: rcv_nxt - copied_seq). */
    static long unread(int state, long counted) {
        return state == CLOSE_WAIT ? Math.max(0, counted - 1) : counted;
    }

    /** {@code 0100007F:1F90}, with 8 or 32 digits before the colon. */
    private static boolean isEnd(String field) {
        int colon = field.indexOf(':');
        return (colon == 8 || colon == 32)
                && field.length() == colon + 5
                && field.chars().filter(HexFormat::isHexDigit).count() == field.length() - 1;
    }

    private static String end(String field) {
        for (String prefix : MAPPED) {
            if (field.length() > prefix.length() && field.startsWith(prefix)) {
                return field.substring(prefix.length());
            }
        }
        return field;
    }

    int localPort() {
        return port(local);
    }

    /** The two ends in an order that does not depend on which of them is local. */
    String pair() {
        return local.compareTo(remote) < 0 ? local + " " + remote : remote + " " + local;
    }

    /** Whether both ends have one address. */
    boolean isWithinHost() {
        return local.substring(0, local.indexOf(':')).equals(remote.substring(0, remote.indexOf(':')));
    }

    public static int port(String end) {
        return Integer.parseInt(end.substring(end.indexOf(':') + 1), 16);
    }

    /** An end as {@code host:port}. */
    public static String shown(String end) {
        return Targets.of("", address(end.substring(0, end.indexOf(':'))), port(end));
    }

    /** The kernel prints each 32-bit word of an address in the byte order of the machine. */
    static String address(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        ByteBuffer swapped = ByteBuffer.allocate(bytes.length);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            swapped.putInt(words.getInt());
        }
        try {
            return InetAddress.getByAddress(swapped.array()).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the kernel printed an address of " + bytes.length + " bytes", e);
        }
    }
}
