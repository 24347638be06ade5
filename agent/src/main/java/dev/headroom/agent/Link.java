package dev.headroom.agent;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** The one socket between this JVM and Headroom, on the loopback interface only. */
final class Link implements AutoCloseable {

    /** A loopback port answers at once or not at all; a service must not wait longer for its start. */
    private static final int CONNECT_MILLIS = 2_000;

    private static final int BUFFER_BYTES = 32 * 1024;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    private Link(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
    }

    /** Connects and says hello. */
    static Link open(Options options) throws IOException {
        Socket socket = new Socket();
        try {
            InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
            socket.connect(new InetSocketAddress(loopback, options.port()), CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            Link link = new Link(socket);
            link.out.writeInt(Wire.MAGIC);
            link.out.writeByte(Wire.VERSION);
            link.out.writeUTF(options.token());
            link.out.writeByte((options.leash() ? Wire.ROLE_LEASH : 0) | (options.sample() ? Wire.ROLE_SAMPLE : 0));
            link.out.writeLong(ProcessHandle.current().pid());
            link.out.writeUTF(System.getProperty("java.version", "unknown"));
            link.out.writeUTF(System.getProperty("java.vendor", "unknown"));
            link.out.flush();
            return link;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** The next command, or -1 where Headroom is gone. */
    int command() {
        try {
            return in.read();
        } catch (IOException e) {
            return -1; // a reset says the same as an end: nobody is there
        }
    }

    /** What comes with a command. */
    DataInputStream in() {
        return in;
    }

    DataOutputStream out() {
        return out;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            Agent.say("could not close its socket: " + e.getMessage());
        }
    }
}
