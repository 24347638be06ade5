package dev.headroom.probe.dump;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.WayIn;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Gives commands to a HotSpot JVM of Linux through its attach socket, in version 1 of its protocol ({@code attachListener.cpp}): the
 * version, the command and three arguments, each ended by a zero; the answer is a status in a line of its own and the output. The socket is reached
 * through the JVM's own root, so that it may live in other namespaces.
 */
final class AttachSocket implements Commands {

    private static final String VERSION = "1";

    private final Path path;
    private volatile boolean closed;
    private volatile Optional<SocketChannel> current = Optional.empty();

    private AttachSocket(Path path) {
        this.path = path;
    }

    /**
     * Has the JVM open its socket, where it has not.
     *
     * @throws ProbeException where it would not, or where it is not sure that the signal which asks for it does no harm
     */
    static AttachSocket open(LinuxProcess process) throws ProbeException {
        if (!WayIn.isOpen(process)) {
            if (!WayIn.opensOnQuit(process)) {
                throw new ProbeException("process " + process.pid()
                        + " is no HotSpot JVM that listens to SIGQUIT, which would end it:" + " nothing was sent");
            }
            try {
                VirtualMachine.attach(Long.toString(process.pid())).detach(); // the JDK knows how to send a signal
            } catch (AttachNotSupportedException | IOException e) {
                throw new ProbeException(
                        "process " + process.pid() + " does not open its attach socket: " + e.getMessage(), e);
            }
        }
        return new AttachSocket(WayIn.socket(process));
    }

    @Override
    public AttachSocket again() {
        return new AttachSocket(path);
    }

    @Override
    public <T> T run(String command, Reader<T> reader) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            current = Optional.of(channel);
            if (closed) {
                throw new IOException("closed");
            }
            channel.connect(UnixDomainSocketAddress.of(path));
            ByteBuffer request = ByteBuffer.wrap(request(command));
            while (request.hasRemaining()) {
                channel.write(request);
            }
            BufferedReader answer = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8), 1 << 16);
            String status = answer.readLine();
            if (!"0".equals(status)) {
                String said = answer.lines().collect(Collectors.joining("\n")).strip();
                throw new IOException(
                        "the JVM refuses \"" + command + "\" (" + status + ")" + (said.isEmpty() ? "" : ": " + said));
            }
            return reader.read(answer);
        } finally {
            current = Optional.empty();
        }
    }

    private static byte[] request(String command) {
        return String.join("\0", VERSION, "jcmd", command, "", "", "").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed = true;
        current.ifPresent(running -> {
            try {
                running.close();
            } catch (IOException e) {
                // it is of no use any more, however it ended
            }
        });
    }
}
