package dev.headroom.probe.dump;

import dev.headroom.probe.attach.AttachSocket;
import java.io.IOException;

/** What {@code jcmd} does, through the attach socket. */
record SocketCommands(AttachSocket socket) implements Commands {

    @Override
    public <T> T run(String command, Reader<T> reader) throws IOException {
        return socket.jcmd(command, reader::read);
    }

    @Override
    public Commands again() {
        return new SocketCommands(socket.again());
    }

    @Override
    public void close() {
        socket.close();
    }
}
