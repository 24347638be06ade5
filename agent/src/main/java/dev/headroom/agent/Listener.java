package dev.headroom.agent;

import dev.headroom.agent.jvm.Threads;
import dev.headroom.agent.wire.Leftovers;
import dev.headroom.agent.wire.Link;
import dev.headroom.agent.wire.Wire;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what Headroom says. Costs nothing while nothing is said: it blocks in a read. The end of the stream without
 * a goodbye is how a JVM on the leash learns that Headroom was killed, even by SIGKILL: the kernel closes the socket.
 *
 * @param sampler where one is wanted
 * @param watchdog of that, which leaves when Headroom has left
 */
record Listener(
        Link link,
        boolean leash,
        @Nullable Sampler sampler,
        @Nullable Watchdog watchdog) implements Runnable {

    private static final int GONE = -1;

    void start() {
        Threads.daemon(this, "headroom-listener").start();
    }

    @Override
    public void run() {
        int command = GONE;
        try {
            command = link.command();
            while (command >= 0 && command != Wire.GOODBYE) {
                command = sampler == null || obey(command, sampler) ? link.command() : GONE;
            }
        } finally {
            leave(command);
        }
    }

    private void leave(int command) {
        if (leash && command != Wire.GOODBYE) {
            Agent.halt("Headroom is gone", link.socket());
        }
        if (watchdog != null) {
            watchdog.leave(command == Wire.GOODBYE);
        } else {
            link.close();
            if (command != Wire.GOODBYE) {
                Leftovers.deleteFolder(link.socket());
            }
        }
    }

    /** Never waits for the application or for the sampler, so that the next word of Headroom is heard. */
    private boolean obey(int type, Sampler sampler) {
        sampler.hear();
        try {
            Command command = Command.read(type, link.in());
            int request = command.request();
            switch (type) {
                case Wire.BEGIN -> sampler.start();
                case Wire.KEEP -> sampler.moves().keep(request);
                case Wire.UNDO -> sampler.moves().putBack(request);
                case Wire.MOVE -> sampler.move(command);
                case Wire.HERE -> {
                    if (request != Wire.UNASKED) {
                        sampler.moves().answer(request);
                    }
                }
                case Wire.OCCUPY -> sampler.occupy(command);
                case Wire.COUNT -> sampler.moves().count(request, command.name());
                default -> sampler.recordReads(type == Wire.READS_ON);
            }
            return true;
        } catch (IOException | IllegalThreadStateException e) {
            return false; // gone, or says what no Headroom says: to begin twice, for example
        }
    }
}
