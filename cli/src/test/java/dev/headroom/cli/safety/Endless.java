package dev.headroom.cli.safety;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A JVM that has put a socket of its own where its attach socket was: lines without end, none twice, answer every command. */
final class Endless {

    private static final int AT_ONCE = 3_000;

    private Endless() {}

    /** None twice: whoever keeps what is new keeps all of it. */
    private static byte[] lines(long first) {
        return LongStream.range(first, first + AT_ONCE)
                .mapToObj(line -> "\tat a.b%d(C.java:1)%n".formatted(line))
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    }

    static void listen() throws IOException {
        long pid = ProcessHandle.current().pid();
        Path socket = Path.of("/tmp/.java_pid" + pid);
        try {
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            new ProcessBuilder(jcmd, Long.toString(pid), "VM.version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(); // the JVM's own comes first
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Files.delete(socket);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        Thread.ofPlatform().daemon().name("endless").start(() -> {
            while (true) {
                try (SocketChannel client = server.accept()) {
                    client.read(ByteBuffer.allocate(4_096));
                    client.write(ByteBuffer.wrap("0\n".getBytes(StandardCharsets.UTF_8)));
                    for (long first = 0; true; first += AT_ONCE) {
                        client.write(ByteBuffer.wrap(lines(first)));
                    }
                } catch (IOException e) {
                    continue; // who asked has had enough
                }
            }
        });
    }
}
