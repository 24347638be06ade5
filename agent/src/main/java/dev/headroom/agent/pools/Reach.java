package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Stranger;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.Channel;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is open and reached from objects by references, nearest first, up to a bound: files, channels, sockets, and what a driver of a database calls a connection; but for
 * connections that a client of the service has opened, which come and go with its requests. Fields are read and nothing is called but what says whether it is open.
 */
final class Reach {

    /** Objects; a graph of them may be endless. */
    static final int MOST = 5_000;

    private static final String LISTENS = "0A";

    /** Beside sockets and channels. */
    private static final List<Class<?>> OPEN = List.of(
            FileInputStream.class,
            FileOutputStream.class,
            RandomAccessFile.class,
            DatagramSocket.class,
            Selector.class,
            DirectoryStream.class,
            Process.class);

    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final Set<Integer> listening = listening();

    /** By identity. */
    Set<Object> open(Collection<Object> roots) {
        Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> next = new ArrayDeque<>();
        roots.forEach(root -> reach(root, seen, next));
        while (!next.isEmpty()) {
            Object at = next.poll();
            if (Stranger.ask(() -> isOpen(at), false)) {
                open.add(at);
            }
            if (seen.size() < MOST) {
                within(at).forEach(one -> reach(one, seen, next));
            }
        }
        return open;
    }

    private static void reach(Object one, Set<Object> seen, Deque<Object> next) {
        if (seen.size() < MOST && seen.add(one)) {
            next.add(one);
        }
    }

    /** To what it refers: {@link Elements} of what is the JDK's, and fields of the application's classes. All else of the JVM leads to everything. */
    List<Object> within(Object at) {
        if (at instanceof Object[] || isOfTheJdk(at.getClass())) {
            return Elements.of(at, MOST);
        }
        List<Object> found = new ArrayList<>();
        for (Field field : fields.computeIfAbsent(
                at.getClass(),
                its -> Internals.fields(
                        its,
                        type -> !isOfTheJdk(type),
                        field -> !field.getType().isPrimitive()))) {
            Object value = Internals.get(field, at);
            if (value != null && Elements.isFollowed(value)) {
                found.add(value);
            }
        }
        return found;
    }

    private static boolean isOfTheJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getName().startsWith("java.");
    }

    private boolean isOpen(Object object) {
        if (object instanceof Socket socket) {
            return !socket.isClosed() && !listening.contains(socket.getLocalPort());
        }
        if (object instanceof SocketChannel channel) {
            return channel.isOpen() && !listening.contains(port(channel));
        }
        return object instanceof Channel channel
                ? channel.isOpen() && !(object instanceof ServerSocketChannel)
                : OPEN.stream().anyMatch(type -> type.isInstance(object))
                        || object.getClass().getName().startsWith("java.net.Socket$") // its streams
                        || !Proxy.isProxyClass(object.getClass()) && isConnection(object.getClass());
    }

    private static int port(SocketChannel channel) {
        try {
            return channel.getLocalAddress() instanceof InetSocketAddress address ? address.getPort() : -1;
        } catch (IOException e) {
            return -1; // closed meanwhile
        }
    }

    private static boolean isConnection(@Nullable Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> one : at.getInterfaces()) {
                if (one.getName().equals("java.sql.Connection") || isConnection(one)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Ports of this network's servers, as the kernel lists them; none elsewhere than on Linux. */
    private static Set<Integer> listening() {
        Set<Integer> ports = new HashSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            try {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String[] columns = line.trim().split("\\s+");
                    if (columns.length > 3 && columns[3].equals(LISTENS)) {
                        ports.add(Integer.parseInt(columns[1].substring(columns[1].lastIndexOf(':') + 1), 16));
                    }
                }
            } catch (IOException | NumberFormatException e) {
                continue; // not to be had
            }
        }
        return ports;
    }
}
