package dev.headroom.probe.wire;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.os.Rooted;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
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
        sweep(temporary);
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
        sweep(temporary.path());
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
                delete(made, name -> true);
            } catch (NoSuchFileException e) {
                return; // a container that has ended took its files with it
            } finally {
                jar.close();
                handles.forEach(Rooted::close);
            }
        }
    }

    /** Deletes folders of Headrooms that were killed; those whose jar is not written yet, once there was time enough to write it. */
    static void sweep(Path temporary) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (MADE.matcher(name).matches()
                        && !OURS.contains(name)
                        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    sweep(folder, folder.resolve(AgentJar.NAME));
                }
            }
        }
    }

    private static void sweep(Path folder, Path file) {
        try {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                try (FileChannel jar = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                    if (jar.tryLock(LOCKED, 1, false) == null) {
                        return;
                    }
                    if (jar.size() > 0) {
                        delete(folder, name -> true);
                        return;
                    }
                }
            }
            Instant made =
                    Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toInstant();
            if (made.isBefore(Instant.now().minus(WRITTEN_WITHIN))) {
                delete(folder, AgentJar.NAME::equals);
            }
        } catch (IOException e) {
            return; // another user's, not empty, or somebody else was faster
        }
    }

    /**
     * Follows no link that the folder's owner may have put in its place since.
     *
     * @param ours names of files that go; another leaves the folder where it is
     */
    private static void delete(Path folder, Predicate<String> ours) throws IOException {
        Path name = folder.getFileName();
        try (DirectoryStream<Path> parent = Files.newDirectoryStream(folder.getParent())) {
            if (parent instanceof SecureDirectoryStream<Path> secure) {
                try (SecureDirectoryStream<Path> files = secure.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                    for (Path file : files) {
                        if (ours.test(file.getFileName().toString())) {
                            files.deleteFile(file.getFileName());
                        }
                    }
                }
                secure.deleteDirectory(name);
            }
        }
    }
}
