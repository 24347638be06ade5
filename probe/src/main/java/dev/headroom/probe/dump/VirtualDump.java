package dev.headroom.probe.dump;

import dev.headroom.core.text.Printable;
import dev.headroom.probe.attach.Commands;
import dev.headroom.probe.attach.DumpNames;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.os.call.BoundedAnswer;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.threads.Interner;
import dev.headroom.probe.threads.JsonDump;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

/**
 * The virtual threads by {@code jcmd Thread.dump_to_file} (JDK 21 and later). How many there are nobody knows beforehand, so the JVM writes into a {@link NamedPipe} in its
 * {@code /tmp}, and is broken off where there are too many: from JDK 25 on it then stops, before that it goes through the rest without writing.
 */
final class VirtualDump {

    /**
     * A thread takes 1 to 5 KB by the depth of its stack, and the JVM some 20 ns of processor time for a byte: 3,000 to 15,000 threads, and a third of a second.
     */
    static final long MOST_BYTES = 16 << 20;

    /** For one; a JVM that is short of processors needs seconds for the largest. The end of watching does not wait for it. */
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** So begins the JVM's answer where nothing failed. */
    private static final String WRITTEN = "Created";

    private static final String FOLDER = "/tmp";

    private final Commands commands;
    private final Optional<LinuxProcess> process;
    private final Interner interner;
    private volatile boolean stopped;
    private volatile Runnable running = () -> {};

    VirtualDump(DumpTarget target, Interner interner) {
        commands = target.commands();
        process = target.process();
        this.interner = interner;
    }

    /** There are more of them than it may cost to look at; it is of no use to ask again. */
    static final class TooMany extends IOException {
        private static final long serialVersionUID = 1;

        TooMany() {
            super("a dump of them is larger than " + (MOST_BYTES >> 20) + " MB, and was broken off");
        }
    }

    /**
     * All of them by pool and stack.
     *
     * @throws TooMany where they are more than may be looked at
     * @throws IOException where the JVM could not write them, or not in time, or what it wrote is no dump
     */
    Map<PoolNames.Named, Map<Stack, Double>> read(LongPredicate platform) throws IOException {
        LinuxProcess its = process.orElseThrow(() -> new IOException("they are seen on Linux alone"));
        try (Rooted folder = its.open(FOLDER)) {
            if (!Files.isDirectory(folder.path())) {
                throw new IOException("its " + FOLDER + " is not a directory");
            }
            String name = DumpNames.next();
            try (NamedPipe pipe = NamedPipe.make(folder, name, its.user())) {
                return read(pipe, FOLDER + "/" + name, platform);
            }
        }
    }

    private Map<PoolNames.Named, Map<Stack, Double>> read(NamedPipe pipe, String file, LongPredicate platform)
            throws IOException {
        running = pipe::close;
        if (stopped) {
            throw new IOException("stopped");
        }
        CompletableFuture<String> said = dump(pipe, file);
        CompletableFuture<Boolean> late =
                new CompletableFuture<Boolean>().completeOnTimeout(true, DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        late.thenRun(pipe::close);
        try {
            Map<PoolNames.Named, Map<Stack, Double>> found =
                    JsonDump.virtualThreads(new BoundedAnswer(pipe.in(), MOST_BYTES, TooMany::new), platform, interner);
            pipe.awaitAnswer();
            checkWritten(said);
            return found;
        } catch (TooMany e) {
            throw e;
        } catch (IOException e) {
            if (late.isDone()) {
                throw new IOException("the JVM did not write a dump of them within " + DEADLINE.toSeconds() + " s", e);
            }
            checkWritten(said); // why it is cut short
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            late.cancel(false);
            settle(pipe);
            running = () -> {};
        }
    }

    private static void checkWritten(CompletableFuture<String> said) throws IOException {
        String answer = said.getNow(WRITTEN);
        if (!answer.startsWith(WRITTEN)) {
            throw new IOException("the JVM could not write a dump of them: " + Printable.inLine(answer));
        }
    }

    /** Lets the JVM notice that nobody reads any more, so that all it took is counted. */
    private static void settle(NamedPipe pipe) {
        pipe.close();
        try {
            pipe.awaitAnswer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the JVM says when it has written, or why it has not. */
    private CompletableFuture<String> dump(NamedPipe pipe, String file) {
        CompletableFuture<String> said = new CompletableFuture<>();
        Thread.ofVirtual().name("headroom-virtual").start(() -> {
            try (Commands own = commands.again()) {
                said.complete(own.text("Thread.dump_to_file -overwrite -format=json " + file)
                        .strip());
                pipe.answered();
            } catch (IOException | RuntimeException e) {
                said.complete(String.valueOf(e.getMessage()));
                pipe.unanswered();
            }
        });
        return said;
    }

    /** Breaks off the dump that is being written; there is none after it. */
    void stop() {
        stopped = true;
        running.run();
    }
}
