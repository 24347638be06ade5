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

    /** Bytes of an entry before its name. */
    private static final int ENTRY = 20;

    /** Of a name or a text, bytes: HotSpot cuts its texts at 1,024. Entries may share their bytes, so a file could hold far more text than bytes. */
    private static final int LONGEST_TEXT = 4_096;

    private PerfData() {}

    /** All counters by name, as far as it is such a file: it may be written while it is read. */
    static Map<String, String> parse(byte[] bytes) {
        ByteBuffer data = ByteBuffer.wrap(bytes);
        if (bytes.length < ENTRY_OFFSET + 8 || data.getInt(0) != MAGIC || data.get(5) != VERSION) {
            return Map.of();
        }
        data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, String> counters = new HashMap<>();
        int at = data.getInt(ENTRY_OFFSET);
        for (int left = data.getInt(ENTRY_OFFSET + 4); left > 0; left--) {
            if (at < 0 || at > bytes.length - ENTRY) {
                break;
            }
            int length = data.getInt(at);
            if (length < ENTRY || length > bytes.length - at) {
                break;
            }
            int vector = data.getInt(at + 8);
            int name = data.getInt(at + 4);
            int value = data.getInt(at + 16);
            if (within(name, 1, length) && within(value, vector == 0 ? Long.BYTES : vector, length)) {
                counters.put(
                        text(bytes, at + name, length - name),
                        vector == 0 ? Long.toString(data.getLong(at + value)) : text(bytes, at + value, vector));
            }
            at += length;
        }
        return counters;
    }

    private static boolean within(int from, int size, int length) {
        return from >= ENTRY && size > 0 && size <= length - from;
    }

    /** Up to a zero. */
    private static String text(byte[] bytes, int from, int room) {
        int limit = from + Math.min(room, LONGEST_TEXT);
        int end = from;
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
