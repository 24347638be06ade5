package dev.headroom.agent.wire;

import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Memory;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The one connection between this JVM and Headroom: a Unix-domain socket, which nobody reaches who may not enter its folder. */
public final class Link implements AutoCloseable {

    private static final int BUFFER_BYTES = 32 * 1024;

    private final Path socket;
    private final SocketChannel channel;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final Writing writing;
    private final boolean leash;

    private Link(Path socket, SocketChannel channel, boolean leash) {
        this.socket = socket;
        this.channel = channel;
        this.leash = leash;
        writing = new Writing(channel);
        in = new DataInputStream(Channels.newInputStream(channel));
        out = new DataOutputStream(new BufferedOutputStream(writing, BUFFER_BYTES));
    }

    public static Link open(Options options) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(options.socket()));
            Link link = new Link(options.socket(), channel, options.leash());
            link.out.writeInt(Wire.MAGIC);
            link.out.writeByte(Wire.VERSION);
            link.out.writeByte((options.leash() ? Wire.ROLE_LEASH : 0) | (options.sample() ? Wire.ROLE_SAMPLE : 0));
            link.out.writeLong(ProcessHandle.current().pid());
            link.out.writeUTF(System.getProperty("java.version", "unknown"));
            link.out.writeUTF(System.getProperty("java.vendor", "unknown"));
            link.out.flush();
            return link;
        } catch (Throwable e) {
            Memory.await();
            channel.close();
            throw e;
        }
    }

    /** The next command, or -1 where Headroom is gone. */
    public int command() {
        try {
            return in.read();
        } catch (IOException e) {
            return -1; // a reset says the same as an end: nobody is there
        }
    }

    /** What comes with a command. */
    public DataInputStream in() {
        return in;
    }

    public DataOutputStream out() {
        return out;
    }

    public Path socket() {
        return socket;
    }

    /** Whether somebody waits to write for longer than that: Headroom stands still, or does not read. */
    public boolean isStuck(long nanos) {
        return writing.isStuck(nanos);
    }

    /** Ends whoever reads and writes here. A JVM on the leash would end by that, and was started for Headroom: it waits. */
    public void abandon() {
        if (!leash) {
            close();
        }
    }

    @Override
    public void close() {
        Memory.await();
        try {
            channel.close();
        } catch (IOException e) {
            Log.say("could not close its socket: " + e.getMessage());
        }
    }

    /** Writes while another thread waits for a command: before Java 19 the streams of {@link Channels} let one of both in at a time. */
    private static final class Writing extends OutputStream {

        private final SocketChannel channel;
        private volatile boolean waits;
        private volatile long since;

        Writing(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            ByteBuffer rest = ByteBuffer.wrap(bytes, from, count);
            since = System.nanoTime();
            waits = true;
            try {
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } finally {
                waits = false;
            }
        }

        boolean isStuck(long nanos) {
            return waits && System.nanoTime() - since > nanos;
        }
    }
}
