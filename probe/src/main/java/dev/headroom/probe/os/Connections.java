package dev.headroom.probe.os;

import dev.headroom.probe.flight.Targets;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Established TCP connections of one process, from {@code /proc/<pid>/net/tcp} and the inodes of its descriptors.
 *
 * @param outbound remote ends of those that it opened, with their number
 * @param inbound remote ends of those that it accepted: their local port is one that it listens on
 */
record Connections(Map<String, Integer> outbound, Set<String> inbound) {

    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";

    private record Row(String state, int localPort, String remoteHex, int remotePort, String inode) {}

    static Optional<Connections> read(long pid) {
        List<Row> rows = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            ProcFiles.text("/proc/" + pid + "/net/" + table)
                    .ifPresent(
                            text -> text.lines().skip(1).map(Connections::row).forEach(rows::add));
        }
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        Set<String> own = new HashSet<>();
        for (Path descriptor : ProcFiles.list("/proc/" + pid + "/fd")) {
            ProcFiles.link(descriptor)
                    .filter(link -> link.startsWith("socket:["))
                    .ifPresent(link -> own.add(link.substring("socket:[".length(), link.length() - 1)));
        }
        rows.removeIf(row -> !own.contains(row.inode()));
        Set<Integer> listening = new HashSet<>();
        rows.stream().filter(row -> row.state().equals(LISTENING)).forEach(row -> listening.add(row.localPort()));
        Map<String, Integer> outbound = new HashMap<>();
        Set<String> inbound = new HashSet<>();
        for (Row row : rows) {
            if (row.state().equals(ESTABLISHED)) {
                String remote = Targets.of("", address(row.remoteHex()), row.remotePort());
                if (listening.contains(row.localPort())) {
                    inbound.add(remote);
                } else {
                    outbound.merge(remote, 1, Integer::sum);
                }
            }
        }
        return Optional.of(new Connections(outbound, inbound));
    }

    private static Row row(String line) {
        String[] fields = line.trim().split(" +");
        String[] local = fields[1].split(":");
        String[] remote = fields[2].split(":");
        return new Row(
                fields[3], Integer.parseInt(local[1], 16), remote[0], Integer.parseInt(remote[1], 16), fields[9]);
    }

    /** The kernel prints each 32-bit word of an address in the byte order of the machine. */
    static String address(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        ByteBuffer swapped = ByteBuffer.allocate(bytes.length);
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            swapped.putInt(words.getInt());
        }
        try {
            // an IPv4 address mapped into IPv6 comes back as IPv4
            return InetAddress.getByAddress(swapped.array()).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the kernel printed an address of " + bytes.length + " bytes", e);
        }
    }
}
