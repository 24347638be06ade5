package dev.headroom.probe.dump;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.threads.Interner;
import dev.headroom.probe.threads.JsonDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongPredicate;

/**
 * The virtual threads by {@code jcmd Thread.dump_to_file} (JDK 21 and later). The JVM writes the file where it sees it, into its own {@code /tmp}; it is read through
 * its root and deleted at once.
 */
final class VirtualDump {

    /** A thread takes 2 to 4 KB, and the folder may be memory of the container. */
    private static final long MOST_BYTES = 64 << 20;

    /** Of the room that is left. */
    private static final int SHARE_OF_ROOM = 8;

    private final Commands commands;
    private final String folder;
    private final Path seen;
    private final Interner interner;
    private long before;

    VirtualDump(Target target, Interner interner) {
        commands = target.commands();
        folder = target.process().isPresent() ? "/tmp" : System.getProperty("java.io.tmpdir");
        seen = target.process().map(process -> process.inside(folder)).orElse(Path.of(folder));
        this.interner = interner;
    }

    /**
     * All of them by pool and stack.
     *
     * @throws IOException where the JVM could not write it, or it would take too much room; it is of no use to ask again
     */
    Map<PoolNames.Named, Map<Stack, Double>> read(LongPredicate platform) throws IOException {
        long room = Files.getFileStore(seen).getUsableSpace() / SHARE_OF_ROOM;
        long most = Math.min(MOST_BYTES, room);
        if (before > most) {
            throw new IOException("a dump of them takes " + (before >> 20) + " MB in its " + folder
                    + ", which is too much to write again and again");
        }
        String name = "headroom-" + UUID.randomUUID() + ".json";
        Path file = seen.resolve(name);
        try {
            String said = commands.text("Thread.dump_to_file -format=json " + folder + "/" + name)
                    .strip();
            if (!Files.isRegularFile(file)) {
                throw new IOException("the JVM could not write a dump of them: " + said);
            }
            before = Files.size(file);
            return JsonDump.virtualThreads(file, platform, interner);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
