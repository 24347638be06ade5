package dev.headroom.probe.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters that HotSpot keeps in a file which it maps, {@code hsperfdata_USER/PID}, version 2 of its format
 * ({@code perfMemory.hpp}): a header, then entries of a name and either one number or the bytes of a text.
 */
final class PerfData {

    private static final int MAGIC = 0xcafec0c0;
    private static final int VERSION = 2;
    private static final int ENTRY_OFFSET = 24;
    /** Bytes; HotSpot makes it 32 KB by default. */
    static final int LONGEST = 1 << 20;

    private PerfData() {}

    /** All counters by name; none where it is something else. */
    static Map<String, String> read(byte[] bytes) {
        try {
            return parse(bytes);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return Map.of(); // it is being written: what the counters tell is told by others too, if less well
        }
    }

    static Map<String, String> parse(byte[] bytes) {
        ByteBuffer data = ByteBuffer.wrap(bytes);
        if (data.getInt(0) != MAGIC || data.get(5) != VERSION) {
            return Map.of();
        }
        data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, String> counters = new HashMap<>();
        int at = data.getInt(ENTRY_OFFSET);
        for (int left = data.getInt(ENTRY_OFFSET + 4); left > 0; left--) {
            int length = data.getInt(at);
            if (length <= 0) {
                break;
            }
            int vector = data.getInt(at + 8);
            int value = at + data.getInt(at + 16);
            counters.put(
                    text(bytes, at + data.getInt(at + 4), bytes.length),
                    vector == 0 ? Long.toString(data.getLong(value)) : text(bytes, value, value + vector));
            at += length;
        }
        return counters;
    }

    private static String text(byte[] bytes, int from, int limit) {
        int end = from;
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
