package dev.headroom.probe.target;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Says hello at a socket as an agent does, and waits until it is hung up on. */
public final class Stranger {

    private static final int MAGIC = 0x48656164;
    private static final int SAMPLES = 2;

    private Stranger() {}

    /** @param arguments the socket, and the version of the protocol */
    public static void main(String[] arguments) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream hello = new DataOutputStream(bytes);
        hello.writeInt(MAGIC);
        hello.writeByte(Integer.parseInt(arguments[1]));
        hello.writeByte(SAMPLES);
        hello.writeLong(ProcessHandle.current().pid());
        hello.writeUTF("25");
        hello.writeUTF("nobody");
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(arguments[0]));
            System.out.println("port 0");
            talk(channel, bytes.toByteArray());
        }
    }

    private static void talk(SocketChannel channel, byte[] hello) {
        try {
            channel.write(ByteBuffer.wrap(hello));
            channel.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            return; // hung up on before what we said was read
        }
    }
}
