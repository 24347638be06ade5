package dev.headroom.probe.os.sockets;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.headroom.probe.os.call.Libc;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Asks the kernel for TCP sockets with their counters ({@code NETLINK_SOCK_DIAG}, sock_diag(7)), as {@code ss -ti} does: of this network namespace, and without
 * any privilege. For one thread at a time.
 */
public final class SockDiag implements AutoCloseable {

    private static final int AF_NETLINK = 16;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;

    private static final short BY_FAMILY = 20;
    /** {@code TCPDIAG_GETSOCK}: the older question, and the only one for IPv4 and IPv6 at once. */
    private static final short ALL_FAMILIES = 18;

    private static final short ERROR = 2;
    private static final short DONE = 3;
    private static final short REQUEST = 1;
    private static final short DUMP = 0x300;

    private static final int HEADER = 16;
    private static final int ASKED = HEADER + 56;
    private static final int ASKED_OF_ALL = HEADER + 60;
    private static final byte IPPROTO_TCP = 6;
    /** Bit of {@code INET_DIAG_INFO}. */
    private static final byte INFO = 1 << 1;

    private static final int ROOM = 1 << 16;
    private static final long PATIENCE_SECONDS = 1;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment out = arena.allocate(ASKED_OF_ALL, 8);
    private final MemorySegment in = arena.allocate(ROOM, 8);
    private final ByteBuffer asked = out.asByteBuffer().order(ByteOrder.nativeOrder());
    private final ByteBuffer told = in.asByteBuffer().order(ByteOrder.nativeOrder());
    private final int socket;
    private int sequence;

    private SockDiag() throws IOException {
        socket = Libc.socket(AF_NETLINK, SOCK_DGRAM_CLOEXEC, NETLINK_SOCK_DIAG);
        if (socket < 0) {
            arena.close();
            throw new IOException("the kernel gives no netlink socket");
        }
        out.set(JAVA_LONG, 0, PATIENCE_SECONDS);
        out.set(JAVA_LONG, 8, 0);
        Libc.setsockopt(socket, Libc.SO_RCVTIMEO, out.asSlice(0, 16));
    }

    /** Empty where it cannot be had: no Linux, a filter of system calls, an older kernel. */
    public static Optional<SockDiag> open() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return Optional.empty();
        }
        try {
            SockDiag diag = new SockDiag();
            try {
                diag.ask(0, 0, 1 << TcpRow.LISTEN, connection -> {});
                return Optional.of(diag);
            } catch (IOException e) {
                diag.close();
                return Optional.empty();
            }
        } catch (IOException | LinkageError e) { // of a JVM that may call no native function
            return Optional.empty();
        }
    }

    /**
     * The sockets of both families. Takes the kernel a walk through its table of all connections, a millisecond or so, however few they are.
     *
     * @param local port, 0 for any
     * @param remote port, 0 for any
     * @param states bits of the kernel's numbers of them
     */
    public void ask(int local, int remote, int states, Consumer<TcpCounters> each) throws IOException {
        message(ALL_FAMILIES, (short) (REQUEST | DUMP), ASKED_OF_ALL);
        asked.put(HEADER + 3, INFO).putInt(HEADER + 4 + TcpCounters.ID, states);
        asked.order(ByteOrder.BIG_ENDIAN);
        asked.putShort(HEADER + 4, (short) local).putShort(HEADER + 6, (short) remote);
        transmit(ASKED_OF_ALL);
        while (receive(each)) {
            // the kernel goes on in another message
        }
    }

    /** One connection again, as it is now; empty where it is gone. */
    public Optional<TcpCounters> again(TcpCounters known) throws IOException {
        message(BY_FAMILY, REQUEST, ASKED);
        asked.put(HEADER, known.family()).put(HEADER + 1, IPPROTO_TCP).put(HEADER + 2, INFO);
        asked.putInt(HEADER + 4, -1).put(HEADER + 8, known.id(), 0, TcpCounters.ID);
        transmit(ASKED);
        List<TcpCounters> found = new ArrayList<>(1);
        receive(found::add);
        return found.stream().findFirst();
    }

    /** How many connections each listening socket of this machine lets wait, by port: {@code /proc} does not tell. None where the kernel does not. */
    static Map<Integer, Integer> backlogs() {
        Map<Integer, Integer> byPort = new HashMap<>();
        try (SockDiag diag = open().orElseThrow(() -> new IOException("no netlink"))) {
            diag.ask(0, 0, 1 << TcpRow.LISTEN, one -> byPort.merge(one.localPort(), one.backlog(), Math::max));
        } catch (IOException e) {
            return Map.of(); // the report then leaves the bound out
        }
        return byPort;
    }

    private void message(short type, short flags, int length) {
        out.fill((byte) 0);
        asked.order(ByteOrder.nativeOrder());
        asked.putInt(0, length).putShort(4, type).putShort(6, flags).putInt(8, ++sequence);
    }

    private void transmit(int length) throws IOException {
        if (Libc.send(socket, out, length, 0) != length) {
            throw new IOException("the kernel takes no question about sockets");
        }
    }

    /** True where more is to come. */
    private boolean receive(Consumer<TcpCounters> each) throws IOException {
        long length = Libc.recv(socket, in, ROOM);
        if (length < HEADER) {
            throw new IOException("the kernel does not tell of sockets");
        }
        return read(told, (int) length, sequence, each);
    }

    /**
     * One answer of so many bytes to that question: true where more is to come.
     *
     * @throws IOException where the kernel refuses, or a message is shorter than it says
     */
    static boolean read(ByteBuffer told, int length, int sequence, Consumer<TcpCounters> each) throws IOException {
        boolean more = true;
        for (int at = 0; at + HEADER <= length; ) {
            int size = told.getInt(at);
            if (size < HEADER || told.getInt(at + 8) != sequence) {
                return more; // an answer to a question that was given up
            }
            if (size > length - at) {
                throw new IOException("the kernel's answer is cut off");
            }
            short type = told.getShort(at + 4);
            if (type == DONE) {
                return false;
            } else if (type == ERROR && size >= HEADER + 4) {
                return refused(told.getInt(at + HEADER));
            } else if ((type == BY_FAMILY || type == ALL_FAMILIES) && size >= HEADER + TcpCounters.MESSAGE) {
                each.accept(TcpCounters.of(told, at + HEADER, at + size));
            }
            at += (size + 3) & ~3;
        }
        return more;
    }

    /** A connection that has gone since is no error. */
    private static boolean refused(int code) throws IOException {
        int missing = -2;
        int stale = -116;
        if (code != missing && code != stale) {
            throw new IOException("the kernel refuses to tell of sockets: error " + -code);
        }
        return false;
    }

    @Override
    public void close() {
        Libc.close(socket);
        arena.close();
    }
}
