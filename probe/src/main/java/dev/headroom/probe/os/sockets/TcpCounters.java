package dev.headroom.probe.os.sockets;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A TCP socket with the counters that the kernel keeps of it ({@code struct inet_diag_msg} and {@code struct tcp_info}).
 *
 * @param id its addresses, ports and cookie as the kernel has them
 * @param cookie that no other socket has, as long as the machine runs
 * @param expires milliseconds until its timer
 * @param unread bytes that the application has not read
 * @param unwritten bytes that the application has written and the peer has not acknowledged
 * @param written bytes that the application has written so far
 * @param segment bytes of the largest segment that goes out
 * @param unacked segments that the peer has not acknowledged
 * @param sinceSent milliseconds since data went out, in ticks of the kernel's clock (1 to 10 ms)
 * @param sinceReceived since data came in
 * @param sinceAck since anything came in
 * @param in segments with data that came in
 * @param out segments with data that went out
 */
public record TcpCounters(
        byte family,
        byte[] id,
        long cookie,
        int state,
        long expires,
        long unread,
        long unwritten,
        long written,
        long segment,
        long unacked,
        long sinceSent,
        long sinceReceived,
        long sinceAck,
        long in,
        long out) {

    public static final int ID = 48;

    /** Bytes of a message before its attributes. */
    static final int MESSAGE = 72;

    private static final byte AF_INET = 2;

    private static final int INET_DIAG_INFO = 2;
    /** With {@code tcpi_data_segs_out}, Linux 4.6. */
    private static final int INFO_LENGTH = 160;

    /** @param to where the message ends */
    static TcpCounters of(ByteBuffer message, int from, int to) {
        byte[] id = new byte[ID];
        message.get(from + 4, id);
        int info = -1;
        for (int at = from + MESSAGE; at + 4 <= to; ) {
            int length = Short.toUnsignedInt(message.getShort(at));
            if (message.getShort(at + 2) == INET_DIAG_INFO && length >= INFO_LENGTH + 4 && length <= to - at) {
                info = at + 4;
            }
            at += Math.max(4, (length + 3) & ~3);
        }
        int state = message.get(from + 1);
        return new TcpCounters(
                message.get(from),
                id,
                message.getLong(from + 44),
                state,
                number(message, from + 52),
                TcpRow.unread(state, number(message, from + 56)),
                number(message, from + 60),
                (info < 0 ? 0 : message.getLong(info + 120)) + number(message, from + 60),
                info(message, info, 16),
                info(message, info, 24),
                info(message, info, 44),
                info(message, info, 52),
                info(message, info, 56),
                info(message, info, 152),
                info(message, info, 156));
    }

    private static long info(ByteBuffer message, int info, int offset) {
        return info < 0 ? 0 : number(message, info + offset);
    }

    private static long number(ByteBuffer message, int at) {
        return Integer.toUnsignedLong(message.getInt(at));
    }

    public int localPort() {
        return port(0);
    }

    public int remotePort() {
        return port(2);
    }

    /** Of a listening socket, the connections that it lets wait to be accepted: the kernel tells them where others have bytes to send. */
    int backlog() {
        return (int) unwritten;
    }

    /** Whether both ends have one address, as where a process calls itself. */
    public boolean isWithinHost() {
        return Arrays.equals(id, 4, 20, id, 20, 36);
    }

    /** Whether an end is one of the loopback interface, so that the other is on this machine as well. */
    public boolean isLoopback() {
        return isLoopback(4) || isLoopback(20);
    }

    private boolean isLoopback(int at) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(id, at, at + (family == AF_INET ? 4 : 16)))
                    .isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    private int port(int at) {
        return Short.toUnsignedInt(
                ByteBuffer.wrap(id).order(ByteOrder.BIG_ENDIAN).getShort(at));
    }

    /**
     * Whether a request is in flight on a connection that has one at a time: data came in after data went out.
     */
    public Turn turn() {
        if (unread > 0) {
            return Turn.IN_FLIGHT;
        }
        if (in == 0) {
            return Turn.IDLE;
        }
        if (out == 0 || sinceReceived < sinceSent) {
            return Turn.IN_FLIGHT;
        }
        // An answer that is not acknowledged, or was acknowledged after the request: no other request has come since
        return sinceReceived > sinceSent || unacked > 0 || sinceAck < sinceReceived ? Turn.IDLE : Turn.SAME_TICK;
    }

    /** The same of a call on a connection that this process opened: data went out after data came in, or an answer lies there unread. */
    public Turn call() {
        if (unread > 0 || unacked > 0) {
            return Turn.IN_FLIGHT;
        }
        if (out == 0 || sinceSent > sinceReceived) {
            return Turn.IDLE;
        }
        // What came last without data acknowledges what went out: it did so after the answer to what was sent before
        return in == 0 || sinceSent < sinceReceived || sinceAck < sinceReceived ? Turn.IN_FLIGHT : Turn.SAME_TICK;
    }

    public enum Turn {
        IN_FLIGHT,
        IDLE,
        /** Data came in and went out within one tick of the kernel's clock: which of them was first is not told. */
        SAME_TICK
    }
}
