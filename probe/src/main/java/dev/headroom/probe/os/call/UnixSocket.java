package dev.headroom.probe.os.call;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A connection to a Unix-domain socket of which the kernel says what process listens there, which Java's own do not tell. All that is done with it has to be
 * over by one deadline, however slowly the peer talks. One thread uses it; another may shut it down.
 */
public final class UnixSocket implements ReadableByteChannel {

    private static final short AF_UNIX = 1;
    private static final int SOCK_STREAM_CLOEXEC = 1 | 0x80000;
    private static final int SO_PEERCRED = 17;
    private static final int SO_SNDTIMEO = 21;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int LONGEST_PATH = 107;

    private static final int ROOM = 1 << 16;
    private static final long NANOS_OF_SECOND = 1_000_000_000;
    private static final long NANOS_OF_MICRO = 1000;
    private static final Duration MICRO = Duration.ofNanos(NANOS_OF_MICRO);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(ROOM, 8);
    private final MemorySegment time = arena.allocate(16, 8);
    private final Deadline deadline;
    private final int descriptor;
    private boolean open = true;

    private UnixSocket(Duration patience) throws IOException {
        deadline = Deadline.in(patience);
        descriptor = Libc.socket(AF_UNIX, SOCK_STREAM_CLOEXEC, 0);
        if (descriptor < 0) {
            arena.close();
            throw new IOException("no socket can be opened: " + Libc.error(descriptor));
        }
    }

    /** @param patience for all that is done with it */
    public static UnixSocket connect(Path path, Duration patience) throws IOException {
        UnixSocket socket = new UnixSocket(patience);
        try {
            socket.connect(path);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void connect(Path path) throws IOException {
        byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        if (name.length > LONGEST_PATH) {
            throw new IOException("the path of a socket has " + LONGEST_PATH + " bytes at most: " + path);
        }
        buffer.set(JAVA_SHORT, 0, AF_UNIX);
        MemorySegment.copy(name, 0, buffer, JAVA_BYTE, 2, name.length);
        bound(SO_SNDTIMEO); // where its queue is full, connecting waits as sending does
        int result = Libc.connect(descriptor, buffer, 2 + name.length + 1);
        if (result == -Libc.ECONNREFUSED) {
            throw new ConnectException("nobody listens there any more");
        }
        if (result < 0) {
            throw failed("connect to", result);
        }
    }

    /** The process that listens at the other end, as this one numbers processes; 0 where it has no number here. */
    public long peer() throws IOException {
        buffer.set(JAVA_INT, 16, 12);
        int result = Libc.getsockopt(descriptor, SO_PEERCRED, buffer, buffer.asSlice(16));
        if (result < 0) {
            throw failed("tell the peer of", result);
        }
        return buffer.get(JAVA_INT, 0);
    }

    public void write(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(ROOM, bytes.length - at);
            MemorySegment.copy(bytes, at, buffer, JAVA_BYTE, 0, length);
            bound(SO_SNDTIMEO);
            long sent = Libc.send(descriptor, buffer, length, MSG_NOSIGNAL);
            if (sent < 0 && sent != -Libc.EINTR) {
                throw failed("write to", sent);
            }
            at += (int) Math.max(0, sent);
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        long received = -Libc.EINTR;
        while (received == -Libc.EINTR) {
            bound(Libc.SO_RCVTIMEO);
            received = Libc.recv(descriptor, buffer, Math.min(ROOM, into.remaining()));
        }
        if (received < 0) {
            throw failed("read from", received);
        }
        into.put(buffer.asSlice(0, received).asByteBuffer());
        return received == 0 ? -1 : (int) received;
    }

    /** The next call waits for no longer than what is left. */
    private void bound(int option) throws IOException {
        long left = deadline.left(MICRO).toNanos();
        time.set(JAVA_LONG, 0, left / NANOS_OF_SECOND);
        time.set(JAVA_LONG, 8, left % NANOS_OF_SECOND / NANOS_OF_MICRO);
        int result = Libc.setsockopt(descriptor, option, time);
        if (result < 0) {
            throw failed("bound the time of", result);
        }
    }

    private static IOException failed(String what, long error) {
        return error == -Libc.EAGAIN
                ? new SocketTimeoutException("it did not answer in time")
                : new IOException("cannot " + what + " it: " + Libc.error(error));
    }

    /** Ends what another thread waits for here; closing stays with that one. */
    public synchronized void shutdown() {
        if (open) {
            Libc.shutdown(descriptor);
        }
    }

    @Override
    public synchronized boolean isOpen() {
        return open;
    }

    @Override
    public synchronized void close() {
        if (open) {
            open = false;
            Libc.close(descriptor);
            arena.close();
        }
    }
}
