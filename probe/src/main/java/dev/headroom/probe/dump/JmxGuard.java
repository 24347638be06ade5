package dev.headroom.probe.dump;

import dev.headroom.probe.os.call.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Bounds what a JVM that is watched over JMX can do to this one. RMI takes objects from it, and connects to where these say. So only the classes of which JMX's open
 * types consist are let in, all connections go to this machine, and an answer has a most of bytes and of time. Java allows both settings once and for
 * the whole process; nothing else in Headroom takes objects from elsewhere.
 */
final class JmxGuard {

    /** A dump of 10,000 threads with 150 frames each takes 120 MB. */
    private static final long MOST_BYTES = 256L << 20;

    /** Of one answer: a JVM in a long collection gives it when that is over. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long MOST_ELEMENTS = 1 << 20;
    private static final long MOST_DEPTH = 40;
    private static final long MOST_OBJECTS = 1 << 20;

    private static final Set<String> PACKAGES = Set.of("javax.management.openmbean");

    /** The first word of a line is the package of the others. */
    private static final Set<String> CLASSES = """
            java.lang Boolean Byte Character Double Enum Float Integer Long Number Object Short StackTraceElement
            java.lang String Void
            java.lang.reflect Proxy
            java.math BigDecimal BigInteger
            java.rmi MarshalledObject Remote
            java.rmi.dgc Lease VMID
            java.rmi.server ObjID RemoteObject RemoteObjectInvocationHandler RemoteStub UID
            java.util ArrayList Arrays$ArrayList CollSer Collections$EmptyList Collections$UnmodifiableCollection
            java.util Collections$UnmodifiableList Collections$UnmodifiableRandomAccessList Date HashMap HashSet
            java.util LinkedHashMap Map$Entry TreeMap Vector
            javax.management ObjectName
            javax.management.remote.rmi RMIConnection RMIConnectionImpl_Stub RMIServer RMIServerImpl_Stub
            """.lines()
            .map(line -> line.split(" ", -1))
            .flatMap(words -> Stream.of(words).skip(1).map(name -> words[0] + "." + name))
            .collect(Collectors.toUnmodifiableSet());

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    private JmxGuard() {}

    static void install() throws IOException {
        if (INSTALLED.compareAndSet(false, true)) {
            RMISocketFactory.setSocketFactory(new OwnMachine());
            if (ObjectInputFilter.Config.getSerialFilter() == null) { // else the user's own, given to this JVM
                ObjectInputFilter.Config.setSerialFilter(JmxGuard::check);
            }
        }
    }

    static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        if (info.arrayLength() > MOST_ELEMENTS && info.serialClass() != byte[].class
                || info.arrayLength() > MOST_BYTES
                || info.depth() > MOST_DEPTH
                || info.references() > MOST_OBJECTS
                || info.streamBytes() > MOST_BYTES) {
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        while (type != null && type.isArray()) {
            type = type.getComponentType();
        }
        return type == null
                ? ObjectInputFilter.Status.UNDECIDED
                : isKnown(type) ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    private static boolean isKnown(Class<?> type) {
        return type.isPrimitive()
                || CLASSES.contains(type.getName())
                || PACKAGES.contains(type.getPackageName())
                || Throwable.class.isAssignableFrom(type) && type.getModule().getName() != null;
    }

    /** An object may say that it lives anywhere; the one that was asked for lives here, whatever name its JVM gives to this machine. */
    private static final class OwnMachine extends RMISocketFactory {

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return new BoundedSocket(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            return new ServerSocket(port);
        }
    }

    /** An answer begins where a question ends. */
    private static final class BoundedSocket extends Socket {

        private volatile Deadline deadline = Deadline.in(PATIENCE);
        private volatile long left = MOST_BYTES;

        BoundedSocket(InetAddress address, int port) throws IOException {
            super(address, port);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            OutputStream out = super.getOutputStream();
            return new OutputStream() {
                @Override
                public void write(int one) throws IOException {
                    write(new byte[] {(byte) one}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    deadline = Deadline.in(PATIENCE);
                    left = MOST_BYTES;
                    out.write(bytes, offset, length);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            InputStream in = super.getInputStream();
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    Objects.checkFromIndexSize(offset, length, bytes.length);
                    if (left <= 0) {
                        throw new IOException("its answer has more than " + (MOST_BYTES >> 20) + " MB");
                    }
                    setSoTimeout((int) deadline.left(Duration.ofMillis(1)).toMillis());
                    int count = in.read(bytes, offset, length);
                    left -= Math.max(0, count);
                    return count;
                }
            };
        }
    }
}
