package dev.headroom.probe.wire;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder of mode 700 with the agent's jar and the sockets by which agents reach us: of all users the watched JVM's own gets in, and root. A byte of the
 * jar is locked for as long as we live, so that whoever finds the folder of a Headroom that was killed may delete it.
 */
final class AgentFolder {

    private static final String PREFIX = "headroom-agent";
    private static final String TEMPORARY = "/tmp";

    private static final Pattern MADE = Pattern.compile(PREFIX + "\\d+");

    /** What is made in it: the jar and sockets. */
    private static final Pattern MADE_WITHIN = Pattern.compile(Pattern.quote(AgentJar.NAME) + "|\\d+");

    /** Far beyond what we make in one: whose folder it is may put into it what he likes. */
    private static final int MOST_FILES = 1_000;

    private static final Duration WRITTEN_WITHIN = Duration.ofMinutes(1);

    /** Past the end of the jar: where locks are mandatory, it can still be read. */
    private static final long LOCKED = Long.MAX_VALUE - 1;

    /** Names of our own: a process that closes a file loses its locks of it, so these must not be opened again. */
    private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

    private static @Nullable AgentFolder own;

    /** As we see it, whatever its owner puts in its place. */
    private final Path here;

    /** Where it stood when it was made. */
    private final Path made;

    private final Path there;
    private final OptionalInt user;
    private final FileChannel jar;

    /** By which the folder of another user, and the one it is in, are reached. */
    private final List<Rooted> handles;

    private final AtomicInteger sockets = new AtomicInteger();

    /**
     * One listening socket.
     *
     * @param here where we see it
     * @param there where agents find it
     * @param user who alone may connect
     */
    record Bound(ServerSocketChannel server, Path here, Path there, UserPrincipal user) {}

    /** Our own user's. */
    private AgentFolder(Path temporary) throws IOException {
        sweep(temporary, Set.of(LinuxProcess.ours()));
        made = Files.createTempDirectory(temporary, PREFIX);
        here = made;
        there = made;
        user = OptionalInt.empty();
        handles = List.of();
        made.toFile().deleteOnExit(); // what is registered last is deleted first
        jar = jar();
        here.resolve(AgentJar.NAME).toFile().deleteOnExit();
    }

    /**
     * Another user's, or in other files than ours: who owns it may put anything in its place.
     *
     * @param temporary the folder that the JVM has as {@code there}
     */
    private AgentFolder(Rooted temporary, Path there, int user) throws IOException {
        sweep(temporary.path(), Set.copyOf(List.of(LinuxProcess.ours(), Integer.toUnsignedLong(user))));
        made = Files.createTempDirectory(temporary.path(), PREFIX);
        Rooted folder = temporary.child(made.getFileName().toString());
        handles = List.of(folder, temporary);
        here = folder.path();
        this.there = there.resolve(made.getFileName());
        this.user = OptionalInt.of(user);
        jar = jar();
    }

    private FileChannel jar() throws IOException {
        OURS.add(made.getFileName().toString());
        FileChannel jar =
                FileChannel.open(here.resolve(AgentJar.NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        jar.lock(LOCKED, 1, false);
        for (ByteBuffer rest = ByteBuffer.wrap(AgentJar.CONTENT); rest.hasRemaining(); ) {
            jar.write(rest);
        }
        return jar;
    }

    /** For JVMs that we start. It stays until we end: a script may start JVMs with our arguments at any time. */
    static synchronized AgentFolder own() throws IOException {
        if (own == null || !Files.exists(own.here.resolve(AgentJar.NAME))) {
            own = new AgentFolder(Path.of(System.getProperty("java.io.tmpdir")));
        }
        return own;
    }

    /** For the running JVM {@code pid}: in another container it has other files than we have, and another user may not enter ours. */
    static AgentFolder of(long pid) throws IOException {
        AgentFolder ours = own();
        Optional<LinuxProcess> process = LinuxProcess.of(pid);
        if (process.isEmpty() || !Files.isDirectory(process.get().inside("/"))) {
            return ours;
        }
        boolean sees = Files.exists(process.get().inside(ours.agentJar().toString()));
        int user = (int) process.get().user();
        if (sees && Files.getAttribute(ours.here, "unix:uid").equals(user)) {
            return ours;
        }
        Rooted temporary = process.get().open(TEMPORARY);
        try {
            return new AgentFolder(temporary, Path.of(TEMPORARY), user);
        } catch (IOException e) {
            temporary.close();
            throw e;
        }
    }

    /** The agent's jar, as the JVM finds it. */
    Path agentJar() {
        return there.resolve(AgentJar.NAME);
    }

    /** Opens one more socket in it. */
    Bound bind() throws IOException {
        String name = Integer.toString(sockets.incrementAndGet());
        Path socket = here.resolve(name);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(socket));
            if (user.isPresent()) {
                // the folder last: who owns it can put other files in the place of these
                Files.setAttribute(socket, "unix:uid", user.getAsInt(), LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(here.resolve(AgentJar.NAME), "unix:uid", user.getAsInt(), LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(here, "unix:uid", user.getAsInt());
            } else {
                socket.toFile().deleteOnExit();
            }
            return new Bound(server, socket, there.resolve(name), Files.getOwner(here));
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "cannot listen at " + socket + " (" + e.getMessage()
                            + "); where that path is too long, choose a shorter java.io.tmpdir",
                    e);
        }
    }

    /** That socket is of no use any more, nor is the folder where it was made for this JVM alone. */
    synchronized void release(Bound bound) throws IOException {
        bound.server().close();
        if (user.isEmpty()) {
            Files.deleteIfExists(bound.here());
        } else if (jar.isOpen()) {
            try {
                Rooted folder = handles.getFirst();
                delete(folder, handles.getLast(), made.getFileName().toString(), files(folder));
            } finally {
                jar.close();
                handles.forEach(Rooted::close);
            }
        }
    }

    /**
     * Deletes folders of Headrooms that were killed; those whose jar is not written yet, once there was time enough to write it. On Linux alone: elsewhere the system
     * empties a user's temporary folder.
     *
     * @param users numbers of those whose they may be
     */
    static void sweep(Path temporary, Set<Long> users) throws IOException {
        if (!LinuxProcess.isLinux()) {
            return;
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*");
                Rooted within = Rooted.link(temporary.toString())) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (MADE.matcher(name).matches() && !OURS.contains(name)) {
                    sweep(within, name, users);
                }
            }
        }
    }

    /** By handles: anybody may put there what has whoever opens it wait, or leads elsewhere. */
    private static void sweep(Rooted temporary, String name, Set<Long> users) {
        try (Rooted folder = temporary.child(name)) {
            if (!users.contains(FileStatus.of(folder.path()).user())) {
                return;
            }
            Set<String> files = files(folder);
            boolean old = Files.getLastModifiedTime(folder.path())
                    .toInstant()
                    .isBefore(Instant.now().minus(WRITTEN_WITHIN));
            if (files.stream().allMatch(file -> MADE_WITHIN.matcher(file).matches())
                    && (files.contains(AgentJar.NAME) ? isLeft(folder, old, users) : old)) {
                delete(folder, temporary, name, files);
            }
        } catch (IOException | OverlappingFileLockException e) {
            return; // another user's, no folder, or somebody else was faster
        }
    }

    static Set<String> files(Rooted folder) throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path())) {
            for (Path file : files) {
                if (!names.add(file.getFileName().toString()) || names.size() > MOST_FILES) {
                    throw new IOException("more files than Headroom makes");
                }
            }
        }
        return names;
    }

    /** Whether nobody has its jar locked. */
    private static boolean isLeft(Rooted folder, boolean old, Set<Long> users) throws IOException {
        try (Rooted file = folder.child(AgentJar.NAME)) {
            FileStatus status = FileStatus.of(file.path());
            if (!status.isRegular() || !users.contains(status.user())) {
                return false;
            }
            try (Rooted opened = file.writable();
                    FileChannel jar = FileChannel.open(opened.path(), StandardOpenOption.WRITE)) {
                return jar.tryLock(LOCKED, 1, false) != null && (old || jar.size() > 0);
            }
        }
    }

    /** Of the files that were found in it what is called as we call it; another file leaves the folder where it is. */
    static void delete(Rooted folder, Rooted temporary, String name, Set<String> files) throws IOException {
        for (String file : files) {
            if (MADE_WITHIN.matcher(file).matches()) {
                Files.deleteIfExists(folder.path().resolve(file));
            }
        }
        Files.deleteIfExists(temporary.path().resolve(name));
    }
}
