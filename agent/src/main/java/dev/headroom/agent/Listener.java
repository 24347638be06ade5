package dev.headroom.agent;

import java.io.DataInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what Headroom says. Costs nothing while nothing is said: it blocks in a read. The end of the stream without
 * a goodbye is how a JVM on the leash learns that Headroom was killed, even by SIGKILL: the kernel closes the socket.
 */
final class Listener implements Runnable {

    private static final int GONE = -1;

    private final Link link;
    private final boolean leash;
    private final @Nullable Sampler sampler;

    Listener(Link link, boolean leash, @Nullable Sampler sampler) {
        this.link = link;
        this.leash = leash;
        this.sampler = sampler;
    }

    void start() {
        Thread listener = new Thread(null, this, "headroom-listener", 64 * 1024);
        listener.setDaemon(true);
        listener.start();
    }

    @Override
    public void run() {
        int command = link.command();
        while (command >= 0 && command != Wire.GOODBYE) {
            if (sampler != null && command == Wire.BEGIN) {
                sampler.start();
            } else if (sampler != null && (command == Wire.READS_ON || command == Wire.READS_OFF)) {
                sampler.recordReads(command == Wire.READS_ON);
            } else if (sampler != null && command == Wire.KEEP) {
                sampler.keep();
            }
            command = command == Wire.MOVE && !move() ? GONE : link.command();
        }
        if (leash && command != Wire.GOODBYE) {
            Agent.halt("Headroom is gone", link.socket());
        }
        if (sampler != null) {
            sampler.stop();
        }
        link.close();
        if (command != Wire.GOODBYE) {
            Leftovers.deleteFolder(link.socket());
        }
    }

    private boolean move() {
        try {
            DataInputStream in = link.in();
            int request = in.readInt();
            byte kind = in.readByte();
            int number = in.readInt();
            int to = in.readInt();
            if (sampler != null) {
                sampler.move(request, kind, number, to);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
