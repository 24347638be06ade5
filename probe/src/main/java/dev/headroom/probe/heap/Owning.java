package dev.headroom.probe.heap;

import static dev.headroom.probe.heap.Sequences.all;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongFunction;
import shark.GcRoot;
import shark.HeapField;
import shark.HeapGraph;
import shark.HeapObject.HeapInstance;

/**
 * To whom objects may belong: a client, by the address of its connection, and a thread, by its stack.
 *
 * @param number of an object, by its id
 */
record Owning(HeapGraph graph, LongFunction<OptionalInt> number) {

    /** Classes that have the port of a connection's other end, and which of theirs declares it. */
    private static final Map<String, String> PORTS = Map.of(
            "java.net.InetSocketAddress$InetSocketAddressHolder", "java.net.InetSocketAddress$InetSocketAddressHolder",
            "sun.nio.ch.NioSocketImpl", "java.net.SocketImpl",
            "java.net.SocksSocketImpl", "java.net.SocketImpl");

    /** Threads by the objects to which their stacks refer: who waits without a field that leads to a client may have his thread, which has the client in a local variable. */
    Map<Integer, Set<Integer>> threads() {
        Map<Integer, Integer> threads = new HashMap<>();
        for (GcRoot root : graph.getGcRoots()) {
            if (root instanceof GcRoot.ThreadObject thread) {
                number.apply(thread.getId()).ifPresent(object -> threads.put(thread.getThreadSerialNumber(), object));
            }
        }
        Map<Integer, Set<Integer>> found = new HashMap<>();
        for (GcRoot root : graph.getGcRoots()) {
            Integer thread = root instanceof GcRoot.JavaFrame frame ? threads.get(frame.getThreadSerialNumber()) : null;
            if (thread != null) {
                number.apply(root.getId())
                        .ifPresent(object -> found.computeIfAbsent(object, none -> new HashSet<>())
                                .add(thread));
            }
        }
        return found;
    }

    /** Their addresses, by their ports. */
    Map<Integer, Integer> clients(Set<Integer> ports) {
        Map<Integer, Integer> found = new HashMap<>();
        for (HeapInstance address : all(graph.getInstances())) {
            String declaring = PORTS.get(address.getInstanceClassName());
            HeapField field = declaring == null ? null : address.get(declaring, "port");
            Integer port = field == null ? null : field.getValue().getAsInt();
            if (port != null && ports.contains(port)) {
                number.apply(address.getObjectId()).ifPresent(object -> found.put(object, port));
            }
        }
        return found;
    }
}
