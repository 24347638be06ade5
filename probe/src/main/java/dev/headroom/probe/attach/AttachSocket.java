package dev.headroom.probe.attach;

import dev.headroom.core.text.Printable;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.WayIn;
import dev.headroom.probe.os.call.BoundedAnswer;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.call.UnixSocket;
import dev.headroom.probe.os.process.FileStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.net.SocketTimeoutException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to a HotSpot JVM of Linux through its attach socket, in version 1 of its protocol ({@code attachListener.cpp}): the version, the command and three
 * arguments, each ended by a zero; the answer is a status in a line of its own and the output. The socket is reached through the JVM's own root, so that it may
 * live in other namespaces. Anybody may put a socket of that name into {@code /tmp}, so each connection checks that it is the one that the JVM made: that the file
 * has the JVM's user, group and nobody else's rights, as HotSpot's own client does, and that the JVM is the process which listens, as the kernel tells.
 */
public final class AttachSocket implements Attachment, Commands {

    /** For a whole command: a JVM in a long collection answers when that is over. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** For the JVM's socket to be there once its thread is. */
    private static final Duration TAKES_ITS_PLACE = Duration.ofMillis(500);

    /** Each try stays in the queue of whoever listens and does not answer; where that is full, connecting waits. */
    private static final Duration STEP = Duration.ofMillis(100);

    /** A dump of 10,000 threads with 150 frames each takes 120 MB. */
    static final long MOST_OF_A_DUMP = 256L << 20;

    /** Of any other answer; that to {@code VM.flags -all} has 0.1 MB. */
    static final long MOST = 16L << 20;

    /** A line is a frame or a name. */
    static final int LONGEST_LINE = 1 << 20;

    /** Of why it refuses, at most: one line by HotSpot. */
    private static final int REFUSAL_LINES = 10;

    /** HotSpot takes no longer argument in this version of the protocol. */
    private static final int LONGEST_ARGUMENT = 1024;

    private static final String VERSION = "1";

    private static final String JCMD = "jcmd";

    /** What a JVM from JDK 25 on would else write while its threads stand, and no faster than it is read. */
    private static final String JCMD_WRITTEN_AFTERWARDS = JCMD + " streaming=0";

    private static final String ADDRESS = "com.sun.management.jmxremote.localConnectorAddress";
    private static final String RETURNED = "return code: ";
    private static final Map<String, String> AGENT_ERRORS = Map.of(
            "100", "the jar of the agent was not found, or is none",
            "101", "the jar of the agent cannot be added to its class path",
            "102", "the agent failed to start");

    private static final int READ_OR_WRITTEN_BY_OTHERS = 066;

    private final LinuxProcess process;
    private final Duration patience;
    private final String jcmd;
    private volatile boolean closed;
    private volatile @Nullable UnixSocket current;

    AttachSocket(LinuxProcess process, Duration patience) {
        this(process, patience, JCMD);
    }

    private AttachSocket(LinuxProcess process, Duration patience, String jcmd) {
        this.process = process;
        this.patience = patience;
        this.jcmd = jcmd;
    }

    private static final class Refusal extends IOException {

        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }

    /**
     * Has the JVM open its socket, where it has not.
     *
     * @throws ProbeException where it would not, where its socket is not its own, or where it is not sure that the signal which asks for it does no harm
     */
    public static AttachSocket open(ProcessId id) throws ProbeException {
        LinuxProcess process =
                LinuxProcess.of(id.pid()).orElseThrow(() -> new ProbeException("process " + id.pid() + " has ended"));
        id.check();
        try {
            if (!LinuxProcess.showsOurNamespace()) {
                throw new ProbeException("/proc shows other process numbers than Headroom's own: mount that of its"
                        + " process namespace, or run Headroom outside of that");
            }
            if (process.isStopped()) {
                throw new ProbeException(stopped(process));
            }
            if (!WayIn.isOpen(process)) {
                if (!WayIn.opensOnQuit(process)) {
                    throw new ProbeException("process " + process.pid()
                            + " is not a HotSpot JVM that handles SIGQUIT, which would end it: nothing was sent");
                }
                Optional<String> bar = WayIn.bar(process);
                if (bar.isPresent()) {
                    throw new ProbeException("cannot attach to process " + process.pid() + ": " + bar.get());
                }
                Trigger.open(process);
            }
            AttachSocket socket = new AttachSocket(process, PATIENCE);
            socket.await();
            Leftovers.sweep(process);
            return socket.streams() ? new AttachSocket(process, PATIENCE, JCMD_WRITTEN_AFTERWARDS) : socket;
        } catch (IOException e) {
            throw new ProbeException("cannot attach to process " + process.pid() + ": " + e.getMessage(), e);
        }
    }

    /** A file that an earlier process of that number has left is there a moment longer than the thread which takes its place. */
    private void await() throws IOException {
        long giveUp = System.nanoTime() + TAKES_ITS_PLACE.toNanos();
        while (true) {
            try {
                connect().close();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > giveUp) {
                    throw e;
                }
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Whether it writes what a command prints before that is complete, and can be told not to: in a safepoint it would stand for as long as nobody reads. */
    private boolean streams() throws IOException {
        try {
            return answer("getversion", "options").contains("streaming");
        } catch (Refusal older) {
            return false;
        }
    }

    private static String stopped(LinuxProcess process) {
        return "process " + process.pid() + " is stopped, by a signal or a debugger, and answers nothing until it goes"
                + " on: `kill -CONT " + process.pid() + "` has it go on";
    }

    @Override
    public Commands again() {
        return new AttachSocket(process, patience, jcmd);
    }

    /** @throws IOException where the JVM refuses, its answer is too long or too late, or it is not that JVM which answers */
    @Override
    public <T> T run(String command, Reader<T> reader) throws IOException {
        return ask(command.startsWith("Thread.print") ? MOST_OF_A_DUMP : MOST, reader, jcmd, command);
    }

    @Override
    public void loadAgent(String jar, String options) throws IOException {
        String said = answer("load", "instrument", "false", jar + "=" + options).strip();
        String code = said.startsWith(RETURNED) ? said.substring(RETURNED.length()) : said;
        if (!code.equals("0")) {
            throw new IOException(
                    AGENT_ERRORS.getOrDefault(code, said.isEmpty() ? "it did not answer" : Printable.inLine(said)));
        }
    }

    @Override
    public String managementAgent() throws IOException {
        answer(jcmd, "ManagementAgent.start_local");
        Properties told = new Properties();
        told.load(new StringReader(answer("agentProperties")));
        return Optional.ofNullable(told.getProperty(ADDRESS))
                .orElseThrow(() -> new IOException("it does not say where its management agent listens"));
    }

    private String answer(String... words) throws IOException {
        return ask(MOST, answer -> answer.lines().collect(Collectors.joining("\n")), words);
    }

    private <T> T ask(long most, Reader<T> reader, String... words) throws IOException {
        try (UnixSocket socket = connect()) {
            current = socket;
            if (closed) {
                throw new IOException("closed");
            }
            socket.write(request(words));
            BufferedReader answer = new BufferedReader(
                    new InputStreamReader(
                            new BoundedAnswer(Channels.newInputStream(socket), most, LONGEST_LINE),
                            StandardCharsets.UTF_8),
                    1 << 16);
            String status = answer.readLine();
            if (!"0".equals(status)) {
                String said =
                        Printable.inLine(answer.lines().limit(REFUSAL_LINES).collect(Collectors.joining("\n")));
                throw new Refusal("the JVM refuses \"" + words[words.length - 1] + "\" ("
                        + Printable.inLine(String.valueOf(status)) + ")" + (said.isEmpty() ? "" : ": " + said));
            }
            return reader.read(answer);
        } catch (SocketTimeoutException e) {
            throw process.isStopped() ? new IOException(stopped(process), e) : e;
        } finally {
            current = null;
        }
    }

    private static byte[] request(String... words) throws IOException {
        for (String word : words) {
            if (word.getBytes(StandardCharsets.UTF_8).length > LONGEST_ARGUMENT || word.indexOf('\0') >= 0) {
                throw new IOException("the JVM takes no argument of more than " + LONGEST_ARGUMENT + " bytes: " + word);
            }
        }
        List<String> padded = Stream.concat(Stream.of(words), Stream.generate(() -> ""))
                .limit(4)
                .toList();
        return (VERSION + "\0" + String.join("\0", padded) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    /** To the JVM and to nobody else. */
    private UnixSocket connect() throws IOException {
        if (!process.isStill()) {
            throw new IOException("the process has ended, or another one has its number now");
        }
        try (Rooted folder = process.open("/tmp")) {
            Path file = folder.path().resolve(WayIn.name(process));
            checkIsIts(FileStatus.of(file, LinkOption.NOFOLLOW_LINKS));
            UnixSocket socket = UnixSocket.connect(file, patience);
            try {
                checkIsIts(socket.peer());
                return socket;
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }
    }

    /** @param peer 0 where it lives in a process namespace that does not show here */
    private void checkIsIts(long peer) throws IOException {
        if (peer != process.pid()) {
            throw new IOException(
                    peer == 0
                            ? "a process that has no number here listens at its attach socket: run Headroom in a"
                                    + " process namespace that shows it"
                            : "process " + peer + ", not the JVM, listens at its attach socket: " + remedy());
        }
    }

    private void checkIsIts(FileStatus file) throws IOException {
        if (!file.isSocket()) {
            throw new IOException("what has the name of its attach socket is not a socket: " + remedy());
        }
        if (file.user() != process.user() || file.group() != process.group()) {
            throw new IOException("its attach socket belongs to user " + file.user() + " and group " + file.group()
                    + ", but the JVM runs as " + process.user() + " and " + process.group() + ": " + remedy());
        }
        if ((file.rights() & READ_OR_WRITTEN_BY_OTHERS) != 0) {
            throw new IOException("its attach socket lets others in (mode " + Integer.toOctalString(file.rights())
                    + "): " + remedy());
        }
    }

    private String remedy() {
        return "somebody put it there. Have " + WayIn.path(process)
                + " looked at and deleted; the JVM makes its own anew";
    }

    @Override
    public void close() {
        closed = true;
        UnixSocket running = current;
        if (running != null) {
            running.shutdown();
        }
    }
}
